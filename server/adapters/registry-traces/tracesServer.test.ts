import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RegistryAway, type RegistryExchange } from '../../domain/statement/dueDiligenceRegistry.ts';
import { passwordDigest, soapEnvelope } from './soapEnvelope.ts';
import { TracesServer, type TracesLimits } from './tracesServer.ts';

const KEY = 'a key that nobody may see';
let server: Server;
let requests: string[];
let answer: (response: ServerResponse, request: string) => void;
let kept: RegistryExchange[];

beforeEach(async () => {
  [requests, kept] = [[], []];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString();
    requests.push(text);
    answer(response, text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function call(limits: Partial<TracesLimits> = {}): Promise<string> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  const traces = new TracesServer({
    url: `http://127.0.0.1:${port}`,
    credentials: { username: 'a & b', key: KEY, clientId: 'eudr-test' },
    limits,
  });
  return traces.call('getDds', Buffer.from('<a/>'), {
    read: ({ text }) => text,
    keep: async (exchange) => {
      kept.push(exchange);
    },
  });
}

it('a digest is that of the profile', () => {
  // WS-Security UsernameToken Profile 1.0: Base64(SHA-1(nonce + created + password)); computed with openssl.
  expect(passwordDigest(Buffer.from('0123456789abcdef'), '2026-12-31T10:00:00.000Z', 'key')).toBe(
    'M/HJKjcBxLvRTdZ3xjkKcQF4YP0=',
  );
});

it('an envelope escapes what it is given, and is valid for five minutes', () => {
  const credentials = { username: 'a & b', key: KEY, clientId: '<c>' };
  const at = new Date('2026-12-31T10:00:00Z');
  const text = soapEnvelope(Buffer.from('<a/>'), credentials, at, Buffer.from('nonce')).toString();
  expect(text).toContain('<wsse:Username>a &amp; b</wsse:Username>');
  expect(text).toContain('<base:WebServiceClientId>&lt;c&gt;</base:WebServiceClientId>');
  expect(text).toContain('<wsu:Expires>2026-12-31T10:05:00.000Z</wsu:Expires>');
  expect(text).not.toContain(KEY);
});

it('an answer that quotes its request, and the key, is kept without what proves who calls', async () => {
  answer = (response, request) => void response.end(`${request} ${KEY}`);
  const text = await call();
  expect(requests[0]).toContain('PasswordDigest">');
  const [, digest = ''] = /PasswordDigest">([^<]*)</.exec(requests[0] ?? '') ?? [];
  const [, nonce = ''] = /Base64Binary">([^<]*)</.exec(requests[0] ?? '') ?? [];
  for (const secret of [KEY, digest, nonce]) {
    expect(secret).not.toBe('');
    expect(text).not.toContain(secret);
    expect(kept[0]?.answer).not.toContain(secret);
  }
});

it('an answer above the limit is none', async () => {
  answer = (response) => void response.end('x'.repeat(2_000));
  await expect(call({ answerBytes: 1_999 })).rejects.toThrow('answered more than 1999 bytes');
  expect(kept).toMatchObject([{ status: 200, answer: null }]);
  expect(await call({ answerBytes: 2_000 })).toHaveLength(2_000);
});

it('a redirect is not followed', async () => {
  answer = (response) => void response.writeHead(307, { location: '/elsewhere' }).end();
  await expect(call()).rejects.toThrow(RegistryAway);
  expect(requests).toHaveLength(1);
});

it('an answer that stops half-way is none', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    response.socket?.end();
  };
  await expect(call()).rejects.toThrow(RegistryAway);
  expect(kept).toMatchObject([{ operation: 'getDds', request: Buffer.from('<a/>'), status: 200, answer: null }]);
});

it('a request without an answer is given up, and nobody listening is told alike', async () => {
  answer = () => {};
  await expect(call({ answerWithinMs: 100 })).rejects.toThrow(RegistryAway);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(call()).rejects.toThrow(RegistryAway);
  expect(kept.map(({ status }) => status)).toEqual([null, null]);
});
