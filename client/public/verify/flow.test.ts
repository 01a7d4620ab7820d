import { describe, expect, it } from 'vitest';
import { flow, startState, type FlowEvent, type FlowState, type SearchProblem } from './flow.ts';
import { readLotAnswer, type LotAnswer } from './publicAnswers.ts';

function answerFor(lotId: string): LotAnswer {
  const answer = readLotAnswer({ lot: { lotId } });
  if (answer === null) throw new Error('not a lot');
  return answer;
}

function after(...events: FlowEvent[]): FlowState {
  return events.reduce(flow, startState(true, ['LOT9']));
}

const toSearch: FlowEvent = { type: 'located', step: 'search', lotId: null };
const found: FlowEvent = { type: 'searchSucceeded', answer: answerFor('LOT701'), recent: ['LOT701', 'LOT9'] };
const toResults: FlowEvent = { type: 'located', step: 'results', lotId: 'LOT701' };
const toBlockchain: FlowEvent = { type: 'located', step: 'blockchain', lotId: 'LOT701' };
const problem: SearchProblem = { message: { id: 'input.empty' }, suggestions: ['hint.later'] };

describe('flow', () => {
  it('walks landing, search, results, blockchain and back to results with the lot kept', () => {
    expect(after().step).toBe('landing');
    expect(after(toSearch).step).toBe('search');
    const results = after(toSearch, found, toResults);
    expect(results).toMatchObject({ step: 'results', lotId: 'LOT701', lot: { status: 'ready' } });
    const ledger = flow(results, toBlockchain);
    expect(ledger).toMatchObject({ step: 'blockchain', lot: { status: 'ready' } });
    expect(flow(ledger, toResults)).toMatchObject({ step: 'results', lot: { status: 'ready' } });
  });

  it('clears the lot and the input when it comes back from results to search', () => {
    const state = after(toSearch, { type: 'typed', value: 'LOT701' }, found, toResults, toSearch);
    expect(state).toMatchObject({ step: 'search', value: '', lotId: null, lot: { status: 'idle' } });
    expect(state.recent).toEqual(['LOT701', 'LOT9']);
  });

  it('stays as it is where the address names what is shown already, so that nothing is drawn again', () => {
    const state = after(toSearch, found, toResults);
    expect(flow(state, toResults)).toBe(state);
    expect(flow(state, { ...toResults, step: null })).toBe(state);
  });

  it('keeps connectivity and recent searches when it resets to landing', () => {
    const state = after(
      toSearch,
      { type: 'connectivityChanged', online: false },
      { type: 'typed', value: 'LOT1' },
      { type: 'searchFailed', problem },
      { type: 'located', step: null, lotId: null },
    );
    expect(state).toEqual(startState(false, ['LOT9']));
  });

  it('opens a lot that the address names, and forgets the one before', () => {
    expect(after({ type: 'located', step: null, lotId: 'LOT1' })).toMatchObject({ step: 'results', lotId: 'LOT1' });
    const other = after(toSearch, found, toResults, { type: 'located', step: null, lotId: 'LOT2' });
    expect(other).toMatchObject({ lotId: 'LOT2', lot: { status: 'idle' }, integrity: { status: 'idle' } });
  });

  it('knows a lot again in lower case', () => {
    const state = after(toSearch, found, { type: 'located', step: null, lotId: 'lot701' });
    expect(state.lot.status).toBe('ready');
  });

  it('opens the ledger step of a lot that is not loaded yet', () => {
    expect(after(toBlockchain)).toMatchObject({ step: 'blockchain', lotId: 'LOT701', lot: { status: 'idle' } });
  });

  it('has no blockchain step without a lot', () => {
    expect(after({ type: 'located', step: 'blockchain', lotId: null }).step).toBe('landing');
  });

  it('clears value and problem when the search type changes', () => {
    const state = after(
      toSearch,
      { type: 'typed', value: 'x' },
      { type: 'searchFailed', problem },
      { type: 'searchTypeChosen', searchType: 'batch' },
    );
    expect(state).toMatchObject({ searchType: 'batch', value: '', problem: null });
  });

  it('clears the problem when something is typed, and when a search starts', () => {
    const failed = after(toSearch, { type: 'searchFailed', problem });
    expect(failed.problem).toEqual(problem);
    expect(flow(failed, { type: 'typed', value: 'L' })).toMatchObject({ value: 'L', problem: null });
    expect(flow(failed, { type: 'searchStarted' })).toMatchObject({ searching: true, problem: null });
  });

  it('is no longer searching after an answer of either kind, or when the page is left', () => {
    const searching = after(toSearch, { type: 'searchStarted' });
    expect(flow(searching, { type: 'searchFailed', problem }).searching).toBe(false);
    expect(flow(searching, found).searching).toBe(false);
    expect(flow(searching, { type: 'located', step: null, lotId: 'LOT2' }).searching).toBe(false);
  });

  it('starts a new lot without the ledger answers of the one before', () => {
    const before = after(toSearch, found, toResults, {
      type: 'integrityFailed',
      message: { id: 'call.integrityFailed' },
    });
    expect(flow(before, { type: 'searchSucceeded', answer: answerFor('LOT2'), recent: [] })).toMatchObject({
      lotId: 'LOT2',
      integrity: { status: 'idle' },
      ledger: { status: 'idle' },
    });
  });
});
