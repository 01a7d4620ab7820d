import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { OperationTypeNode, type ExecutionResult } from 'graphql';
import { handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { subjectOf } from '../access/caller.ts';
import { Refused } from '../errors/refusal.ts';
import { formatError } from './errors.ts';
import { GRAPHQL_LIMITS } from './limits.ts';
import { SharedEvents } from './sharedEvents.ts';
import { answerOf, answerOnce, follow, goesOutAs } from './socketAnswers.ts';
import { judge, refuse, type AcceptedOperation } from './socketJudgement.ts';
import { SocketOperations, type SocketOperation } from './socketOperations.ts';
import { SocketPermits, type Permit } from './socketPlaces.ts';
import { inTime, type SocketIdentity, type SocketParts } from './socketParts.ts';
import { speak } from './socketProtocol.ts';
import { asksForSocket, mayOpen, refuseUpgrade } from './socketUpgrade.ts';

/** The answer of graphql-ws that is replaced by encoded text. */
const CARRIED = { data: null };

/**
 * Close code when a token expires, or its session, user or key ends: the client reconnects with a fresh token, if it
 * has one, and refetches (docs/spec/graphql-api.md, 'Web sockets').
 */
export const TOKEN_ENDED = 4403;
const GOING_AWAY = 1001;
/**
 * Close code when the caller cannot be identified now, when the account has too many sockets, or when a client does not
 * read its events: graphql-ws clients try again later, as they do not after its own 4500, and read the present state
 * then.
 */
const TRY_AGAIN_LATER = 1013;
/** time for a client to close its side when the server closes a socket */
const CLOSE_MS = 5_000;
/** the same when the server stops */
const FAREWELL_MS = 1_000;

const WEB_SOCKETS = {
  noServer: true,
  maxPayload: 256 * 1024,
  closeTimeout: CLOSE_MS,
  handleProtocols: (protocols: Set<string>) => handleProtocols(protocols),
};

export interface SocketServer {
  close(): Promise<void>;
  /** sockets that are open */
  sockets(): number;
  /** operations of all sockets with unfinished work */
  operations(): number;
  /** closes the sockets of those of the given users and partner keys that have lost access */
  recheck(subjects: ReadonlySet<string>): Promise<void>;
}

interface SocketExtra {
  socket: WebSocket;
  request: IncomingMessage;
  place: Permit;
  operations: SocketOperations;
  identity?: SocketIdentity;
  expiry?: NodeJS.Timeout;
}

/** A socket of a signed-in caller. */
interface SignedIn {
  identity: SocketIdentity;
  /** null while it is being looked up */
  subject: string | null;
  close(): void;
}

/**
 * graphql-ws on the HTTP server's own port at `/graphql`: the same authentication, limits, error form and executor as
 * HTTP. Sockets are closed with 4403 when their token ends.
 */
export function serveSockets(http: Server, parts: SocketParts): SocketServer {
  const signedIn = new Map<object, SignedIn>();
  const operations = new Set<SocketOperation>();
  const asked = new WeakMap<object, AcceptedOperation>();
  const shared = new SharedEvents<ExecutionResult>();
  const sockets = new WebSocketServer(WEB_SOCKETS);
  const places = new SocketPermits();
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (!asksForSocket(request)) return refuseUpgrade(socket, 404);
    if (!mayOpen(request.headers.origin, parts.hostOf(request), parts.origins)) return refuseUpgrade(socket, 403);
    const place = places.enter(parts.addressOf(request));
    if (place === null) return refuseUpgrade(socket, 429);
    // Also when the handshake fails.
    socket.once('close', () => place.leave());
    sockets.handleUpgrade(request, socket, head, (client) => {
      const own = new SocketOperations(GRAPHQL_LIMITS.operationsPerSocket, operations);
      speak(protocol, client, { socket: client, request, place, operations: own }, parts.log);
    });
  };
  http.on('upgrade', upgrade);

  const protocol = makeServer<Record<string, unknown>, SocketExtra>({
    connectionInitWaitTimeout: parts.requestTimeoutMs,
    onConnect: ({ connectionParams, extra }) => connect(parts, signedIn, connectionParams, extra),
    onSubscribe: async ({ extra }, key, payload) => {
      const judged = await admit(parts, extra, key, payload);
      if ('errors' in judged) return judged.errors;
      asked.set(judged.args, judged.asked);
      return judged.args;
    },
    execute: async (args) => goesOutAs(await answerOnce(args, letIn(asked.get(args)), parts)),
    subscribe: (args) => follow(args, letIn(asked.get(args)), parts, shared),
    onNext: ({ extra }, key, _payload, _args, result) => {
      const answer = answerOf(result);
      if (answer !== undefined) {
        extra.operations.carry(key, answer);
        return CARRIED;
      }
      // A subscription that could not be started.
      if (!result.errors) return;
      return { ...result, errors: result.errors.map((error) => formatError(error, error, parts.log)) };
    },
    onClose: ({ extra }) => {
      clearTimeout(extra.expiry);
      signedIn.delete(extra);
    },
  });
  return {
    sockets: () => sockets.clients.size,
    operations: () => operations.size,
    recheck: (subjects) => recheckSockets(signedIn, subjects),
    close: () => {
      http.off('upgrade', upgrade);
      return closeSockets(sockets);
    },
  };
}

