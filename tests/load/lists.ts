import { readdirSync, readFileSync } from 'node:fs';
import { QUIET_FARM } from './countrySeed.ts';
import { withCountry } from './countryServer.ts';

const TIMES = Number(process.env.BENCH_TIMES ?? 50);
/** Rows whose names fit; all unless told. */
const ROWS = new RegExp(process.env.BENCH_ROWS ?? '');
/** Linux counts in hundredths of a second. */
const TICK_MS = 10;
/** The bars: how much slower at ten times the lots, and how slow at all. */
const MOST_RATIO = 1.3;
const MOST_MS = 100;

/** One question, over REST or GraphQL. */
interface Asked {
  name: string;
  path: string;
  query?: string;
  /** asked by a farmer of the quiet farm */
  farmer?: boolean;
}

interface Answered {
  /** ms, of the first call since the start */
  first: number;
  /** ms, median */
  p50: number;
  /** of the server and the database together, ms a call */
  processor: number;
}

const LOT = 'lotId farmerName harvestDate weight currentProcess deforestationStatus';
const list = (name: string, query: string): Asked => ({ name, path: `/lots?limit=12&${query}` });
const figures = (name: string, query: string, farmer = false): Asked => ({ name, path: '/graphql', query, farmer });

/** What the lists and pages of the staff area ask for. @param lots how many there are */
function questions(lots: number): Asked[] {
  const last = Math.ceil(lots / 12);
  const sorts = ['harvestDate', 'lotId', 'farmerName', 'weight', 'qualityScore', 'currentProcess', 'createdAt'];
  return [
    list('lots', ''),
    list('lots, page 2', 'page=2'),
    ...sorts.map((sort) => list(`lots by ${sort}, rising`, `sort=${sort}&order=asc`)),
    ...sorts.map((sort) => list(`lots by ${sort}, page in the middle`, `sort=${sort}&page=${Math.floor(last / 2)}`)),
    ...sorts.map((sort) => list(`lots by ${sort}, last page`, `sort=${sort}&page=${last}`)),
    list('lots in a stage', 'stage=drying'),
    list('lots of a variety', 'variety=Criollo'),
    list('lots of a variety by farmer', 'variety=Criollo&sort=farmerName&order=asc'),
    list(
      'lots of a variety by farmer, page in the middle',
      `variety=Criollo&sort=farmerName&order=asc&page=${Math.floor(last / 24)}`,
    ),
    list('lots in a stage by weight', 'stage=shipped&sort=weight'),
    list('lots with loss by quality', 'eudr=Deforestation%20Detected&sort=qualityScore'),
    list('compliant lots', 'eudr=compliant'),
    list('lots not compliant', 'eudr=non-compliant'),
    list('lots to record', 'blockchain=pending'),
    list('lots of a month', 'harvestedFrom=2026-03-01&harvestedTo=2026-03-31'),
    list(
      'lots of a stage, variety and year',
      'stage=drying&variety=Nacional&harvestedFrom=2025-01-15&harvestedTo=2026-01-14',
    ),
    ...['needsMe', 'outdatedChecks', 'readyToShip', 'alertTouched'].map((preset) =>
      list(`lots: ${preset}`, `preset=${preset}`),
    ),
    list('search: a lot', 'search=LOT1054321'),
    list('search: a farm', 'search=FARM00077'),
    list('search: a farmer', 'search=grace%20kila'),
    list('search: a variety', 'search=criollo'),
    { name: "a farmer's lots", path: '/lots?limit=12', farmer: true },
    { name: "a farmer's lots, last page", path: '/lots?limit=12&page=41', farmer: true },
    figures(
      'dashboard',
      '{ dashboardStats { totalLots complianceRate averageQuality highAlerts recentActivity { lotId } } }',
    ),
    figures(
      'dashboard with 30 days ago',
      '{ dashboardStats { totalLots highAlerts earlier { totalLots complianceRate highAlerts } } }',
    ),
    figures("a farmer's dashboard", '{ dashboardStats { totalLots highAlerts earlier { totalLots } } }', true),
    { name: 'dashboard over REST', path: '/dashboard/stats' },
    { name: "the list's figures", path: '/lots/stats' },
    { name: "the list's figures, filtered", path: '/lots/stats?stage=drying&variety=Criollo' },
    { name: "the list's figures of a month", path: '/lots/stats?harvestedFrom=2026-03-01&harvestedTo=2026-03-31' },
    { name: 'counts over all lots', path: '/lots/admin/stats' },
    { name: 'analytics', path: '/lots/analytics?months=24&weeks=52' },
    { name: 'analytics of a period', path: '/lots/analytics?harvestedFrom=2025-02-10&harvestedTo=2026-02-09' },
    figures('find: a lot', `{ find(text: "LOT10543") { lots { ${LOT.split(' ')[0]} } farms { farmId lots } } }`),
    figures('find: a farm', '{ find(text: "FARM0007") { lots { lotId } farms { farmId lots } } }'),
    { name: 'alerts', path: '/alerts' },
    { name: 'alerts, last page', path: `/alerts?page=${Math.floor(lots / 10 / 50) - 10}` },
    { name: 'alerts that are active', path: '/alerts?status=active' },
    { name: 'alerts of high severity, acknowledged', path: '/alerts?severity=high&status=acknowledged' },
    { name: 'alerts of fire', path: '/alerts?type=fire' },
    { name: 'alerts of a farm', path: '/alerts?farmId=FARM00077' },
    { name: 'alerts of a farm without any', path: `/alerts?farmId=${QUIET_FARM}` },
    { name: "a farmer's alerts, none", path: '/alerts', farmer: true },
    { name: 'alerts, newest', path: '/alerts/recent' },
    { name: 'alerts in figures', path: '/alerts/stats' },
    figures('alerts on the map', '{ alertPlaces { places { farmId count } elsewhere } }'),
    figures('lots that are watched', '{ watchedLots { total compliant pending neverChecked lastCheckedAt } }'),
    { name: 'audit', path: '/audit?limit=50' },
    { name: 'audit by action', path: '/audit?limit=50&action=lot.edited' },
    { name: 'users', path: '/users' },
    { name: 'reports', path: '/reports' },
    { name: 'health', path: '/health' },
  ];
}

