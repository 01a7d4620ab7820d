import { describe, expect, it } from 'vitest';
import { STATEMENT } from '../messages/statementMessages.ts';
import { STATEMENT_STATES, type StatementState } from './statement.ts';
import {
  amendRefusal,
  changeWindowEnd,
  mayAmend,
  mayWithdraw,
  nextStatementStates,
  statementContentRefusal,
  statementMoveRefusal,
  withdrawRefusal,
  type FiledStatement,
} from './states.ts';

const SUBMITTED = new Date('2026-03-14T09:30:00.000Z');
const END = new Date('2026-03-17T09:30:00.000Z');
const FILED: FiledStatement = { kind: 'due_diligence', state: 'available', submittedAt: SUBMITTED, underCheck: false };

describe('the states of a statement', () => {
  it.each<[StatementState, StatementState[]]>([
    ['draft', ['checked']],
    ['checked', ['draft', 'handed_over', 'submitted']],
    ['handed_over', ['available', 'rejected', 'amended', 'withdrawn']],
    ['submitted', ['available', 'rejected', 'amended', 'withdrawn']],
    ['available', ['amended', 'withdrawn', 'grouped', 'archived']],
    ['grouped', ['available', 'archived']],
    ['rejected', []],
    ['amended', []],
    ['withdrawn', []],
    ['archived', []],
  ])('%s is followed by %j alone', (from, next) => {
    expect(nextStatementStates(from)).toEqual(next);
    for (const to of STATEMENT_STATES) {
      const refusal = from === to ? STATEMENT.sameState({ state: to }) : STATEMENT.wrongStep({ from, to });
      expect(statementMoveRefusal(from, to)).toEqual(next.includes(to) ? null : refusal);
    }
  });

  it('freeze the content once it is checked', () => {
    expect(statementContentRefusal('draft')).toBeNull();
    expect(statementContentRefusal('handed_over')?.text).toBe(
      "This statement is handed over. You can't change its content.",
    );
  });
});

describe('amending and withdrawing', () => {
  it('ends 72 hours after the submission', () => {
    expect(changeWindowEnd(SUBMITTED)).toEqual(END);
    expect(mayAmend(FILED, END)).toBe(true);
    expect(mayWithdraw(FILED, END)).toBe(true);
    const late = new Date(END.getTime() + 1);
    expect(mayAmend(FILED, late)).toBe(false);
    expect(mayWithdraw(FILED, late)).toBe(false);
    expect(withdrawRefusal(FILED, late)?.text).toBe(
      'You could amend or withdraw the statement for 72 hours, until 2026-03-17 09:30 UTC',
    );
  });

  it.each<[string, Partial<FiledStatement>, string | null]>([
    ['a draft', { state: 'draft', submittedAt: null }, 'statement.not_filed'],
    ['a checked one', { state: 'checked', submittedAt: null }, 'statement.not_filed'],
    ['one that was handed over, of which nothing is known', { state: 'handed_over', submittedAt: null }, null],
    ['one that was handed over and submitted', { state: 'handed_over' }, null],
    ['a submitted one', { state: 'submitted' }, null],
    ['an available one', {}, null],
    ['one that has numbers and no time of submission', { submittedAt: null }, 'statement.submission_unknown'],
    ['one that a grouped statement refers to', { state: 'grouped' }, 'statement.grouped'],
    ['one that an authority checks', { underCheck: true }, 'statement.under_check'],
    ['a rejected one', { state: 'rejected' }, 'statement.ended'],
    ['a withdrawn one', { state: 'withdrawn' }, 'statement.ended'],
    ['an amended one', { state: 'amended' }, 'statement.ended'],
    ['an archived one', { state: 'archived' }, 'statement.ended'],
  ])('is right for %s', (_what, changes, code) => {
    const statement = { ...FILED, ...changes };
    expect(amendRefusal(statement, SUBMITTED)?.code ?? null).toBe(code);
    expect(withdrawRefusal(statement, SUBMITTED)?.code ?? null).toBe(code);
  });

  it('has no end for simplified declarations', () => {
    expect(mayAmend({ ...FILED, kind: 'simplified' }, new Date('2027-03-14T09:30:00Z'))).toBe(true);
    expect(mayAmend({ ...FILED, kind: 'simplified', submittedAt: null }, SUBMITTED)).toBe(true);
  });
});
