import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Answered, Attack } from './attacker.ts';

const QUIET_SECONDS = 20;
const ATTACK_SECONDS = 60;
/** 40 requests in 20 s. */
const PER_SECOND = 2;
/** Lists that staff ask for, one every so many ms, whatever became of those before. */
const EVERY_MS = 50;
const REST_SECONDS = 20;

export interface Attacked {
  url: string;
  /** process of the server */
  pid: number;
  /** what staff ask for meanwhile */
  list: { path: string; init: RequestInit };
  /** lots with many events, by the number on the package */
  longLots: readonly string[];
}

/**
 * Staff's lists before and while somebody without login has long lots verified and their proof files made.
 * @returns lines of text
 */
export async function measureUnderAttack({ url, pid, list, longLots }: Attacked): Promise<string[]> {
  await asked(url, list, 3);
  const before = memoryMb(pid);
  const quiet = await asked(url, list, QUIET_SECONDS);
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, memoryMb(pid));
  }, 250);
  const attacker = new Worker(new URL('./attacker.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    workerData: {
      url,
      requests: requestsOn(longLots),
      perSecond: PER_SECOND,
      seconds: ATTACK_SECONDS,
    } satisfies Attack,
  });
  const ended = once(attacker, 'message');
  const attacked = await asked(url, list, ATTACK_SECONDS);
  const [answered]: Answered[] = await ended;
  clearInterval(watch);
  await delay(REST_SECONDS * 1_000);
  const after = memoryMb(pid);
  const ratio = median(attacked.ms) / median(quiet.ms);
  const counts = Object.entries(answered?.counts ?? {}).map(([what, count]) => `${what}: ${count}`);
  return [
    `Under attack: ${PER_SECOND} requests a second for ${ATTACK_SECONDS} s without login, on lots with 1,500 events (${counts.join('; ')}; ${Math.round((answered?.bytes ?? 0) / 2 ** 20)} MB).`,
    `Staff list, one every ${EVERY_MS} ms: median ${median(quiet.ms).toFixed(1)} ms quiet, ${median(attacked.ms).toFixed(1)} ms under attack (${ratio.toFixed(2)} times; the bar is 3); p99 ${percentile(quiet.ms, 0.99).toFixed(0)} and ${percentile(attacked.ms, 0.99).toFixed(0)} ms; answers other than 200: ${quiet.failed} and ${attacked.failed} (the bar is 0).`,
    `Resident memory: ${before} MB before, ${highest} MB at most, ${after} MB ${REST_SECONDS} s afterwards (${(after / before).toFixed(2)} times; the bar is 1.5).`,
  ];
}

function requestsOn(longLots: readonly string[]): Attack['requests'] {
  const operation = (name: string, query: string): Attack['requests'][number] => {
    return { name, method: 'POST', path: '/graphql', body: JSON.stringify({ query }) };
  };
  const verified = (count: number): string =>
    Array.from({ length: count }, (_, i) => {
      const lotId = longLots[i % longLots.length];
      return `a${i}: publicLot(lotId: "${lotId}") { verification { state fields { field state } } provenanceChain { action timestamp transactionId blockNumber verified endorsers { mspId signature } } }`;
    }).join(' ');
  return longLots.flatMap((lotId) => [
    operation('fifteen aliases', `{ ${verified(15)} }`),
    operation('three aliases', `{ ${verified(3)} }`),
    operation('proof', `{ publicProof(lotId: "${lotId}") }`),
    { name: 'proof over REST', method: 'GET', path: `/api/v1/lots/public/${lotId}/proof`, body: null },
    { name: 'check', method: 'POST', path: `/api/v1/lots/public/${lotId}/verify-integrity`, body: null },
  ]);
}

async function asked(
  url: string,
  { path, init }: Attacked['list'],
  seconds: number,
): Promise<{ ms: number[]; failed: number }> {
  const found = { ms: [] as number[], failed: 0 };
  const under: Promise<void>[] = [];
  const until = performance.now() + seconds * 1_000;
  const one = async (): Promise<void> => {
    const began = performance.now();
    const response = await fetch(url + path, init);
    await response.arrayBuffer();
    found.ms.push(performance.now() - began);
    if (response.status !== 200) found.failed += 1;
  };
  while (performance.now() < until) {
    under.push(one());
    await delay(EVERY_MS);
  }
  await Promise.all(under);
  return found;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Resident memory of a process; Linux only. */
function memoryMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}
