import { randomUUID } from 'node:crypto';
import type { DueDiligenceRegistry } from '../../../server/domain/statement/dueDiligenceRegistry.ts';
import { realMonitor } from '../../support/realMonitor.ts';
import type { RestAnswer } from '../../support/restClient.ts';
import { POLL_TASK } from '../../../server/modules/statements/jobNames.ts';
import { createTestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { checked, consignmentWorld, type ConsignmentWorld } from '../consignments/consignmentWorld.ts';

/** A clock that tests move. */
export class MovedClock {
  #aheadMs = 0;

  readonly now = (): Date => new Date(Date.now() + this.#aheadMs);

  advance({ minutes = 0, hours = 0 }: { minutes?: number; hours?: number }): void {
    this.#aheadMs += (minutes + 60 * hours) * 60_000;
  }
}

export interface StatementWorld extends ConsignmentWorld {
  clock: MovedClock;
  /** a closed consignment of lots with plots, for a buyer with an EORI number; @returns its UUID */
  closed(number: string, lots?: number): Promise<string>;
  /** a draft, or a checked statement. @returns it */
  draft(consignmentId: string, fields?: Record<string, unknown>): Promise<StatementData>;
  checkedStatement(consignmentId: string, fields?: Record<string, unknown>): Promise<StatementData>;
  /** one that was handed over, with its package */
  handedOver(consignmentId: string, fields?: Record<string, unknown>): Promise<StatementData>;
  step(id: string, path: string, body?: object): Promise<RestAnswer>;
  read(id: string): Promise<StatementData>;
  /** asks the registry for what is due by the clock */
  poll(): Promise<void>;
}

/** A statement as REST answers it. */
export interface StatementData extends Record<string, unknown> {
  id: string;
  state: string;
  version: number;
  internalReference: string;
  package: { name: string; sha256: string; bytes: number; files: number } | null;
  parts: StatementData[];
}

/** A cooperative whose lots can be filed. @param registry the package driver unless given */
export async function statementWorld(
  registry?: DueDiligenceRegistry,
  clock: MovedClock = new MovedClock(),
): Promise<StatementWorld> {
  const surroundings = { monitor: realMonitor(), clock: clock.now, ...(registry === undefined ? {} : { registry }) };
  const app = await createTestApp({ surroundings });
  const world = await consignmentWorld(app);
  let lotCount = 0;
  const send = (path: string, body: object) => world.processor.rest.send('POST', path, body);
  const statementOf = (answer: RestAnswer): StatementData => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.data.statement;
  };
  const own: Omit<StatementWorld, keyof ConsignmentWorld> = {
    clock,
    async closed(number, lots = 2) {
      const made: { id: string; lotId: string }[] = [];
      for (let at = 0; at < lots; at += 1) {
        lotCount += 1;
        made.push(await world.lot(`LOT${40_000 + lotCount}`, 100, `FARM${100 + lotCount}`));
      }
      await checked(
        world,
        made.map(({ id }) => id),
      );
      const party = { kind: 'buyer', name: 'Kakao Trade GmbH', country: 'DE', eori: 'DE123456789012345' };
      const buyer = (await send('/parties', party)).data.party.id;
      const opened = await send('/consignments', { number, buyerId: buyer });
      const id = String(opened.data.consignment.id);
      await send(`/consignments/${id}/lots`, { lots: made.map((lot) => ({ lot: lot.id, weight: 50 })) });
      const closed = await send(`/consignments/${id}/close`, {});
      if (closed.status !== 200) throw new Error(`${closed.status} ${JSON.stringify(closed.body)}`);
      await world.recorded();
      return id;
    },
    draft: async (consignmentId, fields = {}) =>
      statementOf(await send(`/consignments/${consignmentId}/statements`, { activityType: 'IMPORT', ...fields })),
    async checkedStatement(consignmentId, fields = {}) {
      const { id } = await own.draft(consignmentId, fields);
      const answer = await own.step(id, 'check');
      if (answer.data?.ready !== true) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.data.statement;
    },
    async handedOver(consignmentId, fields = {}) {
      const { id } = await own.checkedStatement(consignmentId, fields);
      statementOf(await own.step(id, 'hand-over'));
      return until(async () => {
        const found = await own.read(id);
        return found.state === 'handed_over' && found;
      }, 'the package');
    },
    step: (id, path, body = {}) => send(`/statements/${id}/${path}`, body),
    poll: async () => {
      const tasks = Object.assign({}, ...app.app.composed.running.map((one) => one.tasks ?? {}));
      await tasks[POLL_TASK](undefined, AbortSignal.timeout(20_000));
    },
    read: async (id) => statementOf(await world.auditor.rest.get(`/statements/${id}`)),
  };
  return Object.assign(world, own);
}

/** A number as the EU Information System assigns it. */
export const madeNumber = (): string => randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase();
