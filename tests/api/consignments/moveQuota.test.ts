import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONSIGNMENT_CALLS } from '../../../server/domain/consignment/consignmentCalls.ts';
import { LOT_LIMITS } from '../../../server/domain/lot/lotInput.ts';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { someLotId } from '../../support/newLot.ts';
import { consignmentWorld, type ConsignmentWorld } from './consignmentWorld.ts';

let world: ConsignmentWorld;
beforeAll(async () => {
  world = await consignmentWorld();
});
afterAll(() => world?.app.stop());

const add = (id: string, lots: object[]) => world.processor.rest.send('POST', `/consignments/${id}/lots`, { lots });

it('a consignment takes so many steps of its lots in a day, and so many returns of one lot', async () => {
  const [one, two] = [await world.lot(someLotId(), 20), await world.lot(someLotId(), 20)];
  const { id } = await world.open(`ROUND-${one.lotId}`);
  const remove = (lot: string) => world.processor.rest.send('DELETE', `/consignments/${id}/lots`, { lots: [lot] });
  const round = async (lot: string) => {
    expect((await add(id, [{ lot, weight: 1 }])).status).toBe(200);
    return remove(lot);
  };
  for (let n = 0; n < LOT_LIMITS.returnsADay; n += 1) expect((await round(one.id)).status).toBe(200);
  const returned = await round(one.id);
  expect([returned.status, returned.body.message]).toEqual([
    429,
    REFUSED.tooManyReturns({ most: LOT_LIMITS.returnsADay }).text,
  ]);
  expect(Number(returned.headers.get('retry-after'))).toBeGreaterThan(80_000);
  const calls = CONSIGNMENT_CALLS.movedADay / CONSIGNMENT_CALLS.leastMoved;
  const done = LOT_LIMITS.returnsADay * 2 + 1;
  for (let n = done; n < calls; n += 1) expect((await add(id, [{ lot: two.id, weight: 0.1 }])).status).toBe(200);
  const added = await add(id, [{ lot: two.id, weight: 0.1 }]);
  expect([added.status, added.body.message]).toEqual([429, REFUSED.tooManyMovedLots({}).text]);
  expect((await remove(two.id)).status).toBe(429);
  const other = await world.open(`ROUND-${two.lotId}`);
  expect((await add(other.id, [{ lot: two.id, weight: 0.1 }])).status).toBe(200);
}, 240_000);
