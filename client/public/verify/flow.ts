import { PUBLIC_STEPS } from '../../../server/domain/public/publicPages.ts';
import type { IntegrityCheck, LotAnswer } from './publicAnswers.ts';
import type { LedgerRecord } from './publicApi.ts';
import type { VerifyId, VerifyWord } from '../../words/verifyWords.ts';
import type { SearchType } from './searchInput.ts';

/*
 * The four verification steps as one pure reducer (docs/spec/public-pages.md, 'Steps of the verification'). Only
 * `located` changes the step, and it follows the address, so the browser's Back and the page's Back do the same.
 */
export type Step = Exclude<(typeof PUBLIC_STEPS)[number], 'share'>;
export const STEPS = PUBLIC_STEPS.filter((step): step is Step => step !== 'share');

/** A resource: idle, loading, loaded, or failed with a message; `mayRetry` if the same request may succeed later. */
export type Loaded<T> =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'ready'; value: T }
  | { status: 'failed'; message: VerifyWord; mayRetry: boolean };

export interface SearchProblem {
  message: VerifyWord;
  suggestions: VerifyId[];
}

export interface FlowState {
  step: Step;
  searchType: SearchType;
  value: string;
  searching: boolean;
  problem: SearchProblem | null;
  online: boolean;
  /** newest first */
  recent: string[];
  /** the lot in the address, as written */
  lotId: string | null;
  lot: Loaded<LotAnswer>;
  ledger: Loaded<LedgerRecord>;
  integrity: Loaded<IntegrityCheck>;
}

export type FlowEvent =
  | { type: 'deviceRead'; online: boolean; recent: string[] }
  | { type: 'located'; step: Step | null; lotId: string | null }
  | { type: 'searchTypeChosen'; searchType: SearchType }
  | { type: 'typed'; value: string }
  | { type: 'searchStarted' }
  | { type: 'searchFailed'; problem: SearchProblem }
  | { type: 'searchSucceeded'; answer: LotAnswer; recent: string[] }
  | { type: 'lotRequested' }
  | { type: 'lotLoaded'; answer: LotAnswer }
  | { type: 'lotFailed'; message: VerifyWord; mayRetry: boolean }
  | { type: 'ledgerRequested' }
  | { type: 'ledgerLoaded'; record: LedgerRecord }
  | { type: 'ledgerFailed'; message: VerifyWord }
  | { type: 'integrityRequested' }
  | { type: 'integrityChecked'; check: IntegrityCheck }
  | { type: 'integrityFailed'; message: VerifyWord }
  | { type: 'connectivityChanged'; online: boolean };

const IDLE = { status: 'idle' } as const;
const NO_LOT = { lotId: null, lot: IDLE, ledger: IDLE, integrity: IDLE } as const;

/**
 * The first screen; a reset from search returns to it and keeps `online` and `recent`. Device data comes with
 * `deviceRead`, so that server and browser start with the same state.
 */
export function startState(online = true, recent: string[] = []): FlowState {
  return {
    step: 'landing',
    searchType: 'lot',
    value: '',
    searching: false,
    problem: null,
    online,
    recent,
    ...NO_LOT,
  };
}

export function flow(state: FlowState, event: FlowEvent): FlowState {
  switch (event.type) {
    case 'deviceRead':
      return { ...state, online: event.online, recent: event.recent };
    case 'located':
      return locate(state, event.step, event.lotId);
    case 'searchTypeChosen':
      return { ...state, searchType: event.searchType, value: '', problem: null };
    case 'typed':
      return { ...state, value: event.value, problem: null };
    case 'searchStarted':
      return { ...state, searching: true, problem: null };
    case 'searchFailed':
      return { ...state, searching: false, problem: event.problem };
    case 'searchSucceeded':
      return {
        ...state,
        searching: false,
        recent: event.recent,
        ...NO_LOT,
        lotId: event.answer.lot.lotId,
        lot: { status: 'ready', value: event.answer },
      };
    case 'lotRequested':
      return { ...state, lot: { status: 'loading' } };
    case 'lotLoaded':
      return { ...state, lot: { status: 'ready', value: event.answer } };
    case 'lotFailed':
      return { ...state, lot: { status: 'failed', message: event.message, mayRetry: event.mayRetry } };
    case 'ledgerRequested':
      return { ...state, ledger: { status: 'loading' } };
    case 'ledgerLoaded':
      return { ...state, ledger: { status: 'ready', value: event.record } };
    case 'ledgerFailed':
      return { ...state, ledger: { status: 'failed', message: event.message, mayRetry: true } };
    case 'integrityRequested':
      return { ...state, integrity: { status: 'loading' } };
    case 'integrityChecked':
      return { ...state, integrity: { status: 'ready', value: event.check } };
    case 'integrityFailed':
      return { ...state, integrity: { status: 'failed', message: event.message, mayRetry: true } };
    case 'connectivityChanged':
      return event.online === state.online ? state : { ...state, online: event.online };
  }
}

/** Whether two lot numbers are equal, ignoring case. */
export function sameLot(one: string | null, other: string | null): boolean {
  return one?.toUpperCase() === other?.toUpperCase();
}

function locate(state: FlowState, step: Step | null, lotId: string | null): FlowState {
  if (lotId !== null) {
    const shown: Step = step === 'blockchain' ? 'blockchain' : 'results';
    if (lotId === state.lotId && shown === state.step) return state;
    return sameLot(lotId, state.lotId)
      ? { ...state, step: shown, lotId }
      : { ...state, ...NO_LOT, step: shown, lotId, searching: false };
  }
  if (step !== 'search') return startState(state.online, state.recent);
  // From a result, back starts a new search: clears the lot and the input.
  return state.step === 'search'
    ? { ...state, ...NO_LOT }
    : { ...startState(state.online, state.recent), step: 'search', searchType: state.searchType };
}
