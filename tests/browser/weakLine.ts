import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at } from './staff.ts';

/** The product as it is reached over a line, or through a proxy, that gives documents back late or not at all. */
export interface WeakLine {
  at(path: string): string;
  /** documents that are asked for from now on wait. @returns resolves when one does */
  hold(): Promise<unknown>;
  /** those that wait get their answer, and all others at once again */
  release(): void;
  /** documents are answered with this status by the proxy itself; null: by the product again */
  answer(status: number | null): void;
  close(): Promise<void>;
}

/** A proxy beside our server. Calls and files pass as they are. */
export async function weakLine(): Promise<WeakLine> {
  let held: { waiting: (() => void)[]; asked: () => void } | null = null;
  let status: number | null = null;
  const server = createServer((request, response) => {
    const pass = (): void => forward(request, response);
    if (!(request.headers.accept ?? '').includes('text/html')) return pass();
    if (status !== null) return void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Proxy</h1>');
    if (held === null) return pass();
    held.waiting.push(pass);
    held.asked();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    at: (path) => `http://127.0.0.1:${port}${path}`,
    hold: () =>
      new Promise((asked) => {
        held = { waiting: [], asked: () => asked(null) };
      }),
    release: () => {
      const waiting = held?.waiting ?? [];
      held = null;
      for (const pass of waiting) pass();
    },
    answer: (next) => {
      status = next;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '/' } = request;
  const onward = ask(at(url), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
