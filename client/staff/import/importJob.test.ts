import { beforeEach, expect, it, vi } from 'vitest';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { createWriteKeys } from '../../graphql/writeKeys.ts';
import type { ImportResult, ImportCall, ImportOutcome } from './importCall.ts';
import { createImportJob, type ImportJob } from './importJob.ts';

const FILE = new File(['lotId\r\nLOT701'], 'lots.csv', { type: 'text/csv', lastModified: 1 });
const answer = (changes: Partial<ImportResult> = {}): ImportOutcome => ({
  kind: 'answered',
  answer: { created: 0, total: 2, invalid: 0, complete: true, rows: [], ...changes },
});
const send = vi.fn<(call: ImportCall) => Promise<ImportOutcome>>();
let job: ImportJob;

beforeEach(() => {
  send.mockReset();
  let made = 0;
  job = createImportJob(
    send,
    createWriteKeys(() => `key-${(made += 1)}`),
  );
});

it('checks a file without registering it, then registers it under a key', async () => {
  send.mockResolvedValueOnce(answer()).mockResolvedValueOnce(answer({ created: 2 }));
  await job.check(FILE);
  expect(send.mock.calls[0]?.[0]).toMatchObject({ dryRun: true, key: null });
  expect(job.read()).toMatchObject({ step: 'checked' });
  await job.run();
  expect(send.mock.calls[1]?.[0]).toMatchObject({ dryRun: false, key: 'key-1' });
  expect(job.read()).toMatchObject({ step: 'done', created: 2 });
});

it('registers nothing before the check', async () => {
  await job.run();
  expect(send).not.toHaveBeenCalled();
});

it('reports its progress', async () => {
  const seen: unknown[] = [];
  job.subscribe(() => seen.push(job.read()));
  send.mockImplementationOnce(async ({ onProgress }) => {
    onProgress(0.5);
    return answer();
  });
  await job.check(FILE);
  expect(seen).toMatchObject([{ step: 'checking', sent: 0 }, { step: 'checking', sent: 0.5 }, { step: 'checked' }]);
});

it.each([null, 409, 500, 503])('sends an import without a decision (%s) again under its key', async (statusCode) => {
  send
    .mockResolvedValueOnce(answer())
    .mockResolvedValueOnce({ kind: 'failed', statusCode })
    .mockResolvedValueOnce(answer({ created: 2 }));
  await job.check(FILE);
  await job.run();
  expect(job.read()).toMatchObject({ step: 'failed', during: 'importing', isUndecided: true });
  await job.run();
  expect(send.mock.calls.map(([{ key }]) => key)).toEqual([null, 'key-1', 'key-1']);
  expect(job.read()).toMatchObject({ step: 'done' });
});

it('uses a new key after a refusal', async () => {
  send
    .mockResolvedValueOnce(answer())
    .mockResolvedValueOnce({ kind: 'failed', statusCode: 403 })
    .mockResolvedValueOnce(answer({ created: 2 }));
  await job.check(FILE);
  await job.run();
  expect(job.read()).toMatchObject({ step: 'failed', isUndecided: false });
  await job.run();
  expect(send.mock.calls[2]?.[0].key).toBe('key-2');
});

it('reports rows that were taken meanwhile, and registers nothing', async () => {
  const taken = [
    { row: 2, name: 'LOT701', errors: [{ field: 'lotId', said: REFUSED.lotIdTaken({ lotId: 'LOT701' }) }] },
  ];
  send.mockResolvedValueOnce(answer()).mockResolvedValueOnce(answer({ invalid: 1, rows: taken }));
  await job.check(FILE);
  await job.run();
  expect(job.read()).toMatchObject({ step: 'checked', answer: { invalid: 1, created: 0 } });
});

it('ignores the result of an aborted import', async () => {
  const { promise, resolve: end } = Promise.withResolvers<ImportOutcome>();
  send.mockReturnValueOnce(promise);
  const checked = job.check(FILE);
  const signal = send.mock.calls[0]?.[0].signal;
  job.reset();
  expect(signal?.aborted).toBe(true);
  end(answer());
  await checked;
  expect(job.read()).toEqual({ step: 'none' });
});
