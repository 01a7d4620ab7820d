import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isInterfaceType, isObjectType, isUnionType, type GraphQLNamedType } from 'graphql';
import type { App } from '../../../server/app.ts';
import { verifyProof } from '../../../server/domain/proof/proof.ts';
import { AccessTokens } from '../../../server/identity/accessTokens.ts';
import { EmbeddedLedger } from '../../../server/ledger/embedded/embeddedLedger.ts';
import { packageRoot } from '../../../server/packageRoot.ts';
import { textOfPdf } from '../../support/pdfText.ts';
import type { Told } from './noticing.ts';
import { SECRET, type SubjectLot, type World } from './world.ts';

/** Where a change may be noticed. */
export type Place =
  'page' | 'certificate' | 'dossier' | 'CSV' | 'REST' | 'GraphQL' | 'report' | 'health' | 'command' | 'sign-in';

/** One question. */
export interface Surface {
  place: Place;
  name: string;
  ask(): Promise<Told>;
}

/** All that is asked of one lot. The first ones are quick, and notice most. */
export class Surfaces {
  readonly #app: App;
  readonly #world: World;
  readonly #tokens = new AccessTokens(SECRET, () => new Date());
  readonly #schema = buildSchema(readFileSync(join(packageRoot, 'schema.graphql'), 'utf8'));

  constructor(app: App, world: World) {
    this.#app = app;
    this.#world = world;
  }

