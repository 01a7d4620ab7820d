import { z } from 'zod';
import { alertAnswer, alertFinding, alertPlace } from '../ledger/alertFacts.ts';
import type { CommittedField, EventContent } from '../ledger/content.ts';
import { canonicalText } from '../proof/hashing.ts';

/** An alert as its row has it, not trusted yet. `ledgerKey`: its name on the ledger; null: never recorded there. */
export const alertRow = z.object({
  ledgerKey: z.string().nullable(),
  type: z.string(),
  severity: z.string(),
  status: z.string(),
  title: z.string(),
  description: z.string(),
  latMicro: z.int().nullable(),
  lonMicro: z.int().nullable(),
  findingKey: z.string(),
  findingPixels: z.unknown(),
  checkId: z.string().nullable(),
  note: z.string().nullable(),
  outcome: z.string().nullable(),
  acknowledgedAt: z.date().nullable(),
  /** id of the person or the partner key */
  acknowledgedBy: z.string().nullable(),
  closedAt: z.date().nullable(),
  closedBy: z.string().nullable(),
  createdAt: z.date(),
});
export type StoredAlert = z.infer<typeof alertRow>;

/** A committed value as it is kept and was checked; undefined: erased, or never given. */
export type ReadKept = (eventId: string, field: CommittedField) => unknown;

/** An alert whose row differs from the ledger. */
export interface AlertFault {
  /** status in the row; null: there is no row */
  inDatabase: string | null;
  /** status by the ledger; null: it knows no such alert */
  onLedger: string | null;
}

/**
 * Compares a lot's alerts with their steps on its chain.
 * @param contents all events of the lot in order, recorded and waiting
 * @param kept values whose commitments were checked before
 */
export function alertFaults(
  rows: readonly StoredAlert[],
  contents: readonly EventContent[],
  kept: ReadKept,
): AlertFault[] {
  const steps = Map.groupBy(
    contents.filter((content) => content.type === 'alert'),
    ({ alert }) => alert.key,
  );
  const faults: AlertFault[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const own = row.ledgerKey === null ? undefined : steps.get(row.ledgerKey);
    if (row.ledgerKey !== null) seen.add(row.ledgerKey);
    const told = own === undefined ? null : reportedAlert(own, kept);
    if (told === null || !told.agrees(row)) faults.push({ inDatabase: row.status, onLedger: told?.status ?? null });
  }
  for (const [key, own] of steps) {
    if (!seen.has(key)) faults.push({ inDatabase: null, onLedger: reportedAlert(own, kept)?.status ?? null });
  }
  return faults;
}

type AlertEvent = Extract<EventContent, { type: 'alert' }>;

function reportedAlert(
  events: readonly AlertEvent[],
  kept: ReadKept,
): { status: string; agrees(row: StoredAlert): boolean } | null {
  const newest = (field: CommittedField): { committed: boolean; value: unknown } => {
    const event = events.findLast(({ commit }) => commit[field] !== undefined);
    return { committed: event !== undefined, value: event === undefined ? undefined : kept(event.eventId, field) };
  };
  const finding = alertFinding.safeParse(newest('alertFinding').value).data;
  const answer = alertAnswer.safeParse(newest('alertAnswer').value).data;
  if (finding === undefined || answer === undefined) return null;
  const place = newest('alertPlace').value;
  const note = newest('alertNote').value ?? null;
  const agrees = (row: StoredAlert): boolean =>
    same(
      {
        type: row.type,
        severity: row.severity,
        title: row.title,
        description: row.description,
        raisedAt: row.createdAt.toISOString(),
      },
      finding,
    ) &&
    same(
      {
        status: row.status,
        acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
        acknowledgedBy: row.acknowledgedBy,
        closedAt: row.closedAt?.toISOString() ?? null,
        closedBy: row.closedBy,
        outcome: row.outcome,
        role: answer.role,
      },
      answer,
    ) &&
    row.note === note &&
    placeAgrees(row, place);
  return { status: answer.status, agrees };
}

/** @param place undefined once erased: then the row has none either */
function placeAgrees(row: StoredAlert, place: unknown): boolean {
  const { latMicro, lonMicro, findingKey, findingPixels: pixels, checkId } = row;
  if (place === undefined) return latMicro === null && lonMicro === null && same(pixels, []);
  const told = alertPlace.safeParse(place).data;
  return told !== undefined && same({ latMicro, lonMicro, findingKey, pixels, checkId }, told);
}

const same = (a: unknown, b: unknown): boolean => canonicalText(a) === canonicalText(b);
