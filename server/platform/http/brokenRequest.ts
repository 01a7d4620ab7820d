import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { REQUEST } from '../../domain/messages/refusalMessages.ts';
import { failure } from './answer.ts';
import type { Failure } from './envelope.ts';
import { requestId } from './requestInfo.ts';
import type { Arriving } from './slowBodies.ts';

/** Node's errors for a request whose first lines cannot be parsed; other errors mean that it is not HTTP. */
const BROKEN: Record<string, Failure> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    statusCode: 408,
    error: 'Request timeout',
    said: REQUEST.slow({}),
  },
  HPE_HEADER_OVERFLOW: {
    statusCode: 431,
    error: 'Request header fields too large',
    said: REQUEST.longHeaders({}),
  },
};
const NO_HTTP: Failure = { statusCode: 400, error: 'Bad request', said: REQUEST.noHttp({}) };

/**
 * Answers, in the envelope, a request that reaches no route because it is not valid HTTP, and ends its connection. A
 * request that was answered before it was read completely is not answered twice.
 * @param headers the headers of every answer
 * @param arriving answers to requests that have not arrived completely
 */
export function answerBroken(
  headers: Record<string, string>,
  arriving: Arriving,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || arriving.get(socket)?.headersSent === true) {
      socket.destroy();
      return;
    }
    const id = requestId(undefined);
    const { status, headers: own, body } = failure(BROKEN[error.code ?? ''] ?? NO_HTTP, id);
    const text = String(body);
    const all = {
      ...headers,
      ...own,
      'x-request-id': id,
      'content-length': Buffer.byteLength(text),
      connection: 'close',
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
    socket.destroySoon();
  };
}
