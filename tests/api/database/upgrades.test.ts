import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
/** uncaught errors, which would have ended the program */
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);

beforeAll(async () => {
  app = await createTestApp();
  process.on('uncaughtException', note);
});
afterAll(async () => {
  process.off('uncaughtException', note);
  await app.stop();
});

/** Asks for a web socket, or another protocol, at an address, as it stands. */
async function ask(address: string, protocol = 'websocket'): Promise<Socket> {
  const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  const lines = ['Host: localhost', 'Connection: Upgrade', `Upgrade: ${protocol}`, 'Sec-WebSocket-Version: 13'];
  socket.write(`GET ${address} HTTP/1.1\r\n${lines.join('\r\n')}\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`);
  return socket;
}

/** What others are answered afterwards, and what was thrown meanwhile. */
async function aftermath(): Promise<{ health: number; uncaught: unknown[] }> {
  return { health: (await app.rest.get('/health')).status, uncaught };
}
const UNHARMED = { health: 200, uncaught: [] };

describe('a web socket that is asked for where none is', () => {
  it.each(['/x', '//[', 'http://[', 'http://localhost:99999/', '*', '//', '/graphql/'])(
    '%s is 404',
    async (address) => {
      const socket = await ask(address);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
      socket.destroy();
      expect(await aftermath()).toEqual(UNHARMED);
    },
  );

  it('may be broken off by its client', async () => {
    for (let times = 0; times < 20; times += 1) {
      const socket = await ask('/x');
      // Before the answer, and after it.
      if (times % 2 === 0) await once(socket, 'data');
      socket.resetAndDestroy();
    }
    expect(await aftermath()).toEqual(UNHARMED);
  });
});

describe('a request whose client offers another protocol', () => {
  it('is answered as any other', async () => {
    const socket = await ask('/api/v1/health', 'h2c');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});
