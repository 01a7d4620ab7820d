import { z } from 'zod';
import { CONSIGNMENT_STATES, type ConsignmentState } from '../../domain/consignment/states.ts';
import { CONSIGNMENT_FIELDS, readConsignmentContent, type ConsignmentContent } from '../../domain/ledger/content.ts';
import { canonicalText, commitment } from '../../domain/proof/hashing.ts';
import { nativeContentHash, nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import type { SignatureCheck } from '../../platform/row-signatures/signedKinds.ts';
import { NAMED_ACCOUNTS } from '../identity/identityViews.ts';
import { LOT_IDS } from '../lots/lotViews.ts';
import { ALL_PARTIES } from '../parties/partyViews.ts';
import { consignmentEventFacts } from './consignmentEventSeal.ts';
import { papersOf } from './consignmentPapers.ts';
import { consignmentRow, CONSIGNMENT_COLUMNS, HELD_BY_CONSIGNMENT } from './consignmentView.ts';

const storedEvent = z.object({
  event_id: z.string(),
  consignment_id: z.string(),
  seq: z.int(),
  type: z.string(),
  at: z.coerce.date(),
  actor_id: z.string().nullable(),
  key_id: z.string().nullable(),
  actor_role: z.string(),
  request_id: z.string().nullable(),
  content: z.string(),
  content_hash: z.string(),
  seal: z.string().nullable(),
  actorErased: z.boolean(),
});

const storedValue = z.object({
  eventId: z.string(),
  field: z.string(),
  value: z.unknown(),
  partyId: z.string().nullable(),
  salt: z.string().transform((hex): Uint8Array => Buffer.from(hex, 'hex')),
});

/** A consignment with everything by which it is compared, as `STORED_CONSIGNMENT` selects it. */
export const storedConsignment = consignmentRow.extend({
  buyerErased: z.boolean(),
  events: z.array(storedEvent),
  values: z.array(storedValue),
  lots: z.array(z.object({ lotKey: z.string(), grams: z.number() })),
});
export type StoredConsignment = z.output<typeof storedConsignment>;

/** SQL of stored consignments; a condition on `c` follows. */
export const STORED_CONSIGNMENT = `select ${CONSIGNMENT_COLUMNS}, b.erased_at is not null as "buyerErased",
    (select coalesce(json_agg(e order by e.seq), '[]') from (
      select event_id, consignment_id, seq, type, at, actor_id, key_id, actor_role, request_id, content, content_hash, seal,
        exists (select from (${NAMED_ACCOUNTS}) u where u.id = actor_id and u.erased) as "actorErased"
      from consignment_event where consignment_id = c.id) e) as events,
    (select coalesce(json_agg(json_build_object('eventId', v.event_id, 'field', v.field, 'value', v.value,
        'partyId', v.party_id, 'salt', encode(v.salt, 'hex'))), '[]')
      from consignment_event e join consignment_value v using (event_id) where e.consignment_id = c.id) as values,
    (select coalesce(json_agg(json_build_object('lotKey', coalesce(l.lot_key, h.lot_id::text), 'grams', h.grams)), '[]')
      from consignment_lot h left join ${LOT_IDS} l on l.id = h.lot_id where h.consignment_id = c.id) as lots
  from consignment c join ${ALL_PARTIES} b on b.id = c.buyer_id ${HELD_BY_CONSIGNMENT}`;

/** What the events of a consignment say of it. */
interface Folded {
  state: ConsignmentState;
  netGrams: number | null;
  /** grams by key of the lot's chain */
  lots: Map<string, number>;
  times: Map<string, string>;
  /** the newest event that set each committed field, with its commitment */
  committed: Map<string, { eventId: string; commitment: string }>;
}

/** The content of an event; null where its signature does not hold, or the content is not the one that was signed. */
function signedContent(seals: SignatureCheck, event: StoredConsignment['events'][number]): ConsignmentContent | null {
  const content = readConsignmentContent(event.content);
  if (content === null || nativeContentHash(event.content) !== event.content_hash) return null;
  return seals.check('consignment-event', event.event_id, consignmentEventFacts(event), event.seal) ? content : null;
}

/** The contents of a whole chain in order; null when an event is missing, was changed or is not the program's own. */
export function signedChain(seals: SignatureCheck, stored: StoredConsignment): ConsignmentContent[] | null {
  const contents: ConsignmentContent[] = [];
  let previous: string | null = null;
  for (const event of stored.events) {
    const content = signedContent(seals, event);
    if (content === null || content.lotKey !== stored.consignmentKey) return null;
    if (content.seq !== contents.length + 1 || content.prev !== previous) return null;
    contents.push(content);
    previous = event.content_hash;
  }
  return stored.headSeq === contents.length && stored.headHash === previous ? contents : null;
}

function folded(contents: readonly ConsignmentContent[]): Folded {
  const state: Folded = { state: 'open', netGrams: null, lots: new Map(), times: new Map(), committed: new Map() };
  for (const { step, lots, netGrams, at, eventId, commit } of contents) {
    const next = CONSIGNMENT_STATES.find((one) => one === step);
    if (next !== undefined) {
      state.state = next;
      state.times.set(next, at);
    }
    if (netGrams !== undefined) state.netGrams = netGrams;
    const sign = step === 'removed' ? -1 : 1;
    for (const { key, grams } of lots) state.lots.set(key, (state.lots.get(key) ?? 0) + sign * grams);
    for (const [field, text] of Object.entries(commit)) {
      if (text !== undefined) state.committed.set(field, { eventId, commitment: text });
    }
  }
  for (const [key, grams] of state.lots) if (grams === 0) state.lots.delete(key);
  return state;
}

/** Names of what a consignment's rows say otherwise than its signed events. */
export type ConsignmentDifference =
  | 'events'
  | 'state'
  | 'times'
  | 'netWeight'
  | 'lots'
  | 'number'
  | 'papers'
  | 'buyer'
  | 'values';

/**
 * What the rows of a consignment say otherwise than its signed events: nothing when it is as the program wrote it.
 * A value that its event commits to is compared through the commitment. The buyer's name is absent once the buyer is erased.
 */
export async function consignmentDifferences(
  seals: SignatureCheck,
  stored: StoredConsignment,
): Promise<ConsignmentDifference[]> {
  const contents = signedChain(seals, stored);
  if (contents === null) return ['events'];
  const events = folded(contents);
  const times = [
    ['closed', stored.closedAt],
    ['shipped', stored.shippedAt],
    ['delivered', stored.deliveredAt],
  ] as const;
  const held = new Map(stored.lots.map(({ lotKey, grams }) => [lotKey, grams]));
  const [number, papers, buyer, values] = await Promise.all([
    opens(stored, events, 'consignmentNumber', stored.number),
    opens(stored, events, 'shippingPapers', papersOf(stored)),
    opens(stored, events, 'buyer', undefined),
    valuesOpen(stored, contents),
  ]);
  const differences: [ConsignmentDifference, boolean][] = [
    ['state', stored.state !== events.state],
    ['times', times.some(([step, at]) => (at?.toISOString() ?? undefined) !== events.times.get(step))],
    ['netWeight', stored.netGrams !== events.netGrams],
    ['lots', !sameGrams(held, events.lots)],
    ['number', number !== 'same'],
    ['papers', papers !== 'same'],
    ['buyer', buyer === 'absent' ? !stored.buyerErased : buyer === 'differs' || namesOther(stored, events)],
    ['values', !values],
  ];
  return differences.flatMap(([name, differs]) => (differs ? [name] : []));
}

function sameGrams(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([key, grams]) => other.get(key) === grams);
}

