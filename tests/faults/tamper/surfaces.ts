import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isInterfaceType, isObjectType, isUnionType, type GraphQLNamedType } from 'graphql';
import type { App } from '../../../server/app.ts';
import { proofFaults } from '../../support/proofFaults.ts';
import { checkProof } from '../../../server/domain/proof/checkProof.ts';
import { AccessTokens } from '../../../server/modules/identity/accessTokens.ts';
import { readConfig } from '../../../server/platform/config.ts';
import { EmbeddedLedger } from '../../../server/adapters/ledger-embedded/embeddedLedger.ts';
import { HeadFile } from '../../../server/platform/checkpoints/headFile.ts';
import { auditDatabase } from '../../../server/modules/integrity-audit/wholeEmbedded.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { textOfPdf } from '../../support/pdfText.ts';
import type { Told } from './noticing.ts';
import { SECRET, type SubjectLot, type World } from './world.ts';

/** Where a change may be noticed. */
export type SurfaceName =
  | 'page'
  | 'certificate'
  | 'dossier'
  | 'CSV'
  | 'REST'
  | 'GraphQL'
  | 'report'
  | 'health'
  | 'walk'
  | 'command'
  | 'sign-in';

/** One question. */
export interface Surface {
  place: SurfaceName;
  name: string;
  ask(): Promise<Told>;
}

interface Query {
  name: string;
  query: string;
}

/** All that is asked. */
export class Surfaces {
  readonly #app: App;
  readonly #world: World;
  readonly #tokens = new AccessTokens(SECRET, () => new Date());
  readonly #schema = buildSchema(readFileSync(join(packageRoot, 'schema.graphql'), 'utf8'));

  constructor(app: App, world: World) {
    this.#app = app;
    this.#world = world;
  }

