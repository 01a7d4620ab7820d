import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answer, envelope } from './answers.ts';
import { SwitchedOn, type Misbehaviour, type MisbehaviourRule } from './misbehaviours.ts';
import { BrokenAnswer, OPERATIONS } from './operations.ts';
import { schemaError } from './schemaCheck.ts';
import { SecurityCheck, type WebServiceUser } from './securityCheck.ts';
import { SoapFault } from './soapFault.ts';
import { localName, readSoapRequest, textNamed, type SoapRequest } from './soapRequest.ts';
import type { KnownOperator } from './statementRules.ts';
import { StatementStore, type StoredStatement } from './statementStore.ts';

export const FAKE_USER: WebServiceUser = {
  username: 'n00fake1',
  key: 'a-key-of-the-fake-service',
  clientId: 'eudr-test',
};

const ECHO = { path: '/tracesnt/ws/eudr/echo', namespace: 'http://ec.europa.eu/tracesnt/eudr/echo' };
const EUDR = 'http://ec.europa.eu/tracesnt/certificate/eudr';
const NAMESPACES: Readonly<Record<string, string>> = {
  '/tracesnt/ws/EUDRDueDiligenceStatementServiceV3': `${EUDR}/due-diligence-statement/v3`,
  '/tracesnt/ws/EUDRSimplifiedDeclarationServiceV3': `${EUDR}/simplified-declaration/v3`,
  '/tracesnt/ws/EUDRVerifyDeclarationServiceV3': `${EUDR}/verify-declaration/v3`,
  [ECHO.path]: ECHO.namespace,
};
const MOST_BYTES = 64 * 1024 * 1024;
const CHANGES = /^(Submit|Amend|Update|Withdraw)/;

export interface TracesFakeParts {
  user?: WebServiceUser;
  operator?: Partial<KnownOperator>;
  /** calls of one address in a second, above which it answers 429 */
  callsPerSecond?: number;
  /** milliseconds from a submission to its numbers */
  numbersAfterMs?: number;
  /** state that outlives the process; null: memory only */
  file?: string | null;
  /** milliseconds since 1970; `advance` adds to it */
  clock?: () => number;
}

/** A request as the fake understood it. */
export interface AskedOfTraces {
  /** local name of the body's element, such as SubmitDdsRequest */
  request: string;
  soapAction: string;
  envelope: string;
  /** HTTP status; null when it gave no answer */
  status: number | null;
}

/**
 * The three services of API V3 of the EU Information System and its echo, made from the tables of its reference.
 * Its clock moves on with `advance`; timestamps of requests are judged by the clock that it was made with.
 */
export class TracesFake {
  readonly operator: KnownOperator;
  readonly store: StatementStore;
  asked: AskedOfTraces[] = [];
  readonly #callsPerSecond: number;
  readonly #numbersAfterMs: number;
  readonly #clock: () => number;
  readonly #security: SecurityCheck;
  readonly #switchedOn = new SwitchedOn();
  readonly #server: Server;
  readonly #calls = new Map<string, number[]>();
  #advancedMs = 0;

  constructor(parts: TracesFakeParts = {}) {
    this.operator = {
      isOperator: true,
      hasEori: true,
      isInEu: true,
      maySimplify: true,
      isOfManyOperators: false,
      ...parts.operator,
    };
    this.#callsPerSecond = parts.callsPerSecond ?? 5;
    this.#numbersAfterMs = parts.numbersAfterMs ?? 2 * 60_000;
    this.#clock = parts.clock ?? Date.now;
    this.#security = new SecurityCheck(parts.user ?? FAKE_USER);
    this.store = new StatementStore(parts.file ?? null);
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** @param port 0: a free one @returns the address, as TRACES_URL takes it */
  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return this.url;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The fake does not listen.');
    return `http://127.0.0.1:${address.port}/tracesnt`;
  }

  /** Moves the clock of statements on: numbers come, and the 72 hours pass. */
  advance({ minutes = 0, hours = 0 }: { minutes?: number; hours?: number }): void {
    this.#advancedMs += (minutes + hours * 60) * 60_000;
  }

  /** Switches a misbehaviour on: for good, or for a number of requests or one operation (SubmitDdsRequest). */
  misbehave(name: Misbehaviour, rule: MisbehaviourRule = {}): void {
    this.#switchedOn.set(name, rule);
  }

  /** Switches a misbehaviour off; all of them without a name. */
  behave(name?: Misbehaviour): void {
    this.#switchedOn.clear(name);
  }

  /** Statements as they are by now. */
  get statements(): StoredStatement[] {
    this.#number();
    return this.store.all;
  }