/**
 * Whether the stored value of a field opens the newest commitment to it.
 * @param inRow what the row has of it; undefined: the row does not repeat it
 */
async function opens(
  { values }: StoredConsignment,
  { committed }: Folded,
  field: 'consignmentNumber' | 'shippingPapers' | 'buyer',
  inRow: unknown,
): Promise<'same' | 'differs' | 'absent'> {
  const last = committed.get(field);
  const value = values.find((one) => one.eventId === last?.eventId && one.field === field);
  if (last === undefined || value === undefined) return 'absent';
  if (inRow !== undefined && canonicalText(inRow) !== canonicalText(value.value)) return 'differs';
  return (await commitment(field, value.value, value.salt, nativeSha256)) === last.commitment ? 'same' : 'differs';
}

/** Whether the row has another buyer than the one that its newest event with a buyer names. */
function namesOther({ values, buyerId }: StoredConsignment, { committed }: Folded): boolean {
  const eventId = committed.get('buyer')?.eventId;
  return !values.some((one) => one.eventId === eventId && one.field === 'buyer' && one.partyId === buyerId);
}

/** What events of consignments commit to. */
const FIELDS = [...CONSIGNMENT_FIELDS, 'userName'] as const;

/**
 * Whether the stored values are those that the events commit to, each of them. The name of an erased account is absent,
 * and so are names of buyers that were erased.
 */
async function valuesOpen(
  { events, values }: StoredConsignment,
  contents: readonly ConsignmentContent[],
): Promise<boolean> {
  const nameOf = (eventId: string, field: string): string => `${eventId} ${field}`;
  const left = new Map(values.map((one) => [nameOf(one.eventId, one.field), one]));
  const erasedActors = new Set(events.flatMap((event) => (event.actorErased ? [event.event_id] : [])));
  for (const { eventId, commit } of contents) {
    for (const field of FIELDS) {
      const told = commit[field];
      if (told === undefined) continue;
      const value = left.get(nameOf(eventId, field));
      if (value === undefined) {
        // Whether the buyer of now may be absent is asked of the row ('buyer').
        if (field === 'buyer' || (field === 'userName' && erasedActors.has(eventId))) continue;
        return false;
      }
      left.delete(nameOf(eventId, field));
      if ((await commitment(field, value.value, value.salt, nativeSha256)) !== told) return false;
    }
  }
  return left.size === 0;
}
