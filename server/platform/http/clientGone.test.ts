import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { sendError } from './answer.ts';

/** What the server logs when a route fails like this, by level. */
async function logged(fail: () => Promise<never>): Promise<{ level: string; msg: string }[]> {
  const lines: string[] = [];
  const log = pino({ formatters: { level: (level) => ({ level }) } }, { write: (line) => void lines.push(line) });
  const app = Fastify({ loggerInstance: log });
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.get('/', fail);
  await app.inject('/');
  await app.close();
  return lines
    .map((line): { level: string; msg: string; err?: object } => JSON.parse(line))
    .filter(({ err }) => err !== undefined)
    .map(({ level, msg }) => ({ level, msg }));
}

it('a client that goes away in the middle of a stream is no failure of the server', async () => {
  const cut = async (): Promise<never> => {
    const body = new PassThrough();
    const read = pipeline(body, new PassThrough().resume());
    body.destroy();
    await read;
    throw new Error('It was not cut');
  };
  expect(await logged(cut)).toEqual([{ level: 'info', msg: 'The client went away' }]);
});

it('any other fault is one', async () => {
  const fault = () => Promise.reject(new Error('The disk is gone'));
  expect(await logged(fault)).toEqual([{ level: 'error', msg: 'Request failed' }]);
});