/** `npm run bench -- --lots 1000000`: lists, filters and figures of a country, and of one with a tenth of its lots. @returns lines of text */
export async function measureLists(lots: number): Promise<string[]> {
  const small = await measured(lots / 10);
  const large = await measured(lots);
  const head = [
    'Asked for',
    'first',
    'p50',
    'processor',
    'first',
    'p50',
    'processor',
    'ratio of p50',
    'of processor',
    '',
  ];
  const rows = [...large].map(([name, { first, p50, processor }]) => {
    const before = small.get(name) ?? { first: Number.NaN, p50: Number.NaN, processor: Number.NaN };
    const ratio = p50 / before.p50;
    const missed = ratio > MOST_RATIO || p50 > MOST_MS || first > MOST_MS;
    return [
      name,
      ...[before.first, before.p50, before.processor, first, p50, processor].map(ms),
      ratio.toFixed(2),
      (processor / before.processor).toFixed(2),
      missed ? '*' : '',
    ];
  });
  return [
    `Each list, filter and figure over HTTP, one at a time: the first call since the start, the median of ${TIMES} after it, and the ` +
      `processor time of server and database for each of these, ms; ` +
      `${(lots / 10).toLocaleString('en-US')} lots, then ${lots.toLocaleString('en-US')}. * above ${MOST_RATIO} times or ${MOST_MS} ms.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ];
}

async function measured(lots: number): Promise<Map<string, Answered>> {
  return withCountry(lots, async ({ url, admin, farmer }) => {
    const answers = new Map<string, Answered>();
    for (const asked of questions(lots).filter(({ name }) => ROWS.test(name))) {
      const ask = asking(url, asked, asked.farmer ? farmer : admin);
      const first = await ask();
      const times: number[] = [];
      const began = processorMs();
      for (let time = 0; time < TIMES; time += 1) times.push(await ask());
      const p50 = times.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? Number.NaN;
      const processor = (processorMs() - began) / TIMES;
      answers.set(asked.name, { first, p50, processor });
      if (process.env.BENCH_TALKS)
        process.stderr.write(`${lots} ${asked.name}: ${ms(first)} ${ms(p50)} ${ms(processor)}\n`);
    }
    return answers;
  });
}

/** @returns what asks once, and how long that took, ms */
function asking(url: string, { name, path, query }: Asked, token: string): () => Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = query === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify({ query }) };
  const target = query === undefined ? `${url}/api/v1${path}` : `${url}${path}`;
  return async () => {
    const began = performance.now();
    const response = await fetch(target, init);
    const text = await response.text();
    const took = performance.now() - began;
    // Given up by the server: as slow as its patience, which the table shows.
    const givenUp = response.status === 503 && text.includes('request.timeout');
    if (!givenUp && (!response.ok || text.startsWith('{"errors"'))) {
      throw new Error(`${name}: ${response.status} ${text.slice(0, 300)}`);
    }
    return took;
  };
}

/** Processor time of all that this process started, ms; Linux only. On a busy machine it tells more than the clock. */
function processorMs(): number {
  const known = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      known.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
    } catch {
      // It ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean => {
    const parent = known.get(pid)?.parent;
    return parent !== undefined && (parent === process.pid || isOurs(parent));
  };
  return [...known].reduce((sum, [pid, { ticks }]) => sum + (isOurs(pid) ? ticks * TICK_MS : 0), 0);
}

function ms(time: number): string {
  return time < 10 ? time.toFixed(1) : time.toFixed(0);
}
