import { ServerError } from '@apollo/client/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameIn, refusalOf, restCalls, type FileProgress, type RestSession } from './files.ts';

const held = { accessToken: 'old' };
const refresh = vi.fn<RestSession['renew']>();
const { askRest, loadFile } = restCalls({ accessToken: () => held.accessToken, renew: refresh });

const asked = vi.fn<typeof fetch>();
beforeEach(() => {
  held.accessToken = 'old';
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.unstubAllGlobals();
  asked.mockReset();
  refresh.mockReset();
});

const tokensUsed = () => asked.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));

describe('a call of the REST interface', () => {
  it('goes out again under the renewed token, once', async () => {
    asked.mockResolvedValueOnce(new Response('', { status: 401 })).mockResolvedValueOnce(new Response('here'));
    refresh.mockImplementation(async () => {
      held.accessToken = 'new';
      return 'refreshed';
    });
    expect(await (await askRest('/reports')).text()).toBe('here');
    expect(tokensUsed()).toEqual(['Bearer old', 'Bearer new']);
    expect(refresh).toHaveBeenCalledExactlyOnceWith('old');
  });

  it('fails with what the server says when the session has ended', async () => {
    asked.mockResolvedValueOnce(new Response('{}', { status: 401 }));
    refresh.mockResolvedValue('ended');
    await expect(askRest('/reports')).rejects.toMatchObject({ statusCode: 401 });
    expect(asked).toHaveBeenCalledOnce();
  });

  it('is given up when nothing comes for too long, however long all of it takes', async () => {
    vi.useFakeTimers();
    try {
      let give: (text: string) => void = () => undefined;
      const body = new ReadableStream({
        start: (stream) => void (give = (text) => stream.enqueue(new TextEncoder().encode(text))),
      });
      asked.mockResolvedValueOnce(new Response(body));
      const reader = (await askRest('/lots/export')).body?.getReader();
      const signal = asked.mock.calls[0]?.[1]?.signal;
      for (let piece = 0; piece < 4; piece += 1) {
        await vi.advanceTimersByTimeAsync(100_000);
        give('piece');
        await reader?.read();
      }
      expect(signal?.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(130_000);
      expect(signal?.reason).toMatchObject({ name: 'TimeoutError' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('loads a file, and tells how far it is', async () => {
    const headers = { 'content-length': '6', 'content-disposition': 'attachment; filename="report.csv"' };
    const body = new ReadableStream({
      start: (stream) => {
        for (const part of ['abc', 'def']) stream.enqueue(new TextEncoder().encode(part));
        stream.close();
      },
    });
    asked.mockResolvedValueOnce(new Response(body, { headers }));
    const told: FileProgress[] = [];
    const { name, blob } = await loadFile('/reports/1', { onProgress: (progress) => told.push(progress) });
    expect([name, await blob.text()]).toEqual(['report.csv', 'abcdef']);
    expect(told).toEqual([
      { received: 3, total: 6 },
      { received: 6, total: 6 },
    ]);
  });

  it('knows no length of a file that comes packed', async () => {
    const headers = { 'content-length': '2', 'content-encoding': 'gzip' };
    asked.mockResolvedValueOnce(new Response('abcdef', { headers }));
    const told: FileProgress[] = [];
    await loadFile('/reports/1', { onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([{ received: 6, total: null }]);
  });
});

describe('what a server answers beside a file', () => {
  it.each([
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    [`attachment; filename="a.pdf"; filename*=UTF-8''%C3%A4.pdf`, 'ä.pdf'],
    ['inline', null],
    [null, null],
  ])('%s names the file %s', (header, name) => expect(nameIn(header)).toBe(name));

  it('is a refusal with its code; what is none says nothing', () => {
    const said = { code: 'conflict.report_changed', values: {}, text: 'This report' };
    const refused = (bodyText: string) =>
      new ServerError('', { response: new Response(null, { status: 409 }), bodyText });
    expect(refusalOf(refused(JSON.stringify({ said, success: false })))).toEqual({ said });
    expect(refusalOf(refused('<html>'))).toEqual({});
    expect(refusalOf(new TypeError('away'))).toEqual({});
  });
});