/** Identifies whoever opened a socket, and keeps it open while its token is valid. @returns whether it stays open */
async function connect(
  parts: SocketParts,
  signedIn: Map<object, SignedIn>,
  connectionParams: Record<string, unknown> | undefined,
  extra: SocketExtra,
): Promise<boolean> {
  const authorization = connectionParams?.authorization ?? connectionParams?.Authorization;
  const identity = await parts.identify(typeof authorization === 'string' ? authorization : null, extra.request);
  extra.identity = identity;
  let subject: string | null = null;
  let endsAt = identity.expiresAt?.getTime() ?? null;
  if (identity.signsIn) {
    const { socket } = extra;
    const entry: SignedIn = { identity, subject: null, close: () => socket.close(TOKEN_ENDED, 'Signed out') };
    // Registered before the caller is looked up: a revocation meanwhile finds it here.
    signedIn.set(extra, entry);
    if (socket.readyState !== socket.OPEN) signedIn.delete(extra);
    try {
      if (!(await inTime(parts, () => isLetIn(entry)))) endsAt = 0;
    } catch (error) {
      if (!(error instanceof Refused)) parts.log(error);
      socket.close(TRY_AGAIN_LATER, 'Try again later');
      return false;
    }
    subject = entry.subject;
  }
  // An invalid token is reported as such, even above the limit of sockets.
  if ((subject !== null || !identity.signsIn) && !extra.place.take(subject)) {
    extra.socket.close(TRY_AGAIN_LATER, 'Too many sockets');
    return false;
  }
  if (endsAt !== null && extra.socket.readyState === extra.socket.OPEN) {
    const left = endsAt - Date.now();
    extra.expiry = setTimeout(() => extra.socket.close(TOKEN_ENDED, 'Token expired'), Math.max(0, left));
    extra.expiry.unref();
  }
  return true;
}

/** Admits and judges an operation. A mutation goes on even if its client completes it. */
async function admit(
  parts: SocketParts,
  extra: SocketExtra,
  key: string,
  payload: SubscribePayload,
): ReturnType<typeof judge> {
  const { identity } = extra;
  const operation = extra.operations.find(key);
  if (identity === undefined || operation === undefined)
    return { errors: refuse('The connection was not initialised') };
  // Counted before any wait: a burst arrives faster than its first operation is validated.
  if (!extra.operations.admit(operation)) return { errors: refuse('Too many operations on one socket') };
  const cutOff = (): void => extra.socket.close(TRY_AGAIN_LATER, 'Too slow for the news');
  const judged = await judge(identity, payload, operation.ended, parts, cutOff);
  // An operation that its client completed meanwhile is not begun.
  if (operation.ended.aborted) return { errors: refuse('Completed') };
  if ('args' in judged && judged.asked.kind === OperationTypeNode.MUTATION) extra.operations.letLast(operation);
  return judged;
}

async function recheckSockets(signedIn: ReadonlyMap<object, SignedIn>, subjects: ReadonlySet<string>): Promise<void> {
  if (subjects.size === 0) return;
  const concerned = [...signedIn.values()].filter(({ subject }) => subject === null || subjects.has(subject));
  await Promise.all(
    concerned.map(async (entry) => {
      if (!(await isLetIn(entry))) entry.close();
    }),
  );
}

async function closeSockets(sockets: WebSocketServer): Promise<void> {
  const clients = [...sockets.clients];
  const gone = new Promise((resolve) => sockets.close(resolve));
  for (const client of clients) client.close(GOING_AWAY, 'Server is stopping');
  // Does not wait for a client that does not answer.
  const cutOff = setTimeout(() => {
    for (const client of clients) client.terminate();
  }, FAREWELL_MS);
  await gone;
  clearTimeout(cutOff);
}

/** @throws Error for an operation that `onSubscribe` did not accept */
function letIn(asked: AcceptedOperation | undefined): AcceptedOperation {
  if (asked === undefined) throw new Error('This operation was not judged');
  return asked;
}

/** Whether a socket's token is still valid. */
async function isLetIn(entry: SignedIn): Promise<boolean> {
  const caller = await entry.identity.caller();
  if (caller.kind === 'user') entry.subject = subjectOf(caller);
  return caller.kind === 'user';
}
