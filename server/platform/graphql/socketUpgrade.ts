import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers to a connection that gets no web socket. */
const REFUSALS = {
  404: 'Not Found',
  403: 'Forbidden',
  429: 'Too Many Requests',
} as const;

/**
 * Whether a page may open a web socket: it comes from the requested host, or from one of the allowed origins. Programs
 * send no origin.
 * @param host of the request, null when it cannot be read
 * @param origins scheme, host and port, as browsers write them
 */
export function mayOpen(origin: string | undefined, host: string | null, origins: ReadonlySet<string>): boolean {
  if (origin === undefined || origins.has(origin)) return true;
  if (host === null || !/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const asking = new URL(origin);
  // A proxy may use http towards this server, so the scheme says nothing; default ports are omitted on both sides.
  const asked = `${asking.protocol}//${host}`;
  return asking.origin === origin && URL.canParse(asked) && new URL(asked).host === asking.host;
}

/** Whether a request asks for a web socket at its path. */
export function asksForSocket({ url }: IncomingMessage): boolean {
  // Not parsed as a URL: clients may send invalid ones, and exceptions here are not caught.
  return url?.split('?', 1)[0] === '/graphql';
}

/** Rejects a web socket before its handshake, and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: keyof typeof REFUSALS): void {
  // Node removes its error listener from a connection that it hands over: a client that disconnects would end the
  // process.
  socket.on('error', () => socket.destroy());
  // Does not wait for a client that does not close its side.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${REFUSALS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
