import { languageOf } from '../../../server/domain/public/publicPages.ts';
import {
  holderOf,
  serverMessage,
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
import { DEFAULT_LOCALE, messageText } from '../../words/language.ts';
import type { VerifyWord } from '../../words/verifyWords.ts';
import { apiUrl } from '../apiUrl.ts';
import { notedFetch } from './debugLog.ts';
import { waitFor, withRetry } from './retry.ts';

/*
 * The public REST calls (docs/spec/public-pages.md, 'Public answers'), without login and without Apollo, to keep this
 * area small.
 */
export const TIMEOUT_MS = 15_000;

/** A server and the options of its calls. */
export interface PublicServer {
  /** URL prefix of all calls */
  readonly base: string;
  init: RequestInit;
}

/** The server of this page, called as specified (docs/spec/public-pages.md, 'Public answers'). */
export const OWN_SERVER: PublicServer = {
  get base() {
    return apiUrl();
  },
  init: { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' } },
};

export type FailureKind =
  | 'denied'
  | 'limited'
  | 'notFound'
  | 'network'
  | 'timeout'
  | 'unavailable'
  | 'server'
  | 'refused'
  | 'other';

/**
 * A message for the search log: its English text, or its id on a page in another language, which has not loaded the
 * English texts.
 */
export function inEnglish({ id, params }: VerifyWord): string {
  return messageText(DEFAULT_LOCALE, id, params);
}

/**
 * A public call without a usable response. `message` is for the search log: the English text, the id on a page in
 * another language, or the browser's error message.
 */
export class PublicCallError extends Error {
  readonly kind: FailureKind;
  readonly word: VerifyWord;

  constructor(kind: FailureKind, word: VerifyWord, message = inEnglish(word)) {
    super(message);
    this.name = 'PublicCallError';
    this.kind = kind;
    this.word = word;
  }
}

interface Wording {
  denied: VerifyWord;
  limited: VerifyWord;
  notFound: (status: string) => VerifyWord;
  other: (status: string, code: number) => VerifyWord;
}

const SEARCH: Wording = {
  denied: { id: 'code.refused.automation' },
  limited: { id: 'call.rateLimited' },
  notFound: (status) => ({ id: 'call.searchFailed', params: { status } }),
  other: (status) => ({ id: 'call.searchFailed', params: { status } }),
};
const LOT: Wording = {
  denied: { id: 'call.lotDenied' },
  limited: { id: 'code.busy.requests' },
  notFound: () => ({ id: 'code.not_found.public_lot' }),
  other: (status) => ({ id: 'call.lotFailed', params: { status } }),
};
const LEDGER_NOT_FOUND: VerifyWord = { id: 'code.not_found.chain' };
const LEDGER: Wording = {
  denied: { id: 'call.ledgerDenied' },
  limited: { id: 'call.rateLimited' },
  notFound: () => LEDGER_NOT_FOUND,
  other: (status, code) => ({ id: 'call.ledgerFailed', params: { code, status } }),
};

const UNREACHED: VerifyWord = { id: 'call.searchUnreached' };
export const INTEGRITY_FAILED: VerifyWord = { id: 'call.integrityFailed' };

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

/**
 * The user message of a failure (docs/spec/error-messages.md, 'Texts for shoppers'), never a status name. `notFound`
 * and `other` have specified texts.
 */
export function userMessage(error: unknown): VerifyWord {
  if (!(error instanceof PublicCallError)) return UNREACHED;
  switch (error.kind) {
    case 'denied':
      return { id: 'call.userDenied' };
    case 'limited':
      return { id: 'call.userLimited' };
    case 'network':
      return { id: 'call.userNetwork' };
    case 'timeout':
      return { id: 'call.userTimeout' };
    case 'unavailable':
      return { id: 'call.userUnavailable' };
    case 'server':
      return { id: 'code.request.server_error' };
    case 'refused':
      return { id: 'call.userRefused' };
    case 'notFound':
    case 'other':
      return error.word;
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof PublicCallError && (error.kind === 'network' || error.kind === 'unavailable');
}

function failureOf({ status: code, statusText }: Pick<Response, 'status' | 'statusText'>, wording: Wording) {
  const status = statusText || (STATUS_NAMES[code] ?? String(code));
  switch (code) {
    case 403:
      return new PublicCallError('denied', wording.denied);
    case 429:
      return new PublicCallError('limited', wording.limited);
    case 404:
    // A withdrawn lot is reported as not found.
    case 410:
      return new PublicCallError('notFound', wording.notFound(status));
    case 502:
    case 503:
    case 504:
      return new PublicCallError('unavailable', wording.other(status, code));
    default:
      return new PublicCallError(code >= 500 ? 'server' : 'refused', wording.other(status, code));
  }
}

/** The error of a lot that was rejected with a status. */
export function lotFailure(status: number): PublicCallError {
  return failureOf({ status, statusText: '' }, LOT);
}

type Read<T> = (response: Response) => Promise<T>;
const asJson: Read<unknown> = (response) => response.json();

async function callOnce<T>(
  path: string,
  method: 'GET' | 'POST',
  wording: Wording,
  signal: AbortSignal,
  read: Read<T>,
  { base, init }: PublicServer = OWN_SERVER,
): Promise<T> {
  const attempt = new AbortController();
  const stop = (): void => attempt.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => attempt.abort(new PublicCallError('timeout', { id: 'call.timeout' })), TIMEOUT_MS);
  try {
    const response = await notedFetch(base + path, { ...init, method, signal: attempt.signal });
    if (!response.ok) throw failureOf(response, wording);
    return await read(response);
  } catch (error) {
    if (attempt.signal.aborted) throw attempt.signal.reason;
    if (error instanceof PublicCallError) throw error;
    // Anything else is a network error or an incomplete response.
    throw error instanceof Error && error.message !== ''
      ? new PublicCallError('network', UNREACHED, error.message)
      : new PublicCallError('network', UNREACHED);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function call(
  path: string,
  wording: Wording,
  signal: AbortSignal,
  method: 'GET' | 'POST' = 'GET',
  server: PublicServer = OWN_SERVER,
): Promise<unknown> {
  return withRetry(() => callOnce(path, method, wording, signal, asJson, server), {
    mayPass,
    wait: (milliseconds) => waitFor(milliseconds, signal),
  });
}

const lotPath = (lotId: string): string => `/lots/public/${encodeURIComponent(lotId)}`;

/** The server's generic error text, not meant for users. */
const BROKEN = /internal server error/i;

/**
 * Looks up a lot number.
 * @throws PublicCallError; for an unknown number with the catalogue's text
 */
export async function searchLot(lotId: string, signal: AbortSignal): Promise<PublicLot> {
  let answer: unknown;
  try {
    answer = await call(`/lots/public/search?lotId=${encodeURIComponent(lotId)}`, SEARCH, signal);
  } catch (error) {
    if (!(error instanceof PublicCallError) || error.kind !== 'notFound') throw error;
    throw new PublicCallError('notFound', { id: 'call.lotUnknown' });
  }
  const lot = readLot(holderOf(answer, 'lot')?.['lot']);
  if (lot !== null) return lot;
  const said = serverMessage(answer);
  if (said === null) throw new PublicCallError('notFound', { id: 'code.not_found.lot' });
  throw new PublicCallError(BROKEN.test(said) ? 'server' : 'notFound', { id: 'verify.said', params: { text: said } });
}

/**
 * Loads a lot with its ledger data.
 * @throws PublicCallError
 */
export async function fetchLot(lotId: string, signal: AbortSignal, server = OWN_SERVER): Promise<LotAnswer> {
  const answer = readLotAnswer(await call(lotPath(lotId), LOT, signal, 'GET', server));
  if (answer === null) throw new PublicCallError('notFound', { id: 'call.lotNoData' });
  return answer;
}

const certificatePath = (lotId: string, locale: string): string =>
  `${lotPath(lotId)}/certificate?lang=${languageOf(locale)}`;

/** URL of a lot's certificate in a language: one page, PDF. */
export function certificateAddress(lotId: string, locale: string): string {
  return apiUrl() + certificatePath(lotId, locale);
}

/**
 * Loads a lot's certificate in a language.
 * @throws PublicCallError
 */
export function fetchCertificate(lotId: string, locale: string, signal: AbortSignal): Promise<Blob> {
  return callOnce(certificatePath(lotId, locale), 'GET', LOT, signal, (response) => response.blob());
}

/**
 * Summary of the ledger data of a lot.
 * @throws PublicCallError
 */
export async function fetchLedgerSummary(lotId: string, signal: AbortSignal): Promise<LedgerSummary> {
  const summary = readLedgerSummary(await call(`${lotPath(lotId)}/blockchain`, LEDGER, signal));
  if (summary === null) throw new PublicCallError('notFound', LEDGER_NOT_FOUND);
  return summary;
}

async function fetchChain(lotId: string, signal: AbortSignal): Promise<ProvenanceEntry[]> {
  const chain = readProvenanceChain(await call(`${lotPath(lotId)}/provenance`, LEDGER, signal));
  if (chain === null) throw new PublicCallError('notFound', LEDGER_NOT_FOUND);
  return chain;
}

async function fetchDriver(signal: AbortSignal): Promise<string | null> {
  try {
    return readLedgerDriver(await callOnce('/blockchain/health', 'GET', LEDGER, signal, asJson));
  } catch {
    // The ledger driver is optional; the record is shown without it.
    return null;
  }
}

export interface LedgerRecord {
  summary: LedgerSummary | null;
  chain: ProvenanceEntry[] | null;
  /** `embedded` or `fabric`; null if it could not load */
  driver: string | null;
  /** why a part is missing; null if none is */
  warning: VerifyWord | null;
}

/**
 * Loads record and provenance in parallel; if one fails, the other is shown with a warning.
 * @throws PublicCallError if both fail
 */
export async function fetchLedgerRecord(lotId: string, signal: AbortSignal): Promise<LedgerRecord> {
  const [summary, chain, driver] = await Promise.allSettled([
    fetchLedgerSummary(lotId, signal),
    fetchChain(lotId, signal),
    fetchDriver(signal),
  ]);
  if (signal.aborted) throw signal.reason;
  const record = ledgerRecord(valueOf(summary), valueOf(chain), valueOf(driver));
  if (record === null) throw new PublicCallError('other', { id: 'call.ledgerNone' });
  return record;
}

const valueOf = <T>(settled: PromiseSettledResult<T>): T | null =>
  settled.status === 'fulfilled' ? settled.value : null;

/** The loaded parts of a record, with a warning if one is missing; null if both are. */
export function ledgerRecord(
  summary: LedgerSummary | null,
  chain: ProvenanceEntry[] | null,
  driver: string | null,
): LedgerRecord | null {
  if (summary === null && chain === null) return null;
  return { summary, chain, driver, warning: summary === null || chain === null ? { id: 'call.ledgerPart' } : null };
}

/**
 * Makes the server compare the lot with the ledger now.
 * @throws PublicCallError
 */
export async function verifyIntegrity(lotId: string, signal: AbortSignal): Promise<IntegrityCheck> {
  const check = readIntegrityCheck(await call(`${lotPath(lotId)}/verify-integrity`, LEDGER, signal, 'POST'));
  if (check === null) throw new PublicCallError('other', INTEGRITY_FAILED);
  return check;
}

/**
 * Whether the service reports an error. A network error does not count, since a weak connection does not mean that the
 * service is down.
 */
export async function serviceIsDown(signal: AbortSignal): Promise<boolean> {
  try {
    const response = await notedFetch(`${apiUrl()}/health`, { headers: { 'Cache-Control': 'no-cache' }, signal });
    if (response.status === 503) return true;
    return saysDown(await response.json());
  } catch {
    return false;
  }
}
