import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { makeServer } from 'graphql-ws';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { SocketOperations } from './socketOperations.ts';
import { speak } from './socketProtocol.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0)) end();
});

it('hands a fault on to the log alone: nothing of it stands on standard error, or is told to the client', async () => {
  const written = [vi.spyOn(process.stderr, 'write'), vi.spyOn(process.stdout, 'write'), vi.spyOn(console, 'error')];
  const logged: unknown[] = [];
  const fault = new Error('A fault of ours');
  const protocol = makeServer<Record<string, unknown>, { operations: SocketOperations }>({
    onConnect: () => Promise.reject(fault),
  });
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  ends.push(() => sockets.close());
  sockets.on('connection', (socket) =>
    speak(protocol, socket, { operations: new SocketOperations(1, new Set()) }, (error) => logged.push(error)),
  );
  await once(sockets, 'listening');
  const address: AddressInfo | string | null = sockets.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = new WebSocket(`ws://127.0.0.1:${port}`, 'graphql-transport-ws');
  ends.push(() => client.terminate());
  await once(client, 'open');
  client.send(JSON.stringify({ type: 'connection_init' }));
  const [code, reason] = await once(client, 'close');
  expect([code, String(reason), logged]).toEqual([4500, 'Internal server error', [fault]]);
  expect(written.flatMap(({ mock }) => mock.calls)).toEqual([]);
});
