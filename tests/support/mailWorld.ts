import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import type { MailLanguage, MailPace } from '../../server/domain/alert/alertMailInput.ts';
import type { Role } from '../../server/domain/access/permissions.ts';
import { MailDelivery } from '../../server/modules/mail/mailDelivery.ts';
import { MailServer } from '../../server/modules/mail/mailServer.ts';
import { MailService } from '../../server/modules/mail/mailService.ts';
import type { PersonCaller } from '../../server/platform/access/caller.ts';
import { AlertReader } from '../../server/modules/alerts/notifications/alertReader.ts';
import { codeIn } from './mailCode.ts';
import type { Person, TestApp } from './testApp.ts';
import { SmtpServer, type TakenMail } from './smtpServer.ts';
import { until } from './until.ts';

export const SITE = 'https://trace.example';
export const INFO = { requestId: 'test', address: '127.0.0.1', gdprConsent: false };

/** Alerts by mail on a test's database, step by step and by a clock of its own: the server there sends none. */
export class MailWorld {
  readonly smtp = new SmtpServer();
  /** ms that are added to the present */
  later = 0;
  /** lots whose records differ from the ledger */
  findTampered: ReadonlySet<string> = new Set();
  readonly lines: string[] = [];
  readonly service: MailService;
  readonly #app: TestApp;
  #reader: AlertReader | null = null;
  #queued: string[] = [];

  constructor(app: TestApp) {
    this.#app = app;
    const wake = async (): Promise<void> => undefined;
    this.service = new MailService({ ...this.#parts, offered: true, codes: null, wake });
  }

  get #parts() {
    return { database: this.#app.app.database, clock: () => new Date(Date.now() + this.later) };
  }

  async start(): Promise<void> {
    await this.smtp.start();
    this.#reader = new AlertReader({
      ...this.#parts,
      name: 'alert-mail',
      channel: this.delivery(),
      log: pino({ level: 'silent' }),
    });
    await this.#reader.read();
  }

  /** As a process that has just been started. @param withinMs for a whole mail */
  delivery(withinMs?: number): MailDelivery {
    const enqueueAll = async (
      _em: EntityManager,
      _task: string,
      jobs: readonly { payload: object }[],
    ): Promise<void> => {
      this.#queued.push(...jobs.map(({ payload }) => String(Reflect.get(payload, 'letterId'))));
    };
    const config = {
      host: '127.0.0.1',
      port: this.smtp.port,
      secure: false,
      login: null,
      from: 'alerts@trace.example',
    };
    const log = pino({ level: 'warn' }, { write: (line: string) => void this.lines.push(line) });
    return new MailDelivery({
      ...this.#parts,
      jobs: { enqueue: async () => undefined, enqueueAll },
      permissionTable: 'merged',
      server: new MailServer(config, withinMs === undefined ? {} : { withinMs }),
      origin: () => SITE,
      findTampered: async () => this.findTampered,
      log,
    });
  }

  /** Reads the log, makes a round, and sends what is due. @returns how many letters were tried */
  async go(delivery: MailDelivery = this.delivery()): Promise<number> {
    await this.#reader?.read();
    await delivery.round();
    const letters = [...new Set(this.#queued)];
    this.#queued = [];
    for (const id of letters) await delivery.send(id);
    return letters.length;
  }

  /** Waits until the predicate is true. */
  goUntil<T>(
    look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
    what: string,
  ): Promise<T> {
    return until(async () => {
      await this.go();
      return look();
    }, what);
  }

  /** The log as far as it was written is read; nothing is sent. */
  async readLog(alerts: number): Promise<void> {
    const before = await this.told();
    await until(async () => {
      await this.#reader?.read();
      return (await this.told()) >= before + alerts;
    }, 'what was told to be written down');
  }

  async told(): Promise<number> {
    const row = await this.#app.app.database.row<{ count: number }>('select count(*) as count from alert_told');
    return row?.count ?? 0;
  }

  minutes(count: number): void {
    this.later += count * 60_000;
  }

  /** Somebody who gets alerts by mail. */
  async reader(
    role: Role,
    options: { farmId?: string; language?: MailLanguage; pace?: MailPace; name?: string } = {},
  ): Promise<MailReader> {
    const { language = 'en', pace = 'soon', ...of } = options;
    const person = await this.#app.person(role, of);
    const address = `${role}-${randomBytes(4).toString('hex')}@mail.example`;
    const caller: PersonCaller = {
      kind: 'user',
      userId: person.userId,
      via: { kind: 'session', sessionId: person.userId },
      username: person.username,
      name: '',
      role,
      email: '',
      farmId: '',
    };
    await this.service.set(caller, { address, language, pace }, INFO);
    const code = await this.goUntil(() => codeIn(this.to(address).at(-1)), 'the code');
    await this.service.confirm(caller, { code }, INFO);
    return { person, address, caller };
  }

  /** The mails to an address. */
  to(address: string): TakenMail[] {
    return this.smtp.mails.filter((mail) => mail.to.includes(address));
  }

  digestsTo(address: string): TakenMail[] {
    return this.to(address).filter((mail) => mail.headers['list-unsubscribe'] !== undefined);
  }
}

export interface MailReader {
  person: Person;
  address: string;
  caller: PersonCaller;
}
