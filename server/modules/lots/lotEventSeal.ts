import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';

/** The signed facts of a row of `lot_event`. The content is included by its hash. */
export interface LotEventRow {
  event_id: string;
  lot_id: string;
  seq: number;
  type: string;
  /** as text where a connection leaves it so */
  at: Date | string;
  actor_id: string | null;
  key_id: string | null;
  actor_role: string;
  gdpr_consent: boolean;
  request_id: string | null;
  content_hash: string;
}

/** The columns that `lotEventFacts` takes, of the table `e`. */
export const LOT_EVENT_COLUMNS =
  'e.event_id, e.lot_id, e.seq, e.type, e.at, e.actor_id, e.key_id, e.actor_role, e.gdpr_consent, e.request_id, e.content_hash';

/** The signed facts of an appended event: its position in the chain, the actor, and the content. */
export function lotEventFacts(row: LotEventRow): SignedFacts {
  return {
    lotId: row.lot_id,
    seq: row.seq,
    type: row.type,
    at: new Date(row.at).toISOString(),
    actorId: row.actor_id,
    keyId: row.key_id,
    actorRole: row.actor_role,
    gdprConsent: row.gdpr_consent,
    requestId: row.request_id,
    contentHash: row.content_hash,
  };
}
