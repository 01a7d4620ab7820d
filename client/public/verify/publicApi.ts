import {
  holderOf,
  messageOf,
  readIntegrityCheck,
  readLedgerDriver,
  readLedgerSummary,
  readLot,
  readLotAnswer,
  readProvenanceChain,
  saysDown,
  type IntegrityCheck,
  type LedgerSummary,
  type LotAnswer,
  type ProvenanceEntry,
  type PublicLot,
} from './publicAnswers.ts';
import { waitFor, withRetry } from './retry.ts';

/*
 * The public REST calls (public specification, sections 7 and 8), without a login and without Apollo: this area must be light.
 */
const BASE = '/api/v1';
export const TIMEOUT_MS = 15_000;

export type FailureKind = 'denied' | 'limited' | 'notFound' | 'network' | 'timeout' | 'unavailable' | 'other';

/** A public call that gave no answer to show; `message` is the catalogue's text. */
export class PublicCallError extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.name = 'PublicCallError';
    this.kind = kind;
  }
}

interface Wording {
  denied: string;
  limited: string;
  notFound: (status: string) => string;
  other: (status: string, code: number) => string;
}

const SEARCH: Wording = {
  denied: 'Access denied - automated access not allowed',
  limited: 'Rate limit exceeded - please wait and try again',
  notFound: (status) => `Search failed: ${status}`,
  other: (status) => `Search failed: ${status}`,
};
const LOT: Wording = {
  denied: 'Access denied - please use a supported browser or app',
  limited: 'Too many requests - please wait a moment and try again',
  notFound: () => 'Lot not found or not available for public verification',
  other: (status) => `Request failed: ${status}`,
};
const LEDGER: Wording = {
  denied: 'Access denied - please try again with a supported browser',
  limited: 'Rate limit exceeded - please wait and try again',
  notFound: () => 'Blockchain data not found for this lot',
  other: (status, code) => `Request failed: ${code} ${status}`.trim(),
};

const SEARCH_OFFLINE = 'Search failed. Please check your connection and try again.';
export const BOTH_FAILED = 'Blockchain data is not available for this lot';
export const ONE_FAILED = 'Some blockchain data could not be loaded';
export const INTEGRITY_FAILED = 'Integrity verification failed';

