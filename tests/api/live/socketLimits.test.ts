import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createApp, type App } from '../../../server/app.ts';
import { readConfig } from '../../../server/platform/config.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

/** sockets at the same time (docs/api.md): of an address before it is known who opens them, anonymous ones, of an account */
const [UNKNOWN, ANONYMOUS, OWN] = [100, 50, 50];
const SHORT_MS = 400;
const PUBLIC_URL = 'https://trace.example';
const PARTNER = 'https://partner.example:8443';

let server: TestApp;
let processor: Person;
/** a server on the same database whose requests may take 0.4 s */
let hurried: App;
const opened: (WebSocket | Socket)[] = [];

beforeAll(async () => {
  server = await createTestApp({ env: { PUBLIC_URL, CORS_ORIGINS: PARTNER } });
  processor = await server.person('processor');
  const config = readConfig({ ...server.env, ROLE: 'web' });
  hurried = await createApp(
    { ...config, limits: { ...config.limits, requestTimeoutMs: SHORT_MS } },
    { log: pino({ level: 'silent' }) },
  );
});
afterAll(async () => {
  await hurried?.stop();
  await server?.stop();
});
afterEach(async () => {
  for (const socket of opened.splice(0)) {
    if (socket instanceof WebSocket) socket.terminate();
    else socket.destroy();
  }
  await until(async () => (await openAtServer()) === 0, 'the sockets to be gone');
});

async function openAtServer(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^manam_web_sockets (\d+)$/m.exec(metrics)?.[1]);
}

/** Opens a socket, of a page of an origin or of a program. @returns it, or what was answered instead */
async function opens(origin?: string): Promise<WebSocket | string> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { origin });
  opened.push(socket);
  return once(socket, 'open').then(() => socket, String);
}

/** What becomes of a socket once it said who opened it: null when it is taken, else its close code and reason. */
async function initialised(socket: WebSocket | string, who?: Person): Promise<string | null> {
  if (typeof socket === 'string') return socket;
  const payload = who === undefined ? {} : { authorization: `Bearer ${who.accessToken}` };
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  return Promise.race([
    once(socket, 'message').then(() => null),
    once(socket, 'close').then(([code, reason]: unknown[]) => `${String(code)} ${String(reason)}`),
  ]);
}

describe('a web socket', () => {
  it.each([
    ['a page of the host that it asks', () => server.url],
    ['a page of PUBLIC_URL', () => PUBLIC_URL],
    ['a page of CORS_ORIGINS', () => PARTNER],
    ['a program, which names no origin', () => undefined],
  ])('may be opened by %s', async (_who, origin) => {
    expect(await initialised(await opens(origin()))).toBeNull();
  });

  it.each([
    ['another site', 'https://evil.example'],
    ['another port of this machine', 'http://127.0.0.1:1'],
    ['the same host without encryption', 'http://trace.example'],
    ['a page without an origin', 'null'],
  ])('is refused to %s, before its handshake', async (_who, origin) => {
    expect(await opens(origin)).toContain('403');
  });
});

describe('web sockets of one address', () => {
  it('are so many while it is not known who opens them, and no more', async () => {
    const all = await Promise.all(Array.from({ length: UNKNOWN + 20 }, () => opens()));
    expect(all.filter((one) => typeof one === 'string')).toHaveLength(20);
    expect(all.find((one) => typeof one === 'string')).toContain('429');
    expect(await openAtServer()).toBe(UNKNOWN);
  });

  it('are so many on which nobody signs in: the others are closed, and who signs in finds room', async () => {
    const becomes: (string | null)[] = [];
    for (let count = 0; count < ANONYMOUS + 2; count += 1) becomes.push(await initialised(await opens()));
    expect(becomes.filter((one) => one !== null)).toEqual(['1013 Too many sockets', '1013 Too many sockets']);
    expect(await initialised(await opens(), processor)).toBeNull();
    if (opened[0] instanceof WebSocket) opened[0].terminate();
    await until(async () => (await initialised(await opens())) === null, 'room for another one');
  });
});

describe('web sockets of one account', () => {
  it('are so many and no more', async () => {
    for (let count = 0; count < OWN; count += 1) expect(await initialised(await opens(), processor)).toBeNull();
    expect(await initialised(await opens(), processor)).toBe('1013 Too many sockets');
    expect(await initialised(await opens(), await server.person('auditor'))).toBeNull();
  });
});

describe('a connection on which nothing more comes', () => {
  const raw = (): Socket => {
    const socket = connect({ port: Number(new URL(hurried.url ?? '').port), host: '127.0.0.1', allowHalfOpen: true });
    opened.push(socket);
    return socket;
  };

  it('is closed when it never asked for anything', async () => {
    expect(await text(raw())).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is closed when its request for a web socket stops half way', async () => {
    const socket = raw();
    socket.write('GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is closed when it got its web socket and is silent, also when it does not close its side', async () => {
    const socket = raw();
    const lines = [
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Protocol: graphql-transport-ws',
      `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
    ];
    socket.write(`GET /graphql HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const said = await text(socket);
    expect(said).toMatch(/^HTTP\/1\.1 101 /);
    expect(said).toContain('Connection initialisation timeout');
    const metrics = await (await fetch(`${hurried.url}/metrics`)).text();
    expect(metrics).toContain('\nmanam_web_sockets 0\n');
  });

  it('is closed when it was refused a web socket and does not close its side', async () => {
    const socket = raw();
    socket.write('GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
    // What is written to a connection that is gone is answered by its reset.
    socket.on('error', () => undefined);
    expect(await until(() => socket.destroyed || !socket.write('x'), 'the server to have let it go')).toBe(true);
  });
});
