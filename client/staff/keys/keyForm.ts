import { z } from 'zod';
import { farmerHasFarm, needsFarm } from '../../../server/domain/access/accountInput.ts';
import { newKeyInput } from '../../../server/domain/access/keyInput.ts';

const { farmId, ...fields } = newKeyInput.shape;

/** A new key: the rules of the server, over controls that all hold something. */
export const keyForm = z.strictObject({ ...fields, farmId: farmId.unwrap() }).refine(farmerHasFarm, needsFarm);

export const NEW_KEY: z.input<typeof keyForm> = { name: '', role: 'processor', farmId: '' };