  /** What is asked of each lot. */
  about(lot: SubjectLot): Surface[] {
    const page = `/api/v1/lots/public/${lot.lotId}`;
    const staff = `/api/v1/lots/${lot.id}`;
    const surface = (place: SurfaceName, name: string, ask: Surface['ask']): Surface => ({
      place,
      name: `${lot.lotId}: ${name}`,
      ask,
    });
    return [
      surface('page', 'public page', () => this.#call(page)),
      surface('page', 'public provenance', () => this.#call(`${page}/provenance`)),
      surface('page', 'public proof', () => this.#proof(`${page}/proof`)),
      surface('page', 'public check', () => this.#call(`${page}/verify-integrity`, { method: 'POST' })),
      ...['blockchain', 'audit-trail-blockchain', 'history', 'provenance', 'compliance'].map((part) =>
        surface('REST', part, () => this.#staff(`${staff}/${part}`)),
      ),
      surface('REST', 'lot', () => this.#staff(staff)),
      ...this.#queries(lot).map(({ name, query }) => surface('GraphQL', name, () => this.#graphql(query))),
      surface('certificate', 'certificate', () => this.#call(`${page}/certificate`)),
      surface('dossier', 'dossier', () => this.#staff(`${staff}/dossier`)),
    ];
  }

  get health(): Surface[] {
    return ['/health', '/blockchain/health'].map((path) => ({
      place: 'health',
      name: path,
      ask: () => this.#staff(`/api/v1${path}`),
    }));
  }

  /** The walk that a running server makes each night: it compares everything. */
  get walk(): Surface {
    return { place: 'walk', name: 'the walk at night', ask: () => this.#walk() };
  }

  /** What is asked of the whole installation, and of one account, key and report. */
  get common(): Surface[] {
    const staff = (place: SurfaceName, path: string): Surface => ({
      place,
      name: path,
      ask: () => this.#staff(`/api/v1${path}`),
    });
    const lists = [
      '/farms/FARM009/plots',
      '/farms/FARM009',
      '/cooperative',
      '/invitations',
      '/shipping-reviews',
      '/lots?limit=100',
      '/lots/stats',
      '/lots/admin/stats',
      '/alerts?limit=100',
      '/alerts/stats',
      '/dashboard/stats',
      '/users?limit=100',
      '/keys',
      '/hooks',
      '/alert-mail',
      '/auth/sessions',
      '/contact',
      '/analytics/search/daily',
      '/ledger/roots',
      '/ledger/head',
      ...this.#shipmentPaths(),
    ];
    const formats = ['json', 'csv', 'pdf', 'geojson', 'statement', 'plots'];
    return [
      ...formats.map((format) => staff('report', `/reports/${this.#world.reportId}?format=${format}`)),
      ...['json', 'csv'].map((format) => staff('report', `/reports/${this.#world.partsId}?format=${format}`)),
      { place: 'sign-in', name: 'POST /auth/login', ask: () => this.#login() },
      { place: 'sign-in', name: 'GET /auth/validate', ask: () => this.#validate() },
      { place: 'sign-in', name: 'a partner key', ask: () => this.#partner('/api/v1/lots?limit=100') },
      ...lists.map((path) => staff('REST', path)),
      ...this.#listQueries().map(({ name, query }): Surface => ({
        place: 'GraphQL',
        name,
        ask: () => this.#graphql(query),
      })),
      staff('CSV', '/lots/export?format=csv'),
      // The dearest of all: the same walk, with a ledger that was just opened.
      { place: 'command', name: 'ledger:verify', ask: () => this.#command() },
    ];
  }

  /** What is asked of parties, consignments, statements and due diligence. */
  #shipmentPaths(): string[] {
    const { consignmentId, statementId, assessmentId } = this.#world.shipment;
    const consignment = `/consignments/${consignmentId}`;
    return [
      '/farms',
      '/parties',
      '/consignments',
      '/buyer-tasks',
      '/shipping-reviews',
      '/transformations',
      '/supplier-declarations',
      ...['', '/lots', '/links', '/statements', '/due-diligence'].map((part) => `${consignment}${part}`),
      `/statements/${statementId}`,
      `/due-diligence/assessments/${assessmentId}`,
      ...['documents', 'assessments', 'measures', 'concerns'].map((part) => `/due-diligence/${part}`),
    ];
  }

  #queries({ id, lotId }: SubjectLot): Query[] {
    const [byId, byLotId] = [`(id: "${id}")`, `(lotId: "${lotId}")`];
    return [
      this.#query('lot', byId, 3),
      this.#query('publicLot', byLotId, 3),
      this.#query('lotBlockchain', byId, 3),
      this.#query('lotHistory', byId, 3),
      this.#query('lotCompliance', byId, 2),
      this.#query('auditTrail', byId, 3),
    ];
  }

  /** Without what each item has behind it: that would cost more than one operation may. */
  #listQueries(): Query[] {
    return [
      this.#query('lots', '(limit: 50)', 1),
      this.#query('alerts', '(limit: 50)', 1),
      this.#query('users', '(limit: 50)', 1),
      this.#query('partnerKeys', '(limit: 50)', 1),
      this.#query('alertStats', '', 1),
      this.#query('dashboardStats', '', 1),
    ];
  }

  /** A root field with every plain field that it has now, so that new ones are asked for too. */
  #query(name: string, given: string, depth: number): Query {
    const selection = selectionOf(this.#schema.getQueryType(), name, depth);
    return { name: `query ${name}`, query: `{ ${name}${given} ${selection} }` };
  }

  async #call(path: string, init: RequestInit = {}): Promise<Told> {
    const answer = await fetch(`${this.#app.url}${path}`, init);
    return reportedBy(answer);
  }

  /** As the reader; a token is made for each call, because the clock is moved further than a token lasts. */
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
    const { proven, recorded } = await checkProof(told.json, { roots: this.#world.roots });
    const faults = await proofFaults(told.json, this.#world.roots);
    return { ...told, json: { valid: proven, faults, state: recorded } };
  }

  async #walk(): Promise<Told> {
    const { ledger, database } = this.#app;
    if (!(ledger instanceof EmbeddedLedger)) throw new Error('The server has no embedded ledger');
    try {
      const walk = await auditDatabase(database, SECRET, ledger);
      return { status: 200, json: { faults: walk?.findings ?? [] }, lines: [] };
    } catch (error) {
      return { status: 500, json: { message: error instanceof Error ? error.message : '' }, lines: [] };
    }
  }

  /** What `npm run ledger:verify` goes by, on a ledger that was just opened: the chain, its heads, and all else, in one walk. */
  async #command(): Promise<Told> {
    const { headFile } = readConfig(this.#world.env('web'));
    let ledger: EmbeddedLedger | null = null;
    try {
      ledger = await EmbeddedLedger.open({
        pool: this.#app.database.pool,
        secret: SECRET,
        heads: { file: new HeadFile(headFile), readOnly: true },
      });
      const walk = await auditDatabase(this.#app.database, SECRET, ledger);
      return { status: 200, json: { faults: walk?.findings ?? [] }, lines: [] };
    } catch (error) {
      return { status: 500, json: { message: error instanceof Error ? error.message : '' }, lines: [] };
    } finally {
      // Its threads would go on living, one more for each change.
      await ledger?.close();
    }
  }
}

async function reportedBy(answer: Response): Promise<Told> {
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
