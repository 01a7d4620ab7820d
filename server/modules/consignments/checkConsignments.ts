import { z } from 'zod';
import type { Finding } from '../../domain/ledger/finding.ts';
import type { Ledger, LedgerEntry, LotChain } from '../../domain/ledger/ledger.ts';
import type { Database } from '../../platform/database/database.ts';
import { ALL_PARTIES } from '../parties/partyViews.ts';
import { CONSIGNMENT_RECORDS } from '../ledger/outbox/outboxViews.ts';
import {
  consignmentDifferences,
  STORED_CONSIGNMENT,
  storedConsignment,
  type StoredConsignment,
} from './storedConsignment.ts';

/** Consignments that are compared together: each may have events of a thousand lots. */
const AT_ONCE = 20;
/** Rows of a kind that belong to nothing and are named. */
const MOST_STRAYS = 100;

/** Rows that belong to nothing: those of a consignment are compared with it. */
const STRAYS: readonly { table: string; fault: string; text: string }[] = [
  {
    table: 'consignment',
    fault: 'goes to a buyer that there is not',
    text: `select number as row from consignment c where not exists (select from ${ALL_PARTIES} p where p.id = c.buyer_id)`,
  },
  ...(['consignment_lot', 'consignment_event'] as const).map((table) => ({
    table,
    fault: 'belongs to no consignment',
    text: `select distinct consignment_id::text as row from ${table} t
      where not exists (select from consignment c where c.id = t.consignment_id)`,
  })),
  {
    table: 'consignment_value',
    fault: 'belongs to no event',
    text: `select distinct event_id as row from consignment_value v
      where not exists (select from consignment_event e where e.event_id = v.event_id)`,
  },
];

const record = z.object({
  eventId: z.string(),
  seq: z.int(),
  state: z.string(),
  transactionId: z.string().nullable(),
  blockNumber: z.coerce.number().nullable(),
  signature: z.string().nullable(),
  recordedAt: z.coerce.date().nullable(),
});
type ConsignmentRecord = z.output<typeof record>;
/** A consignment with what became of its events on the ledger, all as of one moment. */
const auditedConsignment = storedConsignment.extend({ records: z.array(record) });
/** What finds a row, whatever else it holds. */
const keyed = z.looseObject({ id: z.string(), consignmentKey: z.string(), number: z.string() });

/** The next consignments by key. `$1`: the key before */
const PAGE = `select page.*, (
    select coalesce(json_agg(json_build_object('eventId', o.event_id, 'seq', o.seq, 'state', o.state,
      'transactionId', o.tx_id, 'blockNumber', o.block_number, 'signature', o.signature, 'recordedAt', o.recorded_at)), '[]')
    from ${CONSIGNMENT_RECORDS} o where o.consignment_id = page.id) as records
  from (${STORED_CONSIGNMENT} where c.consignment_key > $1 order by c.consignment_key limit ${AT_ONCE}) page
  order by page."consignmentKey"`;

/**
 * Compares every consignment with its signed events, and these with the ledger.
 * @returns what does not match; rows are named by the consignment's number
 * @throws LedgerAway
 */
export async function checkConsignments(
  database: Database,
  ledger: Pick<Ledger, 'readLots'>,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const findings = await strays(database);
  for (let after = ''; ;) {
    signal?.throwIfAborted();
    const rows = z.array(keyed).parse(await database.rows(PAGE, [after]));
    const stored = rows.flatMap((row) => auditedConsignment.safeParse(row).data ?? []);
    const read = new Set(stored.map(({ id }) => id));
    const unread = rows.filter(({ id }) => !read.has(id));
    const fault = 'holds values that the program never writes';
    findings.push(...unread.map(({ number }) => ({ table: 'consignment', row: number, fault })));
    const chains = await ledger.readLots(stored.map(({ consignmentKey }) => consignmentKey));
    for (const one of stored) {
      const differences = await consignmentDifferences(database.seals, one);
      if (differences.length > 0) {
        findings.push({
          table: 'consignment',
          row: one.number,
          fault: `differs from its events in: ${differences.join(', ')}`,
        });
      }
      const chain = chains.get(one.consignmentKey);
      findings.push(...unlikeLedger(one, chain), ...unlikeRecords(one, chain));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return findings;
    after = last.consignmentKey;
  }
}

/** What the ledger has otherwise than the events of a consignment, of those that it was said to have recorded. */
function unlikeLedger(
  { number, events, ledgerStatus, headSeq }: StoredConsignment,
  chain: LotChain | undefined,
): Finding[] {
  const found = (fault: string): Finding => ({ table: 'consignment', row: number, fault });
  const entries = chain?.entries ?? [];
  const known = new Map(events.map((event) => [event.event_id, event]));
  const findings: Finding[] = [];
  for (const block of chain?.brokenBlocks ?? []) findings.push(found(`block ${block} does not check out`));
  for (const seq of chain?.missing ?? []) {
    findings.push(found(`event ${seq} is counted by the ledger, which cannot show it`));
  }
  for (const { eventId, seq, content, transactionValid, blockValid } of entries) {
    const own = known.get(eventId);
    if (own === undefined) findings.push(found(`event ${seq} stands on the ledger, and the database lacks it`));
    else if (!transactionValid || !blockValid || content !== own.content) {
      findings.push(found(`event ${seq} is not what the ledger holds`));
    }
  }
  if (ledgerStatus === 'recorded' && entries.length < headSeq) {
    findings.push(found('was recorded, and the ledger does not hold all of its events'));
  }
  return findings;
}

async function strays(database: Database): Promise<Finding[]> {
  const found = STRAYS.map(async ({ table, fault, text }) => {
    const rows = await database.rows<{ row: string }>(`${text} order by 1 limit ${MOST_STRAYS}`);
    return rows.map(({ row }) => ({ table, row, fault }));
  });
  return (await Promise.all(found)).flat();
}

/** What the queue for the ledger says otherwise than the events of a consignment, the ledger, or the consignment's row. */
function unlikeRecords(
  { number, events, ledgerStatus, records }: z.output<typeof auditedConsignment>,
  chain: LotChain | undefined,
): Finding[] {
  const seqs = new Map(records.map(({ eventId, seq }) => [eventId, seq]));
  const findings: Finding[] = [];
  if (records.length !== events.length || events.some(({ event_id, seq }) => seqs.get(event_id) !== seq)) {
    findings.push({ table: 'ledger_outbox', row: number, fault: 'has other events than the consignment' });
  }
  for (const one of records) {
    if (one.state !== 'recorded') continue;
    const entry = chain?.entries.find(({ eventId }) => eventId === one.eventId);
    if (entry === undefined || !isReceiptOf(one, entry)) {
      const fault = 'says otherwise than the ledger where the event was recorded';
      findings.push({ table: 'ledger_outbox', row: one.eventId, fault });
    }
  }
  const states = new Set(records.map(({ state }) => state));
  const status = ['failed', 'pending'].find((one) => states.has(one)) ?? 'recorded';
  if (ledgerStatus !== status) {
    findings.push({
      table: 'consignment',
      row: number,
      fault: `is called ${ledgerStatus}, and its events are ${status}`,
    });
  }
  return findings;
}

function isReceiptOf(
  { transactionId, blockNumber, signature, recordedAt }: ConsignmentRecord,
  entry: LedgerEntry,
): boolean {
  return (
    transactionId === entry.transactionId &&
    blockNumber === entry.blockNumber &&
    signature === (entry.endorsers[0]?.signature ?? null) &&
    recordedAt?.getTime() === entry.blockTime.getTime()
  );
}
