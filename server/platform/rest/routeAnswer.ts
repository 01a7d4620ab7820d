import { JSON_HEADERS, type Answer } from '../http/answer.ts';
import { successEnvelope } from '../http/envelope.ts';
import { digestOf } from '../http/etag.ts';
import { contentDisposition } from './contentDisposition.ts';
import type { Route, RouteAnswer } from './route.ts';

/** The answer of a route, to be sent. */
export function success(route: Route, result: RouteAnswer, requestId: string): Answer {
  const status = result.status ?? route.status ?? 200;
  if ('file' in result) {
    const { name, mediaType, body, inline } = result.file;
    const headers = { 'content-type': mediaType, 'content-disposition': contentDisposition(name, inline) };
    return { status, headers: { ...headers, ...result.headers }, body };
  }
  const { data, said, repeated = false } = 'json' in result ? { data: undefined } : result;
  const json = 'json' in result ? result.json : repeated ? writtenOnce(data) : null;
  const body =
    json === null
      ? JSON.stringify(successEnvelope(data, requestId, said))
      : `{"data":${json},${JSON.stringify(successEnvelope(undefined, requestId, said)).slice(1)}`;
  // The envelope has a time and an id of its own, so that two answers with the same data are alike and not equal.
  const etag: Record<string, string> =
    route.conditional === true && json !== null ? { etag: `W/"${digestOf(json)}"` } : {};
  return { status, headers: { ...JSON_HEADERS, ...etag, ...result.headers }, body };
}

const written = new WeakMap<object, string>();

function writtenOnce(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  let text = written.get(data);
  if (text === undefined) {
    text = JSON.stringify(data);
    written.set(data, text);
  }
  return text;
}
