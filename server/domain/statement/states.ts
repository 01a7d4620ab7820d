import type { Message } from '../messages/message.ts';
import { STATEMENT } from '../messages/statementMessages.ts';
import { STATEMENT_LIMITS, type StatementKind, type StatementState } from './statement.ts';

/** The states that may follow each state. */
const NEXT: Readonly<Record<StatementState, readonly StatementState[]>> = {
  draft: ['checked'],
  checked: ['draft', 'handed_over', 'submitted'],
  handed_over: ['available', 'rejected', 'amended', 'withdrawn'],
  submitted: ['available', 'rejected', 'amended', 'withdrawn'],
  available: ['amended', 'withdrawn', 'grouped', 'archived'],
  // When the grouped statement is withdrawn, the ones it refers to are free again.
  grouped: ['available', 'archived'],
  rejected: [],
  amended: [],
  withdrawn: [],
  archived: [],
};

/** The states that may follow a state. */
export function nextStatementStates(state: StatementState): readonly StatementState[] {
  return NEXT[state];
}

/** Why a statement may not move to a state; null when it may. */
export function statementMoveRefusal(from: StatementState, to: StatementState): Message | null {
  if (NEXT[from].includes(to)) return null;
  return from === to ? STATEMENT.sameState({ state: to }) : STATEMENT.wrongStep({ from, to });
}

/** Why the content of a statement cannot change; null while it is a draft. Later contents are new versions. */
export function statementContentRefusal(state: StatementState): Message | null {
  return state === 'draft' ? null : STATEMENT.contentFixed({ state });
}

const HOUR = 3_600_000;

/** When a statement that was submitted at a time can no longer be amended or withdrawn: 72 hours later. */
export function changeWindowEnd(submittedAt: Date): Date {
  return new Date(submittedAt.getTime() + STATEMENT_LIMITS.changeHours * HOUR);
}

/** A statement, as the rules of amending and withdrawing see it. */
export interface FiledStatement {
  kind: StatementKind;
  state: StatementState;
  /** null: it is not known when it was submitted, such as a package of which the importer has reported nothing */
  submittedAt: Date | null;
  /** an authority checks it, or customs uses it */
  underCheck: boolean;
}

/**
 * Why a statement may not be amended; null when it may. API V3 takes a change within 72 hours of the submission, of a
 * statement that no other one refers to and that no authority checks. Simplified declarations have no such window.
 */
export function amendRefusal(statement: FiledStatement, now: Date): Message | null {
  return changeRefusal(statement, now);
}

/** Why a statement may not be withdrawn; null when it may. The rules are those of `amendRefusal`. */
export function withdrawRefusal(statement: FiledStatement, now: Date): Message | null {
  return changeRefusal(statement, now);
}

function changeRefusal({ kind, state, submittedAt, underCheck }: FiledStatement, now: Date): Message | null {
  if (state === 'draft' || state === 'checked') return STATEMENT.notFiled({ state });
  if (state === 'grouped') return STATEMENT.grouped({});
  if (state !== 'handed_over' && state !== 'submitted' && state !== 'available') return STATEMENT.ended({ state });
  if (underCheck) return STATEMENT.underCheck({});
  if (kind === 'simplified') return null;
  // Whatever has its numbers was submitted: its 72 hours run, or are over.
  if (submittedAt === null) return state === 'handed_over' ? null : STATEMENT.submissionUnknown({});
  const end = changeWindowEnd(submittedAt);
  if (now.getTime() <= end.getTime()) return null;
  return STATEMENT.windowOver({ hours: STATEMENT_LIMITS.changeHours, since: end.toISOString() });
}

/** Whether a statement may be amended now. */
export function mayAmend(statement: FiledStatement, now: Date): boolean {
  return amendRefusal(statement, now) === null;
}

/** Whether a statement may be withdrawn now. */
export function mayWithdraw(statement: FiledStatement, now: Date): boolean {
  return withdrawRefusal(statement, now) === null;
}
