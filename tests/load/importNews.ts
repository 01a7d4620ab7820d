import { setTimeout as delay } from 'node:timers/promises';
import { print } from 'graphql';
import { WebSocket, type RawData } from 'ws';
import { AlertChangedDocument, LotsChangedDocument } from '../../client/graphql/generated.ts';
import { SAMPLE_PLACES } from '../../server/adapters/forest-sample/places.ts';
import { memoryMb } from './memory.ts';

const DASHBOARDS = 50;
const LOTS = Number(process.env.BENCH_IMPORT ?? 50_000);
/** What follows an import, its records and its checks, is listened to for so long. */
const AFTER_SECONDS = Number(process.env.BENCH_NEWS_SECONDS ?? 60);
const SAMPLE_MS = 250;
const AGAIN_MS = 1_000;
/** What the shell of the admin area follows. */
const FOLLOWED = [LotsChangedDocument, AlertChangedDocument].map((document) => print(document));

interface Heard {
  messages: number;
  bytes: number;
  cutOff: number;
}

/**
 * What dashboards hear of an import and of the minute after it, and what the server holds meanwhile.
 * @param pid process of the server
 * @returns lines of text
 */
export async function measureImportNews(parts: { url: string; token: string; pid: number }): Promise<string[]> {
  const { url, token, pid } = parts;
  const open = new AbortController();
  const heard = Array.from({ length: DASHBOARDS }, (): Heard => ({ messages: 0, bytes: 0, cutOff: 0 }));
  const dashboards = await Promise.all(heard.map((one) => dashboard(url, token, one, open.signal)));
  await delay(AGAIN_MS);
  for (const one of heard) Object.assign(one, { messages: 0, bytes: 0, cutOff: 0 });
  const before = memoryMb(pid);
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, memoryMb(pid))), SAMPLE_MS);
  const began = performance.now();
  let importSeconds = Number.NaN;
  try {
    await importLots(url, token, LOTS);
    importSeconds = (performance.now() - began) / 1_000;
    await delay(AFTER_SECONDS * 1_000);
  } finally {
    clearInterval(sampling);
    open.abort();
    for (const socket of dashboards) socket.terminate();
  }
  const middle = (of: keyof Heard): number => heard.map((one) => one[of]).sort((a, b) => a - b)[DASHBOARDS / 2] ?? 0;
  return [
    `An import of ${LOTS} lots (${importSeconds.toFixed(1)} s) and the ${AFTER_SECONDS} s after it, ${DASHBOARDS} dashboards open: ` +
      `${middle('messages')} messages and ${(middle('bytes') / 1024).toFixed(0)} KB to each (median), ` +
      `${heard.reduce((sum, one) => sum + one.cutOff, 0)} times cut off, memory ${before} MB before and ${most} MB at most.`,
  ];
}

/** Follows what the shell follows, and comes back when it is cut off. Resolves once it has begun. */
async function dashboard(url: string, token: string, heard: Heard, open: AbortSignal): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  const begun = Promise.withResolvers<void>();
  socket.on('error', begun.reject);
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })),
  );
  socket.on('message', (data: RawData) => {
    const text = String(data);
    if (text.includes('"connection_ack"')) {
      for (const [at, query] of FOLLOWED.entries()) {
        socket.send(JSON.stringify({ type: 'subscribe', id: String(at), payload: { query } }));
      }
      begun.resolve();
    } else if (text.includes('"next"')) {
      heard.messages += 1;
      heard.bytes += Buffer.byteLength(text);
    } else {
      throw new Error(`A dashboard was told ${text.slice(0, 300)}`);
    }
  });
  socket.on('close', () => {
    if (open.aborted) return;
    heard.cutOff += 1;
    setTimeout(() => void dashboard(url, token, heard, open).catch(() => undefined), AGAIN_MS);
  });
  open.addEventListener('abort', () => socket.terminate(), { once: true });
  await begun.promise;
  return socket;
}

/** Registers so many lots from one file, as a user who may. @param first number of the first of them */
export async function importLots(url: string, token: string, lots: number, first = 0): Promise<void> {
  const [place] = SAMPLE_PLACES;
  const header =
    'lotId,farmId,farmerName,cacaoVariety,harvestDate,latitude,longitude,weight,moistureContent,temperature';
  const rows = Array.from({ length: lots }, (_, index) => index + first).map((at) =>
    [
      `LOTI${at}`,
      `FARM0${10 + (at % 40)}`,
      `Farmer ${at % 977}`,
      'Trinitario',
      '2026-03-01',
      place?.latitude,
      place?.longitude,
    ]
      .concat(['250.5', '41', '25.5'])
      .join(','),
  );
  const form = new FormData();
  form.set('file', new Blob([[header, ...rows].join('\n')], { type: 'text/csv' }), 'lots.csv');
  const response = await fetch(`${url}/api/v1/lots/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The import was answered ${response.status}: ${text.slice(0, 500)}`);
}
