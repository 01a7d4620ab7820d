import { CloseCode, type Server } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { ErrorLog } from './errors.ts';
import { depthError } from '../http/jsonBody.ts';
import type { Operation, SocketOperations } from './socketOperations.ts';

/** bytes that may wait for a client to read them: a page of 100 lots is less than 100 kB */
const MOST_UNREAD = 4 * 1024 * 1024;
/** bytes of an operation's id: it may stand in the reason of a close frame, which holds 123 */
const LONGEST_ID = 64;
/** A client that has not answered a ping by the next one is gone. */
const PING_MS = 12_000;

const id = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= LONGEST_ID);

/** What a client may send; what only a server sends graphql-ws would take for an error of ours. */
const fromClient = z.discriminatedUnion('type', [
  z.looseObject({ type: z.enum(['connection_init', 'ping', 'pong']) }),
  z.looseObject({ type: z.literal('subscribe'), id }),
  z.looseObject({ type: z.literal('complete'), id }),
]);
type Message = z.infer<typeof fromClient>;

/**
 * Lets graphql-ws speak on one socket. It tells operations apart by the ids that clients choose: one that is begun under
 * the id of a completed one, while that one is still being judged, would bring that one back to life. Here it is given
 * the key that each operation has for itself, and clients read and write their own ids.
 */
export function speak<Extra extends { operations: SocketOperations }>(
  protocol: Server<Extra>,
  client: WebSocket,
  extra: Extra,
  log: ErrorLog,
): void {
  const { operations } = extra;

  const receive = async (take: (text: string) => Promise<void>, text: string): Promise<void> => {
    // Read on until the other side has closed as well; what comes then is meant for nobody.
    if (client.readyState !== client.OPEN) return;
    const message = readMessage(text);
    if (message === null) {
      client.close(CloseCode.BadRequest, 'Invalid message received');
    } else if (message.type === 'subscribe') {
      const operation = operations.begin(message.id);
      if (operation === null) {
        client.close(CloseCode.SubscriberAlreadyExists, `Subscriber for ${message.id} already exists`);
        return;
      }
      // Ends when nothing of the operation is under way any more: graphql-ws says so of its promise.
      await take(written(message, operation)).finally(() => operations.over(operation));
    } else if (message.type === 'complete') {
      const operation = operations.complete(message.id);
      if (operation !== undefined) await take(written(message, operation));
    } else {
      await take(text);
    }
  };

  const closed = protocol.opened(
    {
      protocol: client.protocol,
      send: (text) => send(client, operations.outgoing(text)),
      close: (code, reason) => client.close(code, reason),
      onMessage: (take) => {
        client.on('message', (data: RawData) => {
          letGoUnread(client);
          receive(take, String(data)).catch((error: unknown) => {
            log(error);
            client.close(CloseCode.InternalServerError, 'Internal server error');
          });
        });
      },
    },
    extra,
  );
  // What a client sends wrongly ws itself answers with its close code.
  client.on('error', () => undefined);
  const pings = keepAlive(client);
  client.once('close', (code, reason) => {
    clearInterval(pings);
    operations.endAll();
    closed(code, String(reason)).catch(log);
  });
}

/** A client's message; null for what none sends. */
function readMessage(text: string): Message | null {
  try {
    const message: unknown = JSON.parse(text);
    return depthError(message) === null ? (fromClient.safeParse(message).data ?? null) : null;
  } catch {
    return null;
  }
}

/** A message as graphql-ws is to read it: under the operation's own key. */
function written(message: Message, { key }: Operation): string {
  return JSON.stringify({ ...message, id: key });
}

/** Ends when the system has taken it, so that nothing is made for a client that does not read. */
async function send(client: WebSocket, text: string | Buffer | null): Promise<void> {
  if (text === null || client.readyState !== client.OPEN) return;
  letGoUnread(client);
  await new Promise<void>((resolve, reject) => {
    // Messages of this protocol are text frames.
    client.send(text, { binary: false }, (error) => {
      // A socket that was lost meanwhile is no fault of ours.
      if (error && client.readyState === client.OPEN) reject(error);
      else resolve();
    });
  });
}

/** Cuts off a client that does not read what it is sent. */
function letGoUnread(client: WebSocket): void {
  if (client.bufferedAmount > MOST_UNREAD) client.terminate();
}

function keepAlive(client: WebSocket): NodeJS.Timeout {
  let answered = true;
  client.on('pong', () => {
    answered = true;
  });
  return setInterval(() => {
    if (client.readyState !== client.OPEN) return;
    if (!answered) {
      client.terminate();
      return;
    }
    answered = false;
    client.ping();
  }, PING_MS);
}
