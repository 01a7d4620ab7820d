import { clearanceBlockers } from '../consignment/closing.ts';
import { PREFLIGHT } from '../messages/statementMessages.ts';
import { contentFindings } from './contentFindings.ts';
import type { PreflightFacts, PreflightFinding } from './preflightFinding.ts';
import type { StatementContent } from './statement.ts';

/**
 * What the EU Information System would reject a statement for, in its own codes, and what we refuse: lots that are not
 * clear, whose check is older than 30 days, that have no plot or differ from the ledger, and sample data. Empty if the
 * statement can be filed.
 */
export function preflight(content: StatementContent, facts: PreflightFacts): PreflightFinding[] {
  return [...lotFindings(facts), ...contentFindings(content, facts)];
}

/** The part that is the same for all contents that a statement was split into: sample data and lots. */
export function lotFindings({ now, sampleData, lots }: PreflightFacts): PreflightFinding[] {
  const own = { code: null, severity: 'fault' as const, lotId: null, plot: null, field: null };
  const findings: PreflightFinding[] = sampleData ? [{ ...own, message: PREFLIGHT.sampleData({}), mend: null }] : [];
  for (const { lotId, matchesLedger, ...lot } of lots) {
    if (!matchesLedger) {
      findings.push({ ...own, lotId, message: PREFLIGHT.differsFromLedger({}), mend: 'inspectLot' });
    }
    const blockers = clearanceBlockers(lot, now);
    findings.push(...blockers.map(({ message, mend }) => ({ ...own, lotId, message, mend })));
  }
  return findings;
}

/** Whether a statement can be filed: no finding is a fault. */
export function isFileable(findings: readonly Pick<PreflightFinding, 'severity'>[]): boolean {
  return findings.every(({ severity }) => severity !== 'fault');
}
