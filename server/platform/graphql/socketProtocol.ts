import { CloseCode, type Server } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { ErrorLog } from './errors.ts';
import { depthError } from '../http/jsonBody.ts';
import type { SocketOperation, SocketOperations } from './socketOperations.ts';

/** bytes that may wait for a client to read them: a page of 100 lots is less than 100 kB */
const MOST_UNREAD = 4 * 1024 * 1024;
/** bytes of an operation's id: it may be part of the reason of a close frame, which holds 123 */
const LONGEST_ID = 64;
/** A client that has not answered a ping by the next one is gone. */
const PING_MS = 12_000;

const id = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= LONGEST_ID);

/** Messages of a client; graphql-ws would report a server's message as an internal error. */
const fromClient = z.discriminatedUnion('type', [
  z.looseObject({ type: z.enum(['connection_init', 'ping', 'pong']) }),
  z.looseObject({ type: z.literal('subscribe'), id }),
  z.looseObject({ type: z.literal('complete'), id }),
]);
type Message = z.infer<typeof fromClient>;

/**
 * Runs graphql-ws on one socket. It identifies operations by the ids that clients choose: an operation with the id of a
 * completed one, while that one is still being validated, would revive it. Here it gets the unique key of each
 * operation, while clients read and write their own ids.
 */
export function speak<Extra extends { operations: SocketOperations }>(
  protocol: Server<Extra>,
  client: WebSocket,
  extra: Extra,
  log: ErrorLog,
): void {
  const { operations } = extra;

  const receive = async (take: (text: string) => Promise<void>, text: string): Promise<void> => {
    // Reads on until the other side has closed as well; later messages are ignored.
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
      // Ends when all work of the operation has ended: graphql-ws guarantees this for its promise.
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
  // ws itself answers invalid frames with its close code.
  client.on('error', () => undefined);
  const pings = keepAlive(client);
  client.once('close', (code, reason) => {
    clearInterval(pings);
    operations.endAll();
    closed(code, String(reason)).catch(log);
  });
}

/** A client's message; null for an invalid one. */
function readMessage(text: string): Message | null {
  try {
    const message: unknown = JSON.parse(text);
    return depthError(message) === null ? (fromClient.safeParse(message).data ?? null) : null;
  } catch {
    return null;
  }
}

/** A message for graphql-ws, with the operation's own key. */
function written(message: Message, { key }: SocketOperation): string {
  return JSON.stringify({ ...message, id: key });
}

/** Ends when the system has accepted it, so that no answers pile up for a client that does not read. */
async function send(client: WebSocket, text: string | Buffer | null): Promise<void> {
  if (text === null || client.readyState !== client.OPEN) return;
  letGoUnread(client);
  await new Promise<void>((resolve, reject) => {
    // Messages of this protocol are text frames.
    client.send(text, { binary: false }, (error) => {
      // A socket that was lost meanwhile is no internal error.
      if (error && client.readyState === client.OPEN) reject(error);
      else resolve();
    });
  });
}

/** Disconnects a client that does not read its messages. */
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
