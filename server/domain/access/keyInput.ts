import { z } from 'zod';
import { nameInput } from './nameInput.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { farmerHasFarm, FARMER_NEEDS_FARM_SCHEMA, farmIdInput, needsFarm } from './accountInput.ts';

/** Roles that a partner key may have (docs/spec/access-and-accounts.md, 'Partner keys'). */
export const KEY_ROLES = ['farmer', 'processor', 'auditor'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** What a new partner key takes. */
export const newKeyInput = z
  .strictObject({
    name: nameInput(80).describe('Whose key it is; history and ledger name it so'),
    role: z.enum(KEY_ROLES, encodeMessage(INPUT.oneOf({ field: 'role', choices: KEY_ROLES }))),
    farmId: farmIdInput.default(''),
  })
  .refine(farmerHasFarm, needsFarm)
  .meta(FARMER_NEEDS_FARM_SCHEMA);
export type NewKey = z.output<typeof newKeyInput>;
