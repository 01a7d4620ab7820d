import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifyWordsIn } from '../../words/verifyWords.ts';
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

type Answer = (path: string, method: string) => Response | Promise<Response>;

/** Serves every fetch with one function and records the calls. */
function serve(answer: Answer): { calls: string[] } {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const method = init?.method ?? 'GET';
    calls.push(`${method} ${path}`);
    return answer(path, method);
  });
  return { calls };
}

const json = (body: unknown, status = 200, statusText = ''): Response =>
  new Response(JSON.stringify(body), { status, statusText });
const lot = { lotId: 'LOT701', currentProcess: 'drying' };
const signal = new AbortController().signal;

async function failureOf(promise: Promise<unknown>): Promise<PublicCallError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PublicCallError)) throw new Error(`expected a failure, got ${String(error)}`);
  return error;
}

/** The text that the user sees for a failure. */
const read = (error: unknown): string => verifyWordsIn().tell(userMessage(error));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a message for the record of searches', () => {
  it('is in English, or its id where the page has not loaded English', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(inEnglish({ id: 'code.not_found.lot' })).toBe('Lot not found');
    // Like the id of a catalogue that is not loaded.
    const unknown: unknown = { id: 'call.lotNotPublic2' };
    expect(inEnglish(unknown as Parameters<typeof inEnglish>[0])).toBe('call.lotNotPublic2');
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe('searchLot', () => {
  it.each([
    ['at the top', { lot }],
    ['under data', { data: { lot } }],
    ['three levels deep', { data: { data: { data: { lot } } } }],
  ])('finds the lot %s', async (_where, body) => {
    const { calls } = serve(() => json(body));
    await expect(searchLot('LOT701', signal)).resolves.toMatchObject({ lotId: 'LOT701', currentProcess: 'drying' });
    expect(calls).toEqual(['GET /api/v1/lots/public/search?lotId=LOT701']);
  });

  it('does not look deeper than three levels', async () => {
    serve(() => json({ data: { data: { data: { data: { lot } } } } }));
    expect((await failureOf(searchLot('LOT701', signal))).message).toBe('Lot not found');
  });

  it("takes the server's message when there is no lot", async () => {
    serve(() => json({ success: true, data: {}, message: 'Withdrawn by the cooperative' }));
    expect((await failureOf(searchLot('LOT701', signal))).message).toBe('Withdrawn by the cooperative');
  });

  it.each([
    [403, 'Access denied - automated access not allowed'],
    [429, 'Rate limit exceeded - please wait and try again'],
    [404, 'The lot number you entered was not found. Please check and try again.'],
    [500, 'Search failed: Internal Server Error'],
    [418, 'Search failed: 418'],
  ])('%i: %s', async (status, message) => {
    serve(() => json({}, status));
    expect((await failureOf(searchLot('LOT701', signal))).message).toBe(message);
  });

  it("uses the line's own status text when there is one", async () => {
    serve(() => json({}, 500, 'On Fire'));
    expect((await failureOf(searchLot('LOT701', signal))).message).toBe('Search failed: On Fire');
  });

  it.each([502, 503])('tries again after %i', async (status) => {
    vi.useFakeTimers();
    let first = true;
    const { calls } = serve(() => {
      const answer = first ? json({}, status) : json({ lot });
      first = false;
      return answer;
    });
    const searching = searchLot('LOT701', signal);
    await vi.advanceTimersByTimeAsync(1000);
    await expect(searching).resolves.toMatchObject({ lotId: 'LOT701' });
    expect(calls).toHaveLength(2);
  });

  it('keeps the words of a broken line, after three retries', async () => {
    vi.useFakeTimers();
    const { calls } = serve(() => Promise.reject(new TypeError('Failed to fetch')));
    const searching = failureOf(searchLot('LOT701', signal));
    await vi.advanceTimersByTimeAsync(7000);
    const error = await searching;
    expect(error.message).toBe('Failed to fetch');
    expect(read(error)).toBe('Connection issue. Please check your internet and try again.');
    expect(calls).toHaveLength(4);
  });

  it('has words for a line that broke without any', async () => {
    vi.useFakeTimers();
    serve(() => Promise.reject(new TypeError('')));
    const searching = failureOf(searchLot('LOT701', signal));
    await vi.advanceTimersByTimeAsync(7000);
    expect((await searching).message).toBe('Search failed. Please check your connection and try again.');
  });

  it('gives up on an answer that does not come', async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      (_path: string, init: RequestInit) =>
        new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    const searching = failureOf(searchLot('LOT701', signal));
    await vi.advanceTimersByTimeAsync(15_000);
    const error = await searching;
    expect(error.kind).toBe('timeout');
    expect(read(error)).toBe('The request took too long to complete. Please try again.');
  });

  it('ends with the reason of the caller who left, and does not call it a failure', async () => {
    const caller = new AbortController();
    const gone = new Error('left');
    caller.abort(gone);
    serve(() => Promise.reject(new Error('aborted')));
    await expect(searchLot('LOT701', caller.signal)).rejects.toBe(gone);
  });
});

describe('fetchLot', () => {
  it('reads lot, verification and the mark of sample data', async () => {
    serve(() => json({ success: true, data: { lot, verification: { dataMatches: true }, sampleSatelliteData: true } }));
    await expect(fetchLot('LOT701', signal)).resolves.toMatchObject({
      lot: { lotId: 'LOT701' },
      verification: { dataMatches: true, matchPercentage: null },
      sampleSatelliteData: true,
    });
  });

  it.each([
    [403, 'Access denied - please use a supported browser or app'],
    [429, 'Too many requests - please wait a moment and try again'],
    [404, 'Lot not found or not available for public verification'],
    [500, 'Request failed: Internal Server Error'],
  ])('%i: %s', async (status, message) => {
    serve(() => json({}, status));
    expect((await failureOf(fetchLot('LOT701', signal))).message).toBe(message);
  });

  it('says so when the answer holds no lot', async () => {
    serve(() => json({ success: true, data: {} }));
    expect((await failureOf(fetchLot('LOT701', signal))).message).toBe('Lot data not available');
  });
});

