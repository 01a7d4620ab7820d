import autocannon, { type Options, type Request, type Result } from 'autocannon';

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
export const CONNECTIONS = 16;
/** Until the compiler has seen the whole path: shorter ones measure the interpreter. */
const WARM_UP_SECONDS = 5;
/** Pages of lists, and lots, that requests name: each request one by chance. */
const PAGES = 60;
export const CASE_LOTS = 60;
/** What each connection asks for, again and again; a round takes a few thousand requests of each. */
const DRAWS = 480;
/** Cases whose names fit; all unless told. */
const CHOSEN = new RegExp(process.env.BENCH_CASES ?? '');
const LIST_FIELDS = `id lotId farmId farmerName cacaoVariety harvestDate latitude longitude weight moistureContent temperature
  certifications qualityScore isAnonymized currentProcess processDetails deforestationStatus satelliteTimestamp
  satelliteOutdated satelliteMessage blockchainHash { transactionId signature status } createdAt updatedAt timestamp version`;

/** Who and what the cases ask for. */
export interface CaseTargets {
  url: string;
  /** address of the plain handler */
  plainUrl: string;
  /** one access token for each connection, each of an account of its own */
  tokens: readonly string[];
  /** verified lots, CASE_LOTS of them */
  lotIds: readonly string[];
}

/** What one request asks for, by the page or the lot that it draws. */
interface Case {
  name: string;
  /** how many pages or lots there are to draw from; 1: all requests are equal */
  among: number;
  request(drawn: number): Request;
  /** the plain twin that it is compared with, by the same statement */
  twin?: Case['request'];
  /** the same in its simplest form */
  simpleTwin?: Case['request'];
  /** sent with the token of the connection's account */
  signedIn: boolean;
  headers?: Record<string, string>;
}

interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
}

/** The body of a page of lots. */
export function listQuery(page: number): string {
  return JSON.stringify({
    query: `query Lots($page: Int!) { lots(page: $page, limit: 12) { lots { ${LIST_FIELDS} } pagination { total page totalPages hasNext hasPrev } } }`,
    variables: { page },
  });
}

/** @returns rows of a table, with the cells of `CASE_COLUMNS` */
export async function measureCases(targets: CaseTargets): Promise<string[][]> {
  const rows: string[][] = [];
  for (const one of cases(targets).filter(({ name }) => CHOSEN.test(name))) rows.push(await compare(one, targets));
  return rows;
}

export const CASE_COLUMNS = [
  'Case',
  'requests/s',
  'p50',
  'p99',
  'plain requests/s',
  'ratio',
  'plain by offset',
  'ratio',
  'errors',
];

function cases({ lotIds }: CaseTargets): Case[] {
  const lotAt = (drawn: number): string => lotIds[drawn] ?? '';
  const lot = (query: (lotId: string) => string): Case['request'] => {
    return (drawn) => ({ method: 'POST', path: '/graphql', body: JSON.stringify({ query: query(lotAt(drawn)) }) });
  };
  const restList: Omit<Case, 'name' | 'among'> = {
    request: (drawn) => ({ path: `/api/v1/lots?limit=12&page=${drawn + 1}` }),
    twin: (drawn) => ({ path: `/lots?page=${drawn + 1}` }),
    simpleTwin: (drawn) => ({ path: `/lots/by-offset?page=${drawn + 1}` }),
    signedIn: true,
  };
  const graphqlList: Omit<Case, 'name' | 'among'> = {
    ...restList,
    request: (drawn) => ({ method: 'POST', path: '/graphql', body: listQuery(drawn + 1) }),
  };
  const publicLot: Omit<Case, 'name' | 'among'> = {
    request: (drawn) => ({ path: `/api/v1/lots/public/${lotAt(drawn)}` }),
    twin: (drawn) => ({ path: `/lots/public/${lotAt(drawn)}` }),
    signedIn: false,
  };
  return [
    { name: 'REST list, 12 lots', among: PAGES, ...restList },
    { name: 'GraphQL list, 12 lots', among: PAGES, ...graphqlList },
    {
      name: 'GraphQL lot with provenance',
      among: CASE_LOTS,
      signedIn: true,
      request: lot(
        (lotId) =>
          `{ lot(id: "${lotId}") { ${LIST_FIELDS} provenance { action transactionId timestamp user blockNumber verified endorsers { mspId } } } }`,
      ),
    },
    {
      name: 'GraphQL lot with its history',
      among: CASE_LOTS,
      signedIn: true,
      request: lot(
        (lotId) =>
          `{ lot(id: "${lotId}") { ${LIST_FIELDS} } lotHistory(id: "${lotId}") { action actor at changes { field from to } stage state transactionId } }`,
      ),
    },
    { name: 'Public lot', among: CASE_LOTS, ...publicLot },
    {
      name: 'Page of a public lot',
      among: CASE_LOTS,
      signedIn: false,
      request: (drawn) => ({ path: `/verify/${lotAt(drawn)}` }),
      headers: { 'accept-encoding': 'br' },
    },
    { name: 'REST list, all ask for one page', among: 1, ...restList },
    { name: 'GraphQL list, all ask for one page', among: 1, ...graphqlList },
    { name: 'Public lot, all ask for one lot', among: 1, ...publicLot },
  ];
}

async function compare(one: Case, { url, plainUrl, tokens }: CaseTargets): Promise<string[]> {
  const headersOf = (connection: number): Record<string, string> => ({
    'content-type': 'application/json',
    ...one.headers,
    ...(one.signedIn ? { authorization: `Bearer ${tokens[connection % tokens.length] ?? ''}` } : {}),
  });
  const plainly = (request: Case['request'] | undefined): Side[] =>
    request === undefined ? [] : [{ url: plainUrl, request, headersOf: () => ({}) }];
  const sides = [{ url, request: one.request, headersOf }, ...plainly(one.twin), ...plainly(one.simpleTwin)];
  const measured = sides.map((side) => ({ side, rounds: [] as Measured[] }));
  for (const { side } of measured) await measure(one, side, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { side, rounds } of measured) rounds.push(await measure(one, side, SECONDS));
  }
  const [mine, ...plain] = measured.map(({ rounds }) => median(rounds));
  if (mine === undefined) throw new Error('Nothing was measured');
  const compared = (other: Measured | undefined): string[] =>
    other === undefined ? ['—', '—'] : [other.perSecond.toFixed(0), (mine.perSecond / other.perSecond).toFixed(2)];
  const errors = measured.flatMap(({ rounds }) => rounds).reduce((sum, { errors: failed }) => sum + failed, 0);
  return [
    one.name,
    mine.perSecond.toFixed(0),
    `${mine.p50} ms`,
    `${mine.p99} ms`,
    ...compared(plain[0]),
    ...compared(plain[1]),
    String(errors),
  ];
}

interface Side {
  url: string;
  request: Case['request'];
  headersOf(connection: number): Record<string, string>;
}

/** Each connection draws what it asks for by itself, the same on both sides and in each round. */
async function measure({ among }: Case, { url, request, headersOf }: Side, seconds: number): Promise<Measured> {
  let connection = 0;
  const options: Options = {
    url,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client) => {
      const headers = headersOf(connection);
      const draw = drawing(connection);
      connection += 1;
      client.setRequests(Array.from({ length: DRAWS }, () => ({ ...request(Math.floor(draw() * among)), headers })));
    },
  };
  const result: Result = await autocannon(options);
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
  };
}

/** Numbers from 0 to below 1 by chance, the same ones for the same seed (mulberry32). */
function drawing(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function median(runs: Measured[]): Measured {
  const sorted = [...runs].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured');
  return middle;
}
