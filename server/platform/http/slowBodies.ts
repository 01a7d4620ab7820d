import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressGroup } from '../access/addressGroup.ts';
import { clientAddress } from './requestInfo.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** its body is a file, which may take long to arrive */
    upload?: boolean;
  }
}

/** A body that has not arrived by then is a slow one. */
const SLOW_MS = 2_000;
/** Slow bodies that one address may send at the same time; mobile networks share addresses. */
const MOST_SLOW = 100;

/** Answers to requests whose body has not arrived completely, by connection. */
export type Arriving = WeakMap<Socket, { headersSent: boolean }>;

/** As Node says it of a request that took too long to arrive. */
class TookTooLong extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

/**
 * Ends requests whose body does not arrive: Node has one time for all of a server's requests, and that of an upload is
 * long. Those of other routes have the ordinary time, and of the slow ones so many may come from one address.
 * @param options.arriving is kept true here
 * @param refuse answers on the connection, unless that was done already, and ends it
 */
export function endSlowBodies(
  app: FastifyInstance,
  options: { withinMs: number; trustProxy: number; arriving: Arriving },
  refuse: (error: Error & { code?: string }, socket: Socket) => void,
): void {
  const slow = new Map<string, number>();
  const count = (address: string, difference: 1 | -1): number => {
    const now = (slow.get(address) ?? 0) + difference;
    if (now === 0) slow.delete(address);
    else slow.set(address, now);
    return now;
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!isArriving(raw)) {
      done();
      return;
    }
    const { socket } = raw;
    options.arriving.set(socket, reply.raw);
    const end = (): void => refuse(new TookTooLong('The body took too long to arrive'), socket);
    let countedFor: string | null = null;
    const slowly = setTimeout(() => {
      if (raw.complete) return;
      countedFor = addressGroup(clientAddress(raw, options.trustProxy));
      if (count(countedFor, 1) > MOST_SLOW) end();
    }, SLOW_MS).unref();
    const isUpload = request.routeOptions.config.upload === true;
    const late = isUpload ? undefined : setTimeout(() => !raw.complete && end(), options.withinMs).unref();
    const over = (): void => {
      clearTimeout(slowly);
      clearTimeout(late);
      if (options.arriving.get(socket) === reply.raw) options.arriving.delete(socket);
      if (countedFor !== null) count(countedFor, -1);
      countedFor = null;
    };
    raw.once('end', over).once('close', over);
    done();
  });
}

function isArriving(request: IncomingMessage): boolean {
  // A call of a batch comes over no connection: its body is there.
  if (request.complete || !(request.socket instanceof Socket)) return false;
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}