/** HTTP/2 sends no status text; these are the names of RFC 9110. */
const STATUS_NAMES: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** What a person reads of a failure (public specification, section 8, 'User-facing rewrites'). */
export function userMessage(error: unknown): string {
  if (!(error instanceof PublicCallError)) return SEARCH_OFFLINE;
  switch (error.kind) {
    case 'denied':
      return 'Access denied. Please use a supported browser or the official app.';
    case 'limited':
      return 'Too many requests. Please wait a moment and try again.';
    case 'network':
      return 'Connection issue. Please check your internet and try again.';
    case 'timeout':
      return 'The request took too long to complete. Please try again.';
    case 'notFound':
    case 'unavailable':
    case 'other':
      return error.message;
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof PublicCallError && (error.kind === 'network' || error.kind === 'unavailable');
}

function failureOf(response: Response, wording: Wording): PublicCallError {
  const status = response.statusText || (STATUS_NAMES[response.status] ?? String(response.status));
  switch (response.status) {
    case 403:
      return new PublicCallError('denied', wording.denied);
    case 429:
      return new PublicCallError('limited', wording.limited);
    case 404:
      return new PublicCallError('notFound', wording.notFound(status));
    case 502:
    case 503:
      return new PublicCallError('unavailable', wording.other(status, response.status));
    default:
      return new PublicCallError('other', wording.other(status, response.status));
  }
}

async function callOnce(path: string, method: 'GET' | 'POST', wording: Wording, signal: AbortSignal): Promise<unknown> {
  const attempt = new AbortController();
  const stop = (): void => attempt.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => attempt.abort(new PublicCallError('timeout', 'Timeout')), TIMEOUT_MS);
  try {
    const response = await fetch(BASE + path, {
      method,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' },
      signal: attempt.signal,
    });
    if (!response.ok) throw failureOf(response, wording);
    return await response.json();
  } catch (error) {
    if (attempt.signal.aborted) throw attempt.signal.reason;
    if (error instanceof PublicCallError) throw error;
    // Anything else is a broken line or half an answer.
    throw new PublicCallError(
      'network',
      error instanceof Error && error.message !== '' ? error.message : SEARCH_OFFLINE,
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function call(path: string, wording: Wording, signal: AbortSignal, method: 'GET' | 'POST' = 'GET'): Promise<unknown> {
  return withRetry(() => callOnce(path, method, wording, signal), {
    mayPass,
    wait: (milliseconds) => waitFor(milliseconds, signal),
  });
}

const lotPath = (lotId: string): string => `/lots/public/${encodeURIComponent(lotId)}`;

/**
 * Looks a lot number up.
 * @throws PublicCallError; for an unknown number with the rewritten text of the catalogue
 */
export async function searchLot(lotId: string, signal: AbortSignal): Promise<PublicLot> {
  let answer: unknown;
  try {
    answer = await call(`/lots/public/search?lotId=${encodeURIComponent(lotId)}`, SEARCH, signal);
  } catch (error) {
    if (!(error instanceof PublicCallError) || error.kind !== 'notFound') throw error;
    throw new PublicCallError('notFound', 'The lot number you entered was not found. Please check and try again.');
  }
  const lot = readLot(holderOf(answer, 'lot')?.['lot']);
  if (lot === null) throw new PublicCallError('notFound', messageOf(answer) ?? 'Lot not found');
  return lot;
}

/** Reads one lot with what the ledger says of it. @throws PublicCallError */
export async function fetchLot(lotId: string, signal: AbortSignal): Promise<LotAnswer> {
  const answer = readLotAnswer(await call(lotPath(lotId), LOT, signal));
  if (answer === null) throw new PublicCallError('notFound', 'Lot data not available');
  return answer;
}

/** What the ledger holds of a lot, in short. @throws PublicCallError */
export async function fetchLedgerSummary(lotId: string, signal: AbortSignal): Promise<LedgerSummary> {
  const summary = readLedgerSummary(await call(`${lotPath(lotId)}/blockchain`, LEDGER, signal));
  if (summary === null) throw new PublicCallError('notFound', LEDGER.notFound(''));
  return summary;
}

async function fetchChain(lotId: string, signal: AbortSignal): Promise<ProvenanceEntry[]> {
  const chain = readProvenanceChain(await call(`${lotPath(lotId)}/provenance`, LEDGER, signal));
  if (chain === null) throw new PublicCallError('notFound', LEDGER.notFound(''));
  return chain;
}

async function fetchDriver(signal: AbortSignal): Promise<string | null> {
  try {
    return readLedgerDriver(await callOnce('/blockchain/health', 'GET', LEDGER, signal));
  } catch {
    // Who runs the ledger is a remark; the record is shown without it.
    return null;
  }
}

export interface LedgerRecord {
  summary: LedgerSummary | null;
  chain: ProvenanceEntry[] | null;
  /** `embedded` or `fabric`; null when it could not be asked */
  driver: string | null;
  /** why a part is missing; null when nothing is */
  warning: string | null;
}

/**
 * Record and provenance at the same time; when one fails, the other is shown with a warning.
 * @throws PublicCallError when both fail
 */
export async function fetchLedgerRecord(lotId: string, signal: AbortSignal): Promise<LedgerRecord> {
  const [summary, chain, driver] = await Promise.allSettled([
    fetchLedgerSummary(lotId, signal),
    fetchChain(lotId, signal),
    fetchDriver(signal),
  ]);
  if (signal.aborted) throw signal.reason;
  if (summary.status === 'rejected' && chain.status === 'rejected') throw new PublicCallError('other', BOTH_FAILED);
  return {
    summary: summary.status === 'fulfilled' ? summary.value : null,
    chain: chain.status === 'fulfilled' ? chain.value : null,
    driver: driver.status === 'fulfilled' ? driver.value : null,
    warning: summary.status === 'rejected' || chain.status === 'rejected' ? ONE_FAILED : null,
  };
}

/** Has the server compare the lot with the ledger, now. @throws PublicCallError */
export async function verifyIntegrity(lotId: string, signal: AbortSignal): Promise<IntegrityCheck> {
  const check = readIntegrityCheck(await call(`${lotPath(lotId)}/verify-integrity`, LEDGER, signal, 'POST'));
  if (check === null) throw new PublicCallError('other', INTEGRITY_FAILED);
  return check;
}

/** Whether the service reports an error of its own. A lost answer says nothing: a weak line is not a service that is down. */
export async function serviceIsDown(signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`${BASE}/health`, { headers: { 'Cache-Control': 'no-cache' }, signal });
    if (response.status === 503) return true;
    return saysDown(await response.json());
  } catch {
    return false;
  }
}
