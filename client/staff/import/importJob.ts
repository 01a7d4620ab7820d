import type { Message } from '../../../server/domain/messages/message.ts';
import { createWriteKeys, type WriteKeys } from '../../graphql/writeKeys.ts';
import type { ImportResult, ImportCall, ImportOutcome } from './importCall.ts';

/*
 * One import at a time. It continues while other screens are shown: select a file, check it, register it. Rows are
 * lots, or plots of a farm.
 */
export type ImportState =
  | { step: 'none' }
  | { step: 'checking' | 'importing'; file: File; sent: number }
  | { step: 'checked'; file: File; answer: ImportResult }
  | { step: 'done'; file: File; created: number; importId: string | null }
  | { step: 'unreadable'; file: File; faults: readonly Message[] }
  /** `during` is the step that failed; `isUndecided` is true if the rows may be registered nevertheless */
  | {
      step: 'failed';
      file: File;
      during: 'checking' | 'importing';
      statusCode: number | null;
      isUndecided: boolean;
    };

export interface ImportJob {
  subscribe: (listener: () => void) => () => void;
  read: () => ImportState;
  /** @param query parameters of the check, and of the registration after it */
  check: (file: File, query?: Readonly<Record<string, string>>) => Promise<void>;
  /** registers the rows of the checked file, or retries an undecided registration. Resolves when it ended */
  run: () => Promise<void>;
  /** returns to the initial state and aborts the current request */
  reset: () => void;
}

/** @param send see `sendImport` */
export function createImportJob(
  send: (call: ImportCall) => Promise<ImportOutcome>,
  keys: WriteKeys = createWriteKeys(),
): ImportJob {
  const listeners = new Set<() => void>();
  let state: ImportState = { step: 'none' };
  let underWay: AbortController | null = null;
  let query: Readonly<Record<string, string>> = {};
  const show = (next: ImportState): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  const work = async (file: File, during: 'checking' | 'importing', key: string | null): Promise<void> => {
    underWay?.abort();
    const mine = new AbortController();
    underWay = mine;
    show({ step: during, file, sent: 0 });
    const outcome = await send({
      file,
      query,
      dryRun: during === 'checking',
      key,
      onProgress: (sent) => {
        if (underWay === mine) show({ step: during, file, sent });
      },
      signal: mine.signal,
    });
    // The import was aborted, or another file was selected.
    if (underWay !== mine) return;
    underWay = null;
    const isUndecided = during === 'importing' && outcome.kind === 'failed' && isOpen(outcome.statusCode);
    if (!isUndecided) keys.decided();
    show(ended(file, during, outcome, isUndecided));
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => state,
    check(file, checkQuery = {}) {
      query = checkQuery;
      return work(file, 'checking', null);
    },
    async run() {
      if (state.step !== 'checked' && state.step !== 'failed') return;
      const { file } = state;
      await work(file, 'importing', keys.keyFor([file.name, file.size, file.lastModified, query]));
    },
    reset() {
      underWay?.abort();
      underWay = null;
      keys.decided();
      show({ step: 'none' });
    },
  };
}

function ended(
  file: File,
  during: 'checking' | 'importing',
  outcome: ImportOutcome,
  isUndecided: boolean,
): ImportState {
  if (outcome.kind === 'unreadable') return { step: 'unreadable', file, faults: outcome.faults };
  if (outcome.kind === 'failed') {
    return { step: 'failed', file, during, statusCode: outcome.statusCode, isUndecided };
  }
  const { answer } = outcome;
  // Conflicts that arose after the check are errors of the registration itself.
  if (during === 'checking' || answer.invalid > 0) return { step: 'checked', file, answer };
  return { step: 'done', file, created: answer.created, importId: answer.importId ?? null };
}

/** Whether a failed import may have been executed, or may still be. */
function isOpen(statusCode: number | null): boolean {
  return statusCode === null || statusCode === 409 || statusCode >= 500;
}
