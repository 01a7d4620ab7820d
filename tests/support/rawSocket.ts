import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { until } from './until.ts';

const message = z.looseObject({ type: z.string(), id: z.string().optional(), payload: z.unknown().optional() });
export type SocketMessage = z.infer<typeof message>;

/** A web socket without a client library: what a program may send that has no manners. */
export interface RawSocket {
  socket: WebSocket;
  /** what came after the server took the socket, in order, without answers to pings */
  messages: SocketMessage[];
  send(...messages: object[]): void;
  /** waits until the server has read everything sent so far, and has sent what it had to say at once */
  settled(): Promise<void>;
}

/** Opens a socket, of an access token's owner or anonymous, and waits until the server took it. */
export async function openRawSocket(url: string, token?: string): Promise<RawSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const payload = token === undefined ? {} : { authorization: `Bearer ${token}` };
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  await once(socket, 'message');
  const messages: SocketMessage[] = [];
  let pings = 0;
  let pongs = 0;
  socket.on('message', (data) => {
    const read = message.parse(JSON.parse(String(data)));
    if (read.type === 'pong') pongs += 1;
    else messages.push(read);
  });
  const send: RawSocket['send'] = (...sent) => {
    for (const one of sent) socket.send(JSON.stringify(one));
  };
  return {
    socket,
    messages,
    send,
    settled: async () => {
      send({ type: 'ping' });
      const awaited = ++pings;
      await until(() => pongs >= awaited, 'a pong');
    },
  };
}
