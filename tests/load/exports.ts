import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { withCountry } from './countryServer.ts';

const LOOK_MS = 1_000;
const SAMPLE_MS = 250;
/** Pause between two lists of the concurrent user. */
const BETWEEN_MS = 20;

/**
 * What the exports and the report of a country take: time, the server's memory, and what somebody waits for a list meanwhile.
 * @returns lines of text, a table
 */
export async function measureExports(lots: number): Promise<string[]> {
  const rows = await withCountry(lots, async ({ url, pid, admin }) => {
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
    const api = `${url}/api/v1`;
    const whole = new URLSearchParams({ startDate: '2000-01-01', endDate: new Date().toISOString().slice(0, 10) });
    let reportId = '';
    const works: [name: string, work: () => Promise<number>][] = [
      ['nothing, for 20 s', async () => delay(20_000, 0)],
      ...['csv', 'json', 'geojson'].map((format): [string, () => Promise<number>] => [
        `export as ${format}`,
        () => bytesOf(`${api}/lots/export?format=${format}`, headers),
      ]),
      [
        'report',
        async () => {
          reportId = await report(api, headers, Object.fromEntries(whole));
          return 0;
        },
      ],
      ...['csv', 'json', 'pdf', 'csv'].map((format): [string, () => Promise<number>] => [
        `file of the report: ${format}`,
        () => bytesOf(`${api}/reports/${reportId}?format=${format}`, headers),
      ]),
    ];
    const lines: string[][] = [];
    for (const [name, work] of works) lines.push([name, ...(await beside(`${api}/lots?limit=12`, headers, pid, work))]);
    return lines;
  });
  const head = ['What', 's', 'MB', 'memory of the server before, most, MB', 'lists beside: p50, p99, longest, ms'];
  return [
    `${lots.toLocaleString('en-US')} lots, everything once.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ];
}

/** Does work while somebody asks for lists, and says what both took. */
async function beside(
  list: string,
  headers: Record<string, string>,
  pid: number,
  work: () => Promise<number>,
): Promise<string[]> {
  const before = memoryMb(pid);
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, memoryMb(pid))), SAMPLE_MS);
  const done = new AbortController();
  const times: number[] = [];
  const asking = (async () => {
    while (!done.signal.aborted) {
      const began = performance.now();
      const response = await fetch(list, { headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`A list was answered ${response.status}`);
      times.push(performance.now() - began);
      await delay(BETWEEN_MS);
    }
  })();
  const began = performance.now();
  const bytes = await work();
  const seconds = (performance.now() - began) / 1_000;
  done.abort();
  clearInterval(sampling);
  await asking;
  times.sort((a, b) => a - b);
  const share = (part: number): string => (times[Math.floor((times.length - 1) * part)] ?? Number.NaN).toFixed(0);
  return [
    seconds.toFixed(1),
    (bytes / 1e6).toFixed(0),
    `${before}, ${most}`,
    `${share(0.5)}, ${share(0.99)}, ${share(1)}`,
  ];
}

/** Reads a file to its end. */
async function bytesOf(url: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, { headers });
  if (!response.ok || response.body === null) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const piece of response.body) bytes += piece.length;
  return bytes;
}

/** Has a report made. @returns its id */
async function report(api: string, headers: Record<string, string>, period: object): Promise<string> {
  const ask = async (path: string, init: RequestInit = {}): Promise<Making> => {
    const response = await fetch(`${api}${path}`, { headers, ...init });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    const answer: { data: { making: Making } } = JSON.parse(text);
    return answer.data.making;
  };
  let making = await ask('/reports', { method: 'POST', body: JSON.stringify(period) });
  while (making.state === 'making') {
    await delay(LOOK_MS);
    making = await ask(`/reports/making/${making.id}`);
    if (process.env.BENCH_TALKS) process.stderr.write(`${making.lotsDone} of ${making.lots}\n`);
  }
  if (making.report === null) throw new Error(`The report is ${making.state}`);
  return making.report.reportId;
}

interface Making {
  id: string;
  state: string;
  lots: number | null;
  lotsDone: number;
  report: { reportId: string } | null;
}

/** Resident memory of a process, MB; Linux only. */
function memoryMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}
