import { z } from 'zod';
import { newLot } from '../../support/newLot.ts';
import type { RestClient } from '../../support/restClient.ts';
import { until } from '../../support/until.ts';
import type { DrawnLot } from './drawCalls.ts';

const LOTS = 20;
const CONSIGNMENTS = 4;
/** Half of the lots are used up soon, so that clients meet their ends; the others last. */
const SMALL_GRAMS = 60_000;
const LARGE_GRAMS = 5_000_000;

const seconds = z.coerce.number().int().min(1).max(3_600).default(30);

/** How long clients draw while processes are killed (CONTRIBUTING.md, 'Checks'). */
export function transferFaultSeconds(): number {
  return seconds.parse(process.env['TRANSFER_FAULT_SECONDS']);
}

/** Lots of which clients draw, and open consignments that they draw for. */
export async function drawnWorld(rest: RestClient): Promise<{ lots: DrawnLot[]; consignments: string[] }> {
  const lots = await Promise.all(
    Array.from({ length: LOTS }, async (_, at): Promise<DrawnLot> => {
      const grams = at % 2 === 0 ? SMALL_GRAMS : LARGE_GRAMS;
      const lotId = `LOT${10_001 + at}`;
      const answer = await rest.send('POST', '/lots', newLot({ lotId, weight: grams / 1_000 }));
      if (answer.status !== 201) throw new Error(`${lotId}: ${answer.status} ${answer.body.message}`);
      return { id: String(answer.data.lot.id), lotId, grams };
    }),
  );
  const buyer = await rest.send('POST', '/parties', { kind: 'buyer', name: 'Kakao Trade GmbH', country: 'DE' });
  const buyerId = String(buyer.data.party.id);
  const consignments = await Promise.all(
    Array.from({ length: CONSIGNMENTS }, async (_, at) => {
      const answer = await rest.send('POST', '/consignments', { number: `C-${at + 1}`, buyerId });
      if (answer.status !== 201) throw new Error(`C-${at + 1}: ${answer.status} ${answer.body.message}`);
      return String(answer.data.consignment.id);
    }),
  );
  return { lots, consignments };
}

interface ListedBalance {
  id: string;
  lotId: string;
  weight: number;
  used: number;
  available: number;
}

const gramsOf = (kg: number): number => Math.round(kg * 1_000);

/** Verifies every lot, and adds up what the API answers of it. @returns lots that do not verify, or do not add up */
export async function verifiedLots(rest: RestClient): Promise<string[]> {
  const faults: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await rest.get(`/lots?limit=100&sort=lotId&order=asc&page=${page}`);
    const listed: ListedBalance[] = data.lots;
    for (const { id, lotId, weight, used, available } of listed) {
      if (gramsOf(weight) !== gramsOf(used) + gramsOf(available)) faults.push(`${lotId}: ${weight} kg, ${used} used`);
      // The event of a satellite check may just have been added, and is pending for a moment.
      const verified = await until(
        async () => (await rest.get(`/lots/${id}/blockchain`)).data.verification.state === 'verified',
        `${lotId} to verify`,
      ).catch(() => false);
      if (!verified) faults.push(`${lotId}: not verified`);
    }
    if (!data.pagination.hasNext) return faults;
  }
}