  about(lot: SubjectLot): Surface[] {
    const { reportId } = this.#world;
    const page = `/api/v1/lots/public/${lot.lotId}`;
    const staff = `/api/v1/lots/${lot.id}`;
    return [
      { place: 'page', name: 'GET /lots/public/:lotId', ask: () => this.#call(page) },
      { place: 'command', name: 'ledger:verify', ask: () => this.#command() },
      { place: 'page', name: 'GET /lots/public/:lotId/provenance', ask: () => this.#call(`${page}/provenance`) },
      {
        place: 'page',
        name: 'POST /lots/public/:lotId/verify-integrity',
        ask: () => this.#call(`${page}/verify-integrity`, { method: 'POST' }),
      },
      { place: 'page', name: 'GET /lots/public/:lotId/proof', ask: () => this.#proof(`${page}/proof`) },
      { place: 'REST', name: 'GET /lots/:id/blockchain', ask: () => this.#staff(`${staff}/blockchain`) },
      {
        place: 'REST',
        name: 'GET /lots/:id/audit-trail-blockchain',
        ask: () => this.#staff(`${staff}/audit-trail-blockchain`),
      },
      { place: 'health', name: 'GET /health', ask: () => this.#staff('/api/v1/health') },
      { place: 'health', name: 'GET /blockchain/health', ask: () => this.#staff('/api/v1/blockchain/health') },
      ...['json', 'csv', 'pdf', 'geojson', 'statement'].map((format): Surface => ({
        place: 'report',
        name: `GET /reports/:id?format=${format}`,
        ask: () => this.#staff(`/api/v1/reports/${reportId}?format=${format}`),
      })),
      { place: 'sign-in', name: 'POST /auth/login', ask: () => this.#login() },
      { place: 'sign-in', name: 'GET /auth/validate', ask: () => this.#validate() },
      { place: 'sign-in', name: 'a partner key', ask: () => this.#partner('/api/v1/lots?limit=100') },
      { place: 'REST', name: 'GET /lots/:id', ask: () => this.#staff(staff) },
      { place: 'REST', name: 'GET /lots/:id/history', ask: () => this.#staff(`${staff}/history`) },
      { place: 'REST', name: 'GET /lots/:id/provenance', ask: () => this.#staff(`${staff}/provenance`) },
      { place: 'REST', name: 'GET /lots/:id/compliance', ask: () => this.#staff(`${staff}/compliance`) },
      ...[
        '/lots?limit=100',
        '/lots/stats',
        '/lots/admin/stats',
        '/alerts?limit=100',
        '/alerts/stats',
        '/dashboard/stats',
        '/users?limit=100',
        '/keys',
        '/auth/sessions',
        '/contact',
        '/analytics/search/daily',
        '/ledger/roots',
      ].map((path): Surface => ({ place: 'REST', name: `GET ${path}`, ask: () => this.#staff(`/api/v1${path}`) })),
      ...this.#queries(lot).map(({ name, query }): Surface => ({
        place: 'GraphQL',
        name,
        ask: () => this.#graphql(query),
      })),
      { place: 'CSV', name: 'GET /lots/export?format=csv', ask: () => this.#staff('/api/v1/lots/export?format=csv') },
      {
        place: 'certificate',
        name: 'GET /lots/public/:lotId/certificate',
        ask: () => this.#call(`${page}/certificate`),
      },
      { place: 'dossier', name: 'GET /lots/:id/dossier', ask: () => this.#staff(`${staff}/dossier`) },
    ];
  }

  /** Each root field that shows a lot or a list, with every plain field that it has now, so that new ones are asked for too. */
  #queries({ id, lotId }: SubjectLot): { name: string; query: string }[] {
    const [byId, byLotId] = [`(id: "${id}")`, `(lotId: "${lotId}")`];
    // Lists without what each item has behind it: that would cost more than one operation may.
    const fields: [name: string, given: string, depth: number][] = [
      ['lot', byId, 3],
      ['publicLot', byLotId, 3],
      ['lotBlockchain', byId, 3],
      ['lotHistory', byId, 3],
      ['lotCompliance', byId, 3],
      ['auditTrail', byId, 3],
      ['lots', '(limit: 50)', 1],
      ['alerts', '(limit: 50)', 2],
      ['users', '(limit: 50)', 1],
      ['partnerKeys', '(limit: 50)', 1],
      ['alertStats', '', 1],
      ['dashboardStats', '', 1],
    ];
    return fields.map(([name, given, depth]) => ({
      name: `query ${name}`,
      query: `{ ${name}${given} ${selectionOf(this.#schema.getQueryType(), name, depth)} }`,
    }));
  }

  async #call(path: string, init: RequestInit = {}): Promise<Told> {
    const answer = await fetch(`${this.#app.url}${path}`, init);
    return toldOf(answer);
  }

  /** As the reader; a token is made anew each time, because the clock is moved further than one lasts. */
  async #staff(path: string, init: RequestInit = {}): Promise<Told> {
    return this.#as(this.#world.reader, path, init);
  }

  async #as(who: { userId: string; sessionId: string }, path: string, init: RequestInit): Promise<Told> {
    const { token } = await this.#tokens.issue(who.userId, who.sessionId);
    return this.#call(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
  }

  async #graphql(query: string): Promise<Told> {
    return this.#staff('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
  }

  async #login(): Promise<Told> {
    const { username, password } = this.#world.farmer;
    const told = await this.#call('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    // The tokens differ each time.
    return { ...told, json: withoutTokens(told.json) };
  }

  async #validate(): Promise<Told> {
    return this.#as(this.#world.farmer, '/api/v1/auth/validate', {});
  }

  async #partner(path: string): Promise<Told> {
    return this.#call(path, { headers: { authorization: `Bearer ${this.#world.partnerKey}` } });
  }

  async #proof(path: string): Promise<Told> {
    const told = await this.#call(path);
    if (told.status !== 200) return told;
    const { valid, checks, state } = await verifyProof(told.json, this.#world.roots);
    const faults = checks.filter(({ outcome }) => outcome !== 'passed').map(({ text }) => text);
    return { ...told, json: { valid, faults, state } };
  }

  /** What `npm run ledger:verify` goes by, on a ledger that was just opened. */
  async #command(): Promise<Told> {
    try {
      const ledger = await EmbeddedLedger.open({ pool: this.#app.database.pool, secret: SECRET });
      const { broken } = await ledger.verifyChain();
      return { status: 200, json: { faults: broken.flatMap(({ number, faults }) => [number, ...faults]) }, lines: [] };
    } catch (error) {
      return { status: 500, json: { message: error instanceof Error ? error.message : '' }, lines: [] };
    }
  }
}

async function toldOf(answer: Response): Promise<Told> {
  const type = answer.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status } = answer;
  const text = type.includes('pdf') ? textOfPdf(bytes) : bytes.toString('utf8');
  const json = type.includes('json') ? parsed(text) : undefined;
  return json === undefined ? { status, json: null, lines: text.split('\n') } : { status, json, lines: [] };
}

/** Undefined for a text that is no JSON: files are answered as they are stored, also when somebody changed them. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutTokens(json: unknown): unknown {
  return JSON.parse(
    JSON.stringify(json, (key: string, value: unknown) => (/token/i.test(key) ? undefined : value)) ?? 'null',
  );
}

/** Every field of a type that takes no argument, to a depth. */
function selectionOf(parent: GraphQLNamedType | null | undefined, field: string, depth: number): string {
  if (!isObjectType(parent)) return '';
  const own = parent.getFields()[field];
  return own === undefined ? '' : select(getNamedType(own.type), depth);
}

function select(type: GraphQLNamedType, depth: number): string {
  if (isUnionType(type)) {
    return `{ __typename ${type
      .getTypes()
      .map((member) => `... on ${member.name} ${select(member, depth)}`)
      .join(' ')} }`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  const parts = Object.values(type.getFields())
    .filter(({ args }) =>
      args.every(({ type: given, defaultValue }) => !given.toString().endsWith('!') || defaultValue !== undefined),
    )
    .flatMap(({ name, type: inner }) => {
      const named = getNamedType(inner);
      if (!isObjectType(named) && !isInterfaceType(named) && !isUnionType(named)) return [name];
      return depth === 0 ? [] : [`${name} ${select(named, depth - 1)}`];
    });
  return `{ ${parts.length === 0 ? '__typename' : parts.join(' ')} }`;
}
