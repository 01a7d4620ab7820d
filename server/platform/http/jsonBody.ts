import type { FastifyInstance } from 'fastify';
import { REQUEST } from '../../domain/messages/refusalMessages.ts';

/** Levels of objects and lists in a body; no call takes nearly as many. */
const MOST_LEVELS = 64;

/** Thousands of levels fit in few bytes, and whatever walks through them fills its stack. */
export class TooDeep extends Error {
  readonly said = REQUEST.deepJson({ levels: MOST_LEVELS });
  override message = this.said.text;
}

/** Why a body is not taken for its depth; null when it is. */
export function depthError(value: unknown): TooDeep | null {
  return isShallow(value, MOST_LEVELS) ? null : new TooDeep();
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

/** JSON is the one form that bodies come in; an empty one counts as none, because clients name the type on every call. */
export function readJsonAlone(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else void json(request, body, (error, value) => done(error ?? depthError(value), value));
  });
}
