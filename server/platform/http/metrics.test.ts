import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { Metrics, serveMetrics } from './metrics.ts';

const JOBS = { waiting: 3, running: 0, retrying: 0, exhausted: 0 };
const FROM_THE_DATABASE = /^manam_(outbox_events|jobs)\{/m;

it('shows what it knows by itself while the database is away, and nothing from before instead of what it cannot read', async () => {
  let away = false;
  const read = async <T>(figures: T): Promise<T> => {
    if (away) throw new Error('connect ECONNREFUSED');
    return figures;
  };
  const metrics = new Metrics({
    outbox: () => read({ pending: 2, failed: 1 }),
    jobs: () => read(JOBS),
  });
  metrics.observe('GET', '/api/v1/lots', 500, 0.02);

  expect(await metrics.registry.metrics()).toContain('manam_outbox_events{state="failed"} 1');
  away = true;
  const shown = await metrics.registry.metrics();
  expect(shown).toContain('manam_http_request_seconds_count{method="GET",route="/api/v1/lots",status="500"} 1');
  expect(shown).toMatch(/^process_resident_memory_bytes \d+/m);
  expect(shown).not.toMatch(FROM_THE_DATABASE);
  away = false;
  expect(await metrics.registry.metrics()).toContain('manam_jobs{state="waiting"} 3');
});

it('is shown to this machine alone while there is no token', async () => {
  const app = fastify();
  serveMetrics(app, new Metrics({ outbox: async () => ({ pending: 0, failed: 0 }), jobs: async () => JOBS }), {
    metricsToken: null,
  });
  const statusFor = async (remoteAddress: string) => (await app.inject({ url: '/metrics', remoteAddress })).statusCode;
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect([own, await statusFor(own)]).toEqual([own, 200]);
  for (const other of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1']) {
    expect([other, await statusFor(other)]).toEqual([other, 404]);
  }
});
