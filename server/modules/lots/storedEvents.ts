import { z } from 'zod';
import { committedField, readContent, type EventContent } from '../../domain/ledger/content.ts';
import { nativeContentHash } from '../../platform/checkpoints/nativeSha256.ts';
import type { RowSigner } from '../../platform/row-signatures/rowSigner.ts';
import { lotEventFacts } from './lotEventSeal.ts';

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
export type StoredEvent = z.output<typeof storedEvent>;

/** The content of an event; null where its signature does not hold, or the content is not the one that was signed. */
export function signedContent(seals: Pick<RowSigner, 'check'>, event: StoredEvent): EventContent | null {
  const content = readContent(event.content);
  if (content === null || nativeContentHash(event.content) !== event.content_hash) return null;
  return seals.check('lot-event', event.event_id, lotEventFacts(event), event.seal) ? content : null;
}

/** A personal value with the salt of its commitment, in hex. */
export const storedPersonalValue = z.object({
  eventId: z.string(),
  field: committedField,
  value: z.unknown(),
  salt: z.string().transform((hex): Uint8Array => Buffer.from(hex, 'hex')),
});
