import type { RecordOutcome, Recorded } from '../../server/domain/ledger/ledger.ts';

/** Where an event stands that has to be recorded. */
export function placeOf(outcome: RecordOutcome | undefined): Recorded {
  if (outcome?.kind !== 'recorded') throw new Error(`Not recorded: ${JSON.stringify(outcome)}`);
  return outcome.recorded;
}

/** What became of an event: `recorded`, or the code of its refusal. */
export function codeOf(outcome: RecordOutcome | undefined): string {
  return outcome?.kind === 'refused' ? outcome.refusal.code : 'recorded';
}
