import { randomUUID } from 'node:crypto';
import type { Person, TestApp } from '../../support/testApp.ts';
import { createTestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

/** A cooperative with a processor, lots and buyers. */
export interface ConsignmentWorld {
  app: TestApp;
  processor: Person;
  auditor: Person;
  admin: Person;
  farmer: Person;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** registers a lot with a plot; its check has ended */
  lot(lotId: string, weight?: number, farmId?: string): Promise<{ id: string; lotId: string }>;
  /** registers a lot that has only a point */
  bareLot(lotId: string, weight?: number): Promise<{ id: string; lotId: string }>;
  buyer(name?: string): Promise<string>;
  open(number: string, more?: Record<string, unknown>): Promise<ConsignmentData>;
  /** everything that waits stands on the ledger */
  recorded(): Promise<true>;
}

export interface ConsignmentData {
  id: string;
  number: string;
  version: number;
  state: string;
  weight: number;
}

/** A square of about a hectare in clear sample land. */
const square = (at: number): object => {
  const [lon, lat] = [145.743 + (at % 12) * 0.0013, -5.258 - Math.floor(at / 12) * 0.0013];
  const ring = [
    [lon, lat],
    [lon + 0.0006, lat],
    [lon + 0.0006, lat + 0.0006],
    [lon, lat + 0.0006],
    [lon, lat],
  ];
  return { type: 'Polygon', coordinates: [ring] };
};

/** @param app the server; one of its own unless given */
export async function consignmentWorld(given?: TestApp): Promise<ConsignmentWorld> {
  const app = given ?? (await createTestApp());
  const [processor, auditor, admin, farmer] = [
    await app.person('processor'),
    await app.person('auditor'),
    await app.person('admin'),
    await app.person('farmer', { farmId: 'FARM001' }),
  ];
  const sql = (text: string, values: unknown[] = []) => app.app.database.rows(text, values);
  let plots = 0;
  const register = async (lotId: string, weight: number, farmId: string, place: object) => {
    const answer = await processor.rest.send('POST', '/lots', {
      lotId,
      farmId,
      farmerName: `Farmer of ${farmId}`,
      cacaoVariety: 'Trinitario',
      harvestDate: '2026-03-02',
      weight,
      moistureContent: 7,
      temperature: 28,
      ...place,
    });
    if (answer.status !== 201) throw new Error(`${lotId}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return { id: String(answer.data.lot.id), lotId };
  };
  return {
    app,
    processor,
    auditor,
    admin,
    farmer,
    sql,
    async lot(lotId, weight = 100, farmId = 'FARM001') {
      const name = `Field ${randomUUID().slice(0, 8)}`;
      plots += 1;
      const added = await processor.rest.send('POST', `/farms/${farmId}/plots`, { name, geometry: square(plots) });
      if (added.status !== 201) throw new Error(`plot: ${added.status} ${JSON.stringify(added.body)}`);
      return register(lotId, weight, farmId, { plots: [name] });
    },
    bareLot: (lotId, weight = 100) =>
      register(lotId, weight, 'FARM002', { latitude: -5.258413, longitude: 145.743926 }),
    async buyer(name = 'Kakao Trade GmbH') {
      const body = { kind: 'buyer', name, country: 'DE', email: 'desk@kakao.example' };
      return String((await processor.rest.send('POST', '/parties', body)).data.party.id);
    },
    async open(this: ConsignmentWorld, number, more = {}) {
      const buyerId = await this.buyer();
      const answer = await processor.rest.send('POST', '/consignments', { number, buyerId, ...more });
      if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.data.consignment;
    },
    recorded: () =>
      until(async () => {
        const [row] = await sql(`select count(*)::int as count from ledger_outbox where state = 'pending'`);
        return row?.count === 0;
      }, 'the outbox'),
  };
}

/** Waits for the first checks of lots. */
export async function checked(world: ConsignmentWorld, ids: readonly string[]): Promise<void> {
  await until(async () => {
    const rows = await world.sql(
      `select 1 from lot where id = any($1::uuid[]) and (satellite_at is null or deforestation_status <> 'No Deforestation')`,
      [ids],
    );
    return rows.length === 0;
  }, 'the checks');
}