describe('userMessage', () => {
  it.each([
    ['denied', 'Access denied. Please use a supported browser or the official app.'],
    ['limited', 'Too many requests. Please wait a moment and try again.'],
    ['server', 'A server error occurred. Please try again later.'],
    ['unavailable', 'Service temporarily unavailable. Please try again later.'],
    ['other', 'as it came'],
  ] as const)('%s: %s', (kind, message) => {
    const word = { id: 'verify.said', params: { text: 'as it came' } } as const;
    expect(read(new PublicCallError(kind, word))).toBe(message);
  });
});

describe('what a shopper reads of a status', () => {
  it.each([400, 403, 404, 410, 418, 429, 500, 501, 502, 503, 504])(
    '%i: no name and no number of it',
    async (status) => {
      vi.useFakeTimers();
      serve(() => json({ message: 'Internal Server Error' }, status, 'Internal Server Error'));
      for (const call of [searchLot, fetchLot, verifyIntegrity]) {
        const failing = failureOf(call('LOT701', signal));
        await vi.advanceTimersByTimeAsync(7000);
        const message = read(await failing);
        expect(message).toMatch(/^[A-Z].{10,}/);
        expect(message).not.toMatch(/internal|\d{3}|failed:/i);
      }
    },
  );

  it('is not what a server that broke says in place of a lot', async () => {
    serve(() => json({ success: false, message: 'Internal Server Error' }));
    expect(read(await failureOf(searchLot('LOT701', signal)))).toBe('A server error occurred. Please try again later.');
  });
});

describe('fetchLedgerRecord', () => {
  const blockchain = { data: { verification: { state: 'verified' }, provenance: { blockNumber: 7 } } };
  const provenance = { data: { provenanceChain: [{ id: 'e1', action: 'created' }] } };

  function ledger(failing: string[], status = 404): Answer {
    return (path) => {
      const part = path.split('/').pop() ?? '';
      if (failing.includes(part)) return json({}, status);
      if (part === 'blockchain') return json(blockchain);
      return json(part === 'provenance' ? provenance : { data: { driver: 'embedded' } });
    };
  }

  it('reads record, chain and driver', async () => {
    const { calls } = serve(ledger([]));
    await expect(fetchLedgerRecord('LOT701', signal)).resolves.toMatchObject({
      summary: { blockNumber: 7 },
      chain: [{ id: 'e1' }],
      driver: 'embedded',
      warning: null,
    });
    expect(calls.sort()).toEqual([
      'GET /api/v1/blockchain/health',
      'GET /api/v1/lots/public/LOT701/blockchain',
      'GET /api/v1/lots/public/LOT701/provenance',
    ]);
  });

  it('shows the chain when the record fails, and the record when the chain fails', async () => {
    serve(ledger(['blockchain']));
    await expect(fetchLedgerRecord('LOT701', signal)).resolves.toMatchObject({
      summary: null,
      chain: [{ id: 'e1' }],
      warning: { id: 'call.ledgerPart' },
    });
    serve(ledger(['provenance']));
    await expect(fetchLedgerRecord('LOT701', signal)).resolves.toMatchObject({
      summary: { blockNumber: 7 },
      chain: null,
      warning: { id: 'call.ledgerPart' },
    });
  });

  it('fails when both fail', async () => {
    serve(ledger(['blockchain', 'provenance'], 429));
    expect((await failureOf(fetchLedgerRecord('LOT701', signal))).message).toBe(
      'Blockchain data is not available for this lot',
    );
  });

  it('does without the driver', async () => {
    serve(ledger(['health'], 500));
    await expect(fetchLedgerRecord('LOT701', signal)).resolves.toMatchObject({ driver: null, warning: null });
  });
});

describe('verifyIntegrity', () => {
  it.each([
    [403, 'Access denied - please try again with a supported browser'],
    [429, 'Rate limit exceeded - please wait and try again'],
    [404, 'Blockchain data not found for this lot'],
    [500, 'Request failed: 500 Internal Server Error'],
  ])('%i: %s', async (status, message) => {
    const { calls } = serve(() => json({}, status));
    expect((await failureOf(verifyIntegrity('LOT701', signal))).message).toBe(message);
    expect(calls).toEqual(['POST /api/v1/lots/public/LOT701/verify-integrity']);
  });

  it('says so when the answer is no check', async () => {
    serve(() => json({ success: true, data: {} }));
    expect((await failureOf(verifyIntegrity('LOT701', signal))).message).toBe('Integrity verification failed');
  });
});

describe('serviceIsDown', () => {
  it('follows what the service says, wherever it says it', async () => {
    serve(() => json({ data: { status: 'error' } }));
    await expect(serviceIsDown(signal)).resolves.toBe(true);
    serve(() => json({ success: true, data: { status: 'ok' } }));
    await expect(serviceIsDown(signal)).resolves.toBe(false);
    serve(() => json({ success: false }, 503));
    await expect(serviceIsDown(signal)).resolves.toBe(true);
  });

  it('does not take a lost answer for a service that is down', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(serviceIsDown(signal)).resolves.toBe(false);
  });
});
