import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

const SUBSCRIPTIONS = 20;
/** What an edit brings with it has come long before: its record on the ledger, and the news of that. */
const SETTLE_MS = 3_000;
/** Of Linux: /proc tells processor time in hundredths of a second. */
const TICK_MS = 10;

export interface Subscribed {
  url: string;
  token: string;
  /** process of the server */
  pid: number;
  /** UUIDs of lots to edit, and how each is called in the answer */
  lots: readonly { name: string; id: string }[];
}

/**
 * Processor time of the server for one edit of which 20 subscriptions ask for the lot with its whole provenance.
 * @returns lines of text
 */
export async function measureDeepSubscriptions({ url, token, pid, lots }: Subscribed): Promise<string[]> {
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
  });
  let messages = 0;
  for (let i = 0; i < SUBSCRIPTIONS; i += 1) {
    const query =
      'subscription { lotChanged { kind lotId lot { lotId weight provenance { action transactionId timestamp user verified endorsers { mspId } } } } }';
    client.subscribe({ query }, { next: () => (messages += 1), error: () => undefined, complete: () => undefined });
  }
  await delay(SETTLE_MS);
  const lines: string[] = [];
  const spentOn = async (work: () => Promise<unknown>): Promise<number> => {
    const before = processorMs(pid);
    await work();
    await delay(SETTLE_MS);
    return processorMs(pid) - before;
  };
  for (const { name, id } of lots) {
    const edit = (weight: number): Promise<Response> =>
      fetch(`${url}/api/v1/lots/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ weight }),
      });
    // The compiler has seen the way, and the lot is known.
    for (let i = 0; i < 3; i += 1) await spentOn(() => edit(60 + i));
    const idle = await spentOn(async () => undefined);
    const runs: number[] = [];
    messages = 0;
    for (let i = 0; i < 5; i += 1) runs.push((await spentOn(() => edit(70 + i))) - idle);
    const median = [...runs].sort((a, b) => a - b)[2] ?? Number.NaN;
    lines.push(
      `${SUBSCRIPTIONS} deep subscriptions and one edit of ${name}: ${median} ms of processor time (median of ${runs.join(', ')}; the bar is 150), ${messages / runs.length} messages each.`,
    );
  }
  await client.dispose();
  return lines;
}

/** Processor time of a process since its start, user and system, ms; Linux only. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
