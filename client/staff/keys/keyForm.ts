import { z } from 'zod';
import { farmerHasFarm, needsFarm } from '../../../server/domain/access/accountInput.ts';
import { newKeyInput } from '../../../server/domain/access/keyInput.ts';

const { farmId, ...fields } = newKeyInput.shape;

/** Schema of a new key: the server's rules, for controls that are never undefined. */
export const keyForm = z.strictObject({ ...fields, farmId: farmId.unwrap() }).refine(farmerHasFarm, needsFarm);

export const NEW_KEY: z.input<typeof keyForm> = { name: '', role: 'processor', farmId: '' };
