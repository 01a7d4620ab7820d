import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  CONTENT_VERSION,
  type CommittedField,
  type ConsignmentContent,
  type ConsignmentStep,
  type MovedPart,
} from '../../domain/ledger/content.ts';
import { canonicalText, contentTextHash } from '../../domain/proof/hashing.ts';
import { logConsignmentEvents } from '../../platform/change-feed/eventLogSql.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { signersOf } from '../../platform/row-signatures/signersOf.ts';
import { enqueueEvents } from '../ledger/outbox/outboxViews.ts';
import { commitAll, type Actor } from '../lots/lotEvents.ts';
import { consignmentEventFacts } from './consignmentEventSeal.ts';
import type { ConsignmentRow } from './consignmentView.ts';

/** The chain of a consignment before an event. */
export type ConsignmentChain = Pick<ConsignmentRow, 'id' | 'consignmentKey' | 'headSeq' | 'headHash'>;

/** One step of a consignment, for its history and the ledger. */
export interface ConsignmentChange {
  step: ConsignmentStep;
  /** of steps that move grams: recorded with the events of these lots, or not at all */
  transfer?: string;
  lots?: readonly MovedPart[];
  /** weighed net mass; absent: unchanged */
  netGrams?: number | null;
  /** values by field, in the form that is committed to; undefined ones are left out */
  personal: Partial<Record<CommittedField, unknown>>;
  /** the party that the value of `buyer` names */
  buyerId?: string;
  actor: Actor;
  at: Date;
}

const COLUMNS =
  'event_id, consignment_id, seq, type, at, actor_id, key_id, actor_role, request_id, content, content_hash, seal';

const APPEND = new PreparedStatement(`with event as (
    insert into consignment_event (${COLUMNS})
    select ${COLUMNS} from json_populate_recordset(null::consignment_event, $1::json) returning event_id
  ),
  kept as (
    insert into consignment_value (event_id, field, value, salt, party_id)
    select event_id, field, value, salt, party_id
    from event join json_populate_recordset(null::consignment_value, $2::json) using (event_id)
  ),
  outbox as (
    ${enqueueEvents('$3::json')}
  ),
  news as (
    ${logConsignmentEvents('$3::json')}
  ),
  head as (
    update consignment set head_seq = $4, head_hash = $5, updated_at = $6,
      ledger_status = case ledger_status when 'recorded' then 'pending' else ledger_status end
    where id = $7
  )
  select from event where false`);

/**
 * Adds one event to a consignment's chain, in the caller's transaction: history row, values with fresh salts, outbox row
 * and event log. Moves the chain's head; the caller holds the consignment's row lock.
 * @param org MSP id that writes the event
 */
export async function appendConsignmentEvent(
  em: EntityManager,
  chain: ConsignmentChain,
  change: ConsignmentChange,
  org: string,
): Promise<void> {
  const { step, transfer, actor, at } = change;
  const salted = await commitAll({ ...change.personal, userName: actor.name ?? undefined });
  const commit = Object.fromEntries(salted.map(({ field, hash }) => [field, hash]));
  const content = contentOf(chain, change, commit, org);
  const { eventId, seq } = content;
  const text = canonicalText(content);
  const hash = await contentTextHash(text, nativeSha256);
  const row = {
    event_id: eventId,
    consignment_id: chain.id,
    seq,
    type: step,
    at,
    actor_id: actor.userId,
    key_id: actor.keyId ?? null,
    actor_role: actor.role,
    request_id: actor.requestId ?? null,
    content: text,
    content_hash: hash,
  };
  const seal = signersOf(em).seal('consignment-event', eventId, consignmentEventFacts(row));
  const values = salted.map(({ field, value, salt }) => ({
    event_id: eventId,
    field,
    value,
    salt: `\\x${salt.toString('hex')}`,
    party_id: field === 'buyer' ? (change.buyerId ?? null) : null,
  }));
  const place = { event_id: eventId, consignment_id: chain.id, seq, transfer: transfer ?? null, kind: step };
  await APPEND.run(em, [
    JSON.stringify([{ ...row, seal }]),
    JSON.stringify(values),
    JSON.stringify([place]),
    seq,
    hash,
    at,
    chain.id,
  ]);
}

/** The content of the event that follows a chain's head. */
function contentOf(
  chain: ConsignmentChain,
  { step, transfer, lots = [], netGrams, actor, at }: ConsignmentChange,
  commit: ConsignmentContent['commit'],
  org: string,
): ConsignmentContent {
  const seq = chain.headSeq + 1;
  return {
    v: CONTENT_VERSION,
    eventId: randomBytes(16).toString('hex'),
    lotKey: chain.consignmentKey,
    seq,
    prev: seq === 1 ? null : chain.headHash,
    org,
    salt: randomBytes(32).toString('hex'),
    at: at.toISOString(),
    actorRole: actor.role,
    type: 'consignment',
    step,
    ...(transfer === undefined ? {} : { transfer }),
    lots: [...lots],
    ...(netGrams === undefined ? {} : { netGrams }),
    commit,
  };
}
