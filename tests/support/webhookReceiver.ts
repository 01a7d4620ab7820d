import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a partner's server got. */
export interface ReceivedCall {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  // Tests read the body by the paths that the guide names.
  json: ReturnType<typeof JSON.parse>;
}

/** A partner's server that takes web hooks. */
export interface HookReceiver {
  url: string;
  calls: ReceivedCall[];
  /** calls that it took and did not answer, as many as there were at one time */
  mostOpen: number;
  /** what it answers from now on; 200 at first */
  answer: { status: number; headers?: Record<string, string> } | 'none';
  /** goes away: nothing listens on its port */
  leave(): Promise<void>;
  /** comes back on the same port, if it is away */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

export async function hookReceiver(): Promise<HookReceiver> {
  const calls: ReceivedCall[] = [];
  let server: Server | null = null;
  let port = 0;
  let open = 0;
  const receiver: HookReceiver = {
    url: '',
    calls,
    mostOpen: 0,
    answer: { status: 200 },
    leave: async () => {
      server?.closeAllConnections();
      const closed = server?.close();
      if (closed !== undefined) await once(closed, 'close');
      server = null;
    },
    comeBack: async () => {
      if (server !== null) return;
      server = createServer((request, response) => {
        open += 1;
        receiver.mostOpen = Math.max(receiver.mostOpen, open);
        response.once('close', () => (open -= 1));
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8');
          calls.push({ path: request.url ?? '', headers: request.headers, body, json: JSON.parse(body) });
          if (receiver.answer === 'none') return;
          response.writeHead(receiver.answer.status, receiver.answer.headers).end('Thank you');
        });
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      const { port: taken } = server.address() as AddressInfo;
      port = taken;
      receiver.url = `http://127.0.0.1:${port}/alerts`;
    },
    stop: async () => {
      if (server !== null) await receiver.leave();
    },
  };
  await receiver.comeBack();
  return receiver;
}

/** Checks a signature as the partner's guide says, with nothing of the server's own. */
export function isSigned({ headers, body }: ReceivedCall, secret: string, now = Date.now()): boolean {
  const [, seconds = '', code = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['manam-trace-signature'])) ?? [];
  const own = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return own === code && Math.abs(now / 1_000 - Number(seconds)) < 300;
}
