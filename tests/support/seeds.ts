import { vi } from 'vitest';
import { LOSS_PLACE_PNG, SAMPLE_PLACES, type SamplePlace } from '../../server/adapters/forest-sample/places.ts';
import type { LotView } from '../../server/modules/lots/lotView.ts';
import type { Person, TestApp } from './testApp.ts';
import { servicesOf } from './services.ts';

export const CLEAR_PLACE = placeOf('Gum, Madang');
export const SEA_PLACE = placeOf('Bismarck Sea');
export const LOSS_PLACE = LOSS_PLACE_PNG;

function placeOf(name: string): SamplePlace {
  const place = SAMPLE_PLACES.find((one) => one.name === name);
  if (place === undefined) throw new Error(`There is no sample place ${name}`);
  return place;
}

let numbered = 0;

/** A lot id that no other seed of this process has. */
export function freshLotId(): string {
  numbered += 1;
  return `LOT-SEED-${numbered}`;
}

export type LotInput = Record<string, unknown> & { lotId: string };

/** What a farmer of FARM001 sends to register 50 kg from a place without forest loss. */
export function lotInput(changes: Record<string, unknown> = {}): LotInput {
  return {
    lotId: freshLotId(),
    farmId: 'FARM001',
    farmerName: 'Grace Kila',
    cacaoVariety: 'Trinitario',
    harvestDate: '2026-03-01',
    latitude: CLEAR_PLACE.latitude,
    longitude: CLEAR_PLACE.longitude,
    weight: 50,
    moistureContent: 7,
    temperature: 25,
    ...changes,
  };
}

/** Registers a lot over REST. @throws Error when the server refuses it */
export async function registered(by: Pick<Person, 'rest'>, changes: Record<string, unknown> = {}): Promise<LotView> {
  const answer = await by.rest.send('POST', '/lots', lotInput(changes));
  if (answer.status !== 201) throw new Error(`The lot was refused: ${answer.body.message}`);
  return answer.data.lot;
}

/** Polls until a reading satisfies; fails after 20 s with what the last look said. */
export async function eventually<T>(look: () => Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 40_000, interval: 25 });
}

/** Checks of a lot that wait, run, or run although another one was asked for since: the queue then calls those given up. */
const CHECKS = `select (select count(*) from satellite_check c where c.lot_id = l.id) as ended,
    (select count(*) from graphile_worker._private_jobs j where j.payload #>> '{payload,lotUuid}' = l.id::text
      and (j.locked_at is not null or j.attempts < j.max_attempts)) as open
  from lot l where l.id::text = $1 or l.lot_id = $1`;

/** The lot once all satellite checks that were asked for have ended and the ledger recorded all that happened to it. */
export async function settled({ app }: Pick<TestApp, 'app'>, id: string): Promise<LotView> {
  return eventually(async () => {
    const checks = await app.database.row<{ ended: number; open: number }>(CHECKS, [id]);
    if (checks === null) throw new Error(`There is no lot ${id}`);
    if (checks.ended === 0) throw new Error(`${id} was not checked by satellite yet`);
    if (checks.open > 0) throw new Error(`${id} is to be checked by satellite`);
    // Read after the checks were seen to have ended, so that their results are in it.
    const lot = await servicesOf(app).lotReader.find({ kind: 'all' }, id);
    if (lot === null) throw new Error(`There is no lot ${id}`);
    if (lot.blockchainHash?.status !== 'recorded') throw new Error(`${lot.lotId} is not recorded yet`);
    return lot;
  });
}

/** A registered lot that is checked and recorded. */
export async function settledLot(
  app: Pick<TestApp, 'app'>,
  by: Pick<Person, 'rest'>,
  changes: Record<string, unknown> = {},
): Promise<LotView> {
  const { id } = await registered(by, changes);
  return settled(app, id);
}
