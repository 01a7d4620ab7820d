import { z } from 'zod';
import { committedField } from '../domain/ledger/content.ts';

/** A row of `lot_event` with its content, as `json_agg` answers it. */
export const storedEvent = z.object({
  event_id: z.string(),
  lot_id: z.string(),
  seq: z.int(),
  type: z.string(),
  at: z.coerce.date(),
  actor_id: z.string().nullable(),
  key_id: z.string().nullable(),
  actor_role: z.string(),
  gdpr_consent: z.boolean(),
  request_id: z.string().nullable(),
  content: z.string(),
  content_hash: z.string(),
  seal: z.string().nullable(),
});

/** A personal value with the salt of its commitment, in hex. */
export const storedPersonalValue = z.object({
  eventId: z.string(),
  field: committedField,
  value: z.unknown(),
  salt: z.string().transform((hex): Uint8Array => Buffer.from(hex, 'hex')),
});