  /** The authority decides on a statement, or customs lock it. */
  decide(uuid: string, decision: Partial<Pick<StoredStatement, 'status' | 'rejectionReason' | 'locked'>>): void {
    this.#number();
    const stored = this.store.all.find((one) => one.uuid === uuid);
    if (stored === undefined) throw new Error(`There is no statement ${uuid}.`);
    Object.assign(stored, decision, { changedAt: this.#now() });
    this.store.save();
  }

  #now(): number {
    return this.#clock() + this.#advancedMs;
  }

  #number(): void {
    if (!this.#switchedOn.has('numbersLate')) this.store.number(this.#now() - this.#numbersAfterMs, this.#now());
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked: AskedOfTraces = {
      request: '',
      soapAction: String(request.headers['soapaction'] ?? ''),
      envelope: '',
      status: null,
    };
    this.asked.push(asked);
    const end = (status: number, type: string, text: string, headers: Record<string, string> = {}): void => {
      asked.status = status;
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(text);
    };
    try {
      asked.envelope = await readBody(request);
      const namespace = NAMESPACES[request.url ?? ''];
      if (namespace === undefined) return end(404, 'text/html', '<html><body>Not found</body></html>');
      if (request.method !== 'POST') return end(405, 'text/plain', 'POST only');
      if (this.#isOverRate(request)) return end(429, 'text/plain', 'Too many requests', { 'retry-after': '1' });
      await this.#answer(asked, namespace, { end, hangUp: () => void request.socket.destroy() });
    } catch (error) {
      if (error instanceof TooLarge) return end(413, 'text/plain', 'Too large');
      end(500, 'text/plain', String(error));
    }
  }

  async #answer(
    asked: AskedOfTraces,
    namespace: string,
    {
      end,
      hangUp,
    }: {
      end: (status: number, type: string, text: string, headers?: Record<string, string>) => void;
      hangUp: () => void;
    },
  ): Promise<void> {
    try {
      const request = readSoapRequest(asked.envelope);
      asked.request = localName(request.request);
      const misbehaves = (name: Misbehaviour): boolean => this.#switchedOn.take(name, asked.request);
      if (misbehaves('noAnswer')) return;
      if (misbehaves('tooManyRequests')) return end(429, 'text/plain', 'Too many requests', { 'retry-after': '30' });
      if (misbehaves('serverError')) throw new BrokenAnswer();
      if (misbehaves('schemaFault')) throw SoapFault.schema("cvc-maxLength-valid: Value 'x' is too long.");
      const skew = misbehaves('clockSkew') ? 10 * 60_000 : 0;
      this.#security.check(request.header, this.#clock() + skew);
      const text = envelope(await this.#done(request, asked, namespace, misbehaves));
      if (CHANGES.test(asked.request) && misbehaves('answerLost')) return hangUp();
      end(200, 'text/xml', text);
    } catch (error) {
      if (error instanceof SoapFault) return end(500, 'text/xml', envelope(error.toXml(namespace)));
      if (error instanceof BrokenAnswer) {
        return end(500, 'text/html', '<html><body>Internal Server Error</body></html>');
      }
      throw error;
    }
  }

  async #done(
    request: SoapRequest,
    asked: AskedOfTraces,
    namespace: string,
    misbehaves: (name: Misbehaviour) => boolean,
  ): Promise<string> {
    if (request.namespace !== namespace) {
      throw SoapFault.client(`Cannot find dispatch method for {${request.namespace}}${asked.request}`);
    }
    if (namespace === ECHO.namespace) {
      const query = textNamed(request.request, 'query');
      if (query === null) throw SoapFault.schema('cvc-complex-type.2.4.b: The query is missing.');
      return answer('EudrEchoResponse', namespace, [['status', 'OK']]);
    }
    const operation = OPERATIONS[asked.request];
    if (operation === undefined) throw SoapFault.client(`Cannot find dispatch method for ${asked.request}`);
    const wrong = await schemaError(request.document, namespace);
    if (wrong !== null) throw SoapFault.schema(wrong);
    this.#number();
    const { operator, store } = this;
    return operation({ store, operator, request, raw: asked.envelope, now: this.#now(), misbehaves });
  }

  /** Counted by the address of the caller, as the service does. */
  #isOverRate(request: IncomingMessage): boolean {
    const now = Date.now();
    const address = request.socket.remoteAddress ?? '';
    const recent = (this.#calls.get(address) ?? []).filter((at) => at > now - 1_000);
    if (recent.length >= this.#callsPerSecond) return true;
    this.#calls.set(address, [...recent, now]);
    return false;
  }
}

class TooLarge extends Error {}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > MOST_BYTES) throw new TooLarge();
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
