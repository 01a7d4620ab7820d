import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSlowBodies } from './slowBodies.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('a call of a batch that is refused before its body is read is left alone: it never came over a connection', async () => {
  const app = Fastify();
  const refuse = vi.fn<() => void>();
  endSlowBodies(app, { withinMs: 5_000, trustProxy: 0, arriving: new WeakMap() }, refuse);
  app.addHook('onRequest', async (_request, reply) => reply.code(401).send({ success: false }));
  app.post('/lots', async () => ({}));
  expect((await app.inject({ method: 'POST', url: '/lots', payload: { lotId: 'LOT-1' } })).statusCode).toBe(401);
  expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
  expect(refuse).not.toHaveBeenCalled();
  await app.close();
});
