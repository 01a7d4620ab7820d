import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** What is said of a connection that gets no web socket. */
const REFUSALS = {
  404: 'Not Found',
  403: 'Forbidden',
  429: 'Too Many Requests',
} as const;

/**
 * Whether a page that asks for a web socket is ours: it comes from the host that it asks, or from one of the origins that
 * may call. Programs name no origin.
 * @param host of the request, null when it cannot be read
 * @param origins scheme, host and port, as browsers write them
 */
export function mayOpen(origin: string | undefined, host: string | null, origins: ReadonlySet<string>): boolean {
  if (origin === undefined || origins.has(origin)) return true;
  if (host === null || !/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const asking = new URL(origin);
  // A proxy may speak http to us, so the scheme says nothing; its own port goes without saying on either side.
  const asked = `${asking.protocol}//${host}`;
  return asking.origin === origin && URL.canParse(asked) && new URL(asked).host === asking.host;
}

/** Whether a request asks for a web socket where one is. */
export function asksForSocket({ url }: IncomingMessage): boolean {
  // Not read as a URL: what a client sends need not be one, and nobody catches what is thrown here.
  return url?.split('?', 1)[0] === '/graphql';
}

/** Refuses a web socket before its handshake, and lets the connection go. */
export function refuseUpgrade(socket: Duplex, status: keyof typeof REFUSALS): void {
  // Node listens no more for errors of a connection that it hands over: a client that breaks off would end the process.
  socket.on('error', () => socket.destroy());
  // A client that does not close its side is not waited for.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${REFUSALS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
