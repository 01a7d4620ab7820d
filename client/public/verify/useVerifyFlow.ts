import { startTransition, use, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { VerifyWord } from '../../words/verifyWords.ts';
import { askedLocale } from '../../../server/domain/public/publicPages.ts';
import { forgetCopy } from '../offline/offlineCopies.ts';
import { drawnQuery } from '../pageAddress.ts';
import { pageAt } from '../pages.ts';
import { PlacesHere, usePlace } from '../navigation.ts';
import { flow, sameLot, startState, type FlowState, type SearchProblem } from './flow.ts';
import { Given } from './givenLot.ts';
import { loadLedgerParts } from './loadLedgerParts.ts';
import {
  fetchLedgerRecord,
  fetchLot,
  inEnglish,
  PublicCallError,
  searchLot,
  serviceIsDown,
  userMessage,
  verifyIntegrity,
} from './publicApi.ts';
import { keepRecent, loadRecent, withSearch } from './recentSearches.ts';
import { reportSearch } from './searchEvent.ts';
import { checkInput, checkLotId, type SearchType } from './searchInput.ts';
import { addressOf, stepIn } from './stepAddress.ts';
import { suggestionsFor } from './suggestions.ts';

export interface VerifyFlow {
  state: FlowState;
  /** the step changed on this page, so the focus should follow; false on the first view */
  moved: boolean;
  /** addresses of the next steps, the same as in the server's render */
  ways: { search: string; share: string; blockchain: string; back: string };
  findProduct: () => void;
  back: () => void;
  chooseSearchType: (searchType: SearchType) => void;
  type: (value: string) => void;
  search: (searchType?: SearchType, value?: string) => void;
  retryLot: () => void;
  openBlockchain: () => void;
  loadLedger: () => void;
  verify: () => void;
}

const OFFLINE: VerifyWord = { id: 'call.offline' };

/** Runs one job at a time: starting it again, or unmounting, aborts the previous run. */
function useJob() {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return useMemo(
    () => ({
      start(): AbortSignal {
        running.current?.abort();
        running.current = new AbortController();
        return running.current.signal;
      },
      stop: () => running.current?.abort(),
    }),
    [],
  );
}

/** State of the verification flow, bound to the address, the network and this device's storage. */
export function useVerifyFlow(): VerifyFlow {
  const place = usePlace();
  const { go, back: goBack } = use(PlacesHere);
  const { search: query } = place;
  const named = pageAt(place.pathname)?.lotId ?? null;
  const namedStep = stepIn(query);
  const given = use(Given);
  const [state, dispatch] = useReducer(flow, null, () => {
    const located = flow(startState(), { type: 'located', step: namedStep, lotId: named });
    return given !== null && sameLot(given.lotId, named)
      ? { ...located, lot: given.lot, ledger: given.ledger }
      : located;
  });
  // As a transition, together with other device data (PublicSite.tsx).
  useEffect(
    () => startTransition(() => dispatch({ type: 'deviceRead', online: navigator.onLine, recent: loadRecent() })),
    [],
  );
  const [firstKey] = useState(place.key);
  const searchJob = useJob();
  const lotJob = useJob();
  const ledgerJob = useJob();
  const integrityJob = useJob();

  useConnectivity(useCallback((online: boolean) => dispatch({ type: 'connectivityChanged', online }), []));

  useEffect(() => {
    searchJob.stop();
    // Responses for the previous lot must not be applied to the next one.
    if (named === null) for (const job of [lotJob, ledgerJob, integrityJob]) job.stop();
    dispatch({ type: 'located', step: namedStep, lotId: named });
  }, [namedStep, named, searchJob, lotJob, ledgerJob, integrityJob]);

  const loadLot = useCallback(
    async (written: string) => {
      ledgerJob.stop();
      integrityJob.stop();
      const signal = lotJob.start();
      const parsed = checkLotId(written);
      if ('message' in parsed) return dispatch({ type: 'lotFailed', message: { id: parsed.message }, mayRetry: false });
      if (!navigator.onLine) return dispatch({ type: 'lotFailed', message: OFFLINE, mayRetry: true });
      dispatch({ type: 'lotRequested' });
      try {
        const answer = await fetchLot(parsed.lotId, signal);
        if (!signal.aborted) dispatch({ type: 'lotLoaded', answer });
      } catch (error) {
        if (signal.aborted) return;
        const mayRetry = !(error instanceof PublicCallError && error.kind === 'notFound');
        dispatch({ type: 'lotFailed', message: userMessage(error), mayRetry });
      }
    },
    [lotJob, ledgerJob, integrityJob],
  );

  const loadLedger = useCallback(
    async (lotId: string) => {
      const signal = ledgerJob.start();
      dispatch({ type: 'ledgerRequested' });
      // The component that needs the script reports a failure to load.
      loadLedgerParts().catch(() => undefined);
      try {
        const record = await fetchLedgerRecord(lotId, signal);
        if (!signal.aborted) dispatch({ type: 'ledgerLoaded', record });
      } catch (error) {
        if (!signal.aborted) dispatch({ type: 'ledgerFailed', message: userMessage(error) });
      }
    },
    [ledgerJob],
  );

  const { step, lotId } = state;
  const lotIdle = state.lot.status === 'idle';
  useEffect(() => {
    if (lotId !== null && lotIdle) void loadLot(lotId);
  }, [lotId, lotIdle, loadLot]);

  const shownId = state.lot.status === 'ready' ? state.lot.value.lot.lotId : null;
  const ledgerIdle = state.ledger.status === 'idle';
  useEffect(() => {
    if (step === 'blockchain' && shownId !== null && ledgerIdle) void loadLedger(shownId);
  }, [step, shownId, ledgerIdle, loadLedger]);

  async function search(searchType: SearchType, value: string): Promise<void> {
    if (state.searching) return;
    const refuse = (problem: SearchProblem): void => dispatch({ type: 'searchFailed', problem });
    const checked = checkInput(searchType, value);
    if (checked.kind === 'invalid') {
      return refuse({ message: { id: checked.message }, suggestions: suggestionsFor(searchType, 'input') });
    }
    if (!state.online || !navigator.onLine) {
      return refuse({ message: OFFLINE, suggestions: suggestionsFor(searchType, 'network') });
    }
    if (checked.kind === 'unsupported') {
      const message = { id: checked.message };
      const errorMessage = inEnglish(message);
      reportSearch({ searchType, searchValue: checked.value, found: false, responseTime: 0, errorMessage });
      return refuse({ message, suggestions: suggestionsFor(searchType, 'unsupported') });
    }
    const wanted = checked.lotId;
    const signal = searchJob.start();
    dispatch({ type: 'searchStarted' });
    const started = performance.now();
    const report = (found: boolean, errorMessage: string | null): void =>
      reportSearch({
        searchType,
        searchValue: wanted,
        found,
        responseTime: performance.now() - started,
        errorMessage,
      });
    try {
      // In parallel, because round trips are slow on a weak connection; an error of the search takes precedence.
      const details = fetchLot(wanted, signal);
      details.catch(() => undefined);
      await searchLot(wanted, signal);
      const answer = await details;
      if (signal.aborted) return;
      report(true, null);
      const recent = withSearch(state.recent, answer.lot.lotId);
      keepRecent(recent);
      dispatch({ type: 'searchSucceeded', answer, recent });
      go(addressOf('results', answer.lot.lotId, query));
    } catch (error) {
      if (signal.aborted) return;
      report(false, error instanceof Error ? error.message : String(error));
      const kind = error instanceof PublicCallError ? error.kind : 'other';
      if (kind === 'notFound') void forgetCopy(wanted);
      refuse({ message: userMessage(error), suggestions: suggestionsFor(searchType, kind) });
    }
  }

  async function verify(id: string): Promise<void> {
    const signal = integrityJob.start();
    dispatch({ type: 'integrityRequested' });
    try {
      const check = await verifyIntegrity(id, signal);
      if (!signal.aborted) dispatch({ type: 'integrityChecked', check });
    } catch (error) {
      if (signal.aborted) return;
      dispatch({ type: 'integrityFailed', message: userMessage(error) });
    }
  }

  /** @param asked the query to keep */
  function before(asked: string): string {
    if (step === 'blockchain' && lotId !== null) return addressOf('results', shownId ?? lotId, asked);
    return addressOf(step === 'results' ? 'search' : 'landing', null, asked);
  }

  function back(): void {
    if (place.isStep) goBack();
    else go(before(query), { replace: true });
  }

  const drawn = drawnQuery(askedLocale(query), null);

  return {
    state,
    moved: place.key !== firstKey,
    ways: {
      search: addressOf('search', null, drawn),
      share: addressOf('share', shownId ?? lotId, drawn),
      blockchain: addressOf('blockchain', shownId ?? lotId, drawn),
      back: before(drawn),
    },
    findProduct: () => go(addressOf('search', null, query)),
    back,
    chooseSearchType: (searchType) => dispatch({ type: 'searchTypeChosen', searchType }),
    type: (value) => dispatch({ type: 'typed', value }),
    search: (searchType = state.searchType, value = state.value) => void search(searchType, value),
    retryLot: () => {
      if (lotId !== null) void loadLot(lotId);
    },
    openBlockchain: () => {
      if (lotId === null) return;
      go(addressOf('blockchain', lotId, query));
    },
    loadLedger: () => {
      if (shownId !== null) void loadLedger(shownId);
    },
    verify: () => {
      if (shownId !== null) void verify(shownId);
    },
  };
}

const POLL_MS = 30_000;

/**
 * Reports changes between online and offline: from the browser's events, and from the health of the service, which is
 * requested at once and every 30 s while the page is visible.
 */
function useConnectivity(report: (online: boolean) => void): void {
  useEffect(() => {
    const life = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let down = false;
    const tell = (): void => report(navigator.onLine && !down);

    async function poll(): Promise<void> {
      clearTimeout(timer);
      if (document.hidden || life.signal.aborted) return;
      if (navigator.onLine) down = await serviceIsDown(life.signal);
      if (life.signal.aborted) return;
      tell();
      clearTimeout(timer);
      timer = setTimeout(poll, POLL_MS);
    }

    const { signal } = life;
    addEventListener('online', () => void poll(), { signal });
    addEventListener('offline', tell, { signal });
    document.addEventListener('visibilitychange', () => void poll(), { signal });
    void poll();
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [report]);
}
