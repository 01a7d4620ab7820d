import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';

/** The signed facts of a row of `consignment_event`. The content is included by its hash. */
export interface ConsignmentEventRow {
  event_id: string;
  consignment_id: string;
  seq: number;
  type: string;
  /** as text where a connection leaves it so */
  at: Date | string;
  actor_id: string | null;
  key_id: string | null;
  actor_role: string;
  request_id: string | null;
  content_hash: string;
}

/** The signed facts of an appended event: its position in the chain, the actor, and the content. */
export function consignmentEventFacts(row: ConsignmentEventRow): SignedFacts {
  return {
    consignmentId: row.consignment_id,
    seq: row.seq,
    type: row.type,
    at: new Date(row.at).toISOString(),
    actorId: row.actor_id,
    keyId: row.key_id,
    actorRole: row.actor_role,
    requestId: row.request_id,
    contentHash: row.content_hash,
  };
}
