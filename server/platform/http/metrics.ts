import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { QUEUE_NAMES, type WorkQueues } from '../concurrency/workQueues.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { sendFailure } from './answer.ts';

/** Figures that are read when the metrics are. */
export interface Readings {
  outbox(): Promise<{ pending: number; failed: number }>;
  jobs(): Promise<{ waiting: number; running: number; retrying: number; exhausted: number }>;
}

/** The program's metrics, in Prometheus' form. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<'method' | 'route' | 'status'>;

  constructor(readings: Readings) {
    collectDefaultMetrics({ register: this.registry });
    this.#requests = new Histogram({
      name: 'manam_http_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [this.registry],
    });
    gauge(
      this.registry,
      'manam_outbox_events',
      'Events that wait for the ledger or were refused',
      'state',
      readings.outbox,
    );
    gauge(this.registry, 'manam_jobs', 'Jobs in the queue', 'state', readings.jobs);
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds);
  }

  watchWorkQueues(queues: WorkQueues): void {
    new Gauge({
      name: 'manam_heavy_work',
      help: 'Reports, certificates, exports and imports: works under way, works that wait, calls until they are answered',
      labelNames: ['lane', 'state'],
      registers: [this.registry],
      collect() {
        for (const name of QUEUE_NAMES) {
          for (const [state, figure] of Object.entries(queues[name].figures)) this.set({ lane: name, state }, figure);
        }
      },
    });
  }

  /** What people hold open now: it ends with their sockets. */
  watchSockets(open: { sockets(): number; operations(): number; streams(): number }): void {
    const registers = [this.registry];
    for (const [name, help, count] of [
      ['manam_web_sockets', 'Open web sockets', open.sockets],
      ['manam_socket_operations', 'Operations under way on web sockets', open.operations],
      ['manam_live_streams', 'Streams of news that somebody follows', open.streams],
    ] as const) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(count());
        },
      });
    }
  }
}

/** A gauge that is read at each scrape; if it cannot be read it has no values, and the other metrics stay. */
function gauge(registry: Registry, name: string, help: string, label: string, read: () => Promise<object>): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset();
      const figures = await read().catch(() => ({}));
      for (const [key, value] of Object.entries(figures)) {
        if (typeof value === 'number') this.set({ [label]: key }, value);
      }
    },
  });
}

/**
 * `/metrics`: with the token when there is one, else from this machine only and never through a proxy
 * (docs/spec/settings-and-commands.md, 'Environment').
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, config: Pick<Config, 'metricsToken'>): void {
  app.get('/metrics', async (request, reply) => {
    const forwarded = Object.keys(request.headers).some((name) => FORWARDING.test(name));
    const local = isLocal(request.raw.socket.remoteAddress) && !forwarded;
    const allowed =
      config.metricsToken === null
        ? local
        : sameText(request.headers.authorization ?? '', `Bearer ${config.metricsToken}`);
    if (!allowed) return sendFailure(reply, request, 404, 'Not found', REFUSED.resourceNotFound({}));
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Headers that a proxy adds (RFC 7239, RFC 9110 section 7.6.3, and the older ones in use). */
const FORWARDING = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/;

function isLocal(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '');
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
