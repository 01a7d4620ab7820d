import type { DeforestationStatus } from './deforestation.ts';
import { readContent, type LotContent } from '../ledger/content.ts';
import type { PendingReason, StatusSource } from './statusCodes.ts';
import { concludeEvidence } from '../verification/evidence.ts';

/**
 * The source of a lot's present deforestation status, only as codes: for readers who may not see free text of people.
 */
export interface StatusOrigin {
  decidedBy: StatusSource;
  /** YYYY-MM-DD, UTC; null without a decision */
  decidedOn: string | null;
  /** null unless the status is `Pending Review` */
  pendingReason: PendingReason | null;
}

/** A lot's events and satellite checks, in any order. */
export interface StatusFacts {
  events: readonly { seq: number; content: string }[];
  checks: readonly { endedAt: Date; evidence: string }[];
}

/**
 * Finds who decided a lot's present status, and what a pending one waits for. A person's decision holds over later
 * checks that do not change the status (docs/spec/plots-and-satellite-checks.md, 'Result of a check').
 */
export function statusOrigin(status: DeforestationStatus, { events, checks }: StatusFacts): StatusOrigin {
  const contents = [...events]
    .sort((a, b) => b.seq - a.seq)
    .map(({ content }) => readContent(content))
    .filter((content): content is LotContent => content !== null && content.type !== 'alert');
  const deciding = decisionOf(contents, status);
  const decidedBy = deciding?.type === 'reviewed' ? 'person' : deciding?.type === 'satellite' ? 'check' : 'nobody';
  return {
    decidedBy,
    decidedOn: deciding === null || decidedBy === 'nobody' ? null : deciding.at.slice(0, 10),
    pendingReason: status === 'Pending Review' ? pendingReason(contents, checks) : null,
  };
}

/** Of the newest events that all set the present status: the review among them, else the newest. @param contents newest first */
function decisionOf(contents: readonly LotContent[], status: DeforestationStatus): LotContent | null {
  const setting = contents.filter(({ set }) => set.deforestationStatus !== undefined);
  const changed = setting.findIndex(({ set }) => set.deforestationStatus !== status);
  const holding = changed === -1 ? setting : setting.slice(0, changed);
  return holding.find(({ type }) => type === 'reviewed') ?? holding[0] ?? null;
}

/** @param contents newest first */
function pendingReason(contents: readonly LotContent[], checks: StatusFacts['checks']): PendingReason {
  const last = contents.find(({ type, commit }) => type === 'satellite' || commit.place !== undefined);
  if (last === undefined || last.type === 'created') return 'first_check_queued';
  if (last.type !== 'satellite') return 'new_place_check_queued';
  const check = checks.find(({ endedAt }) => endedAt.toISOString() === last.at);
  const conclusion = check && concludeEvidence(check.evidence)?.conclusion;
  // Evidence that was erased with its place says no more than that.
  if (conclusion === undefined) return 'inconclusive';
  // What a check clears stays pending only while an alert of the lot is looked into.
  return conclusion.kind === 'inconclusive' ? conclusion.code : 'alert_open';
}
