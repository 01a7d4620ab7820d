import type { Database } from '../../server/platform/database/database.ts';
import { LotEntity } from '../../server/modules/lots/lot.ts';
import { makeLotEvent, writeLotEvents, type LotEvent } from '../../server/modules/lots/lotEvents.ts';

const ORGANISATION = 'ManamCoopMSP';
const HOUR_MS = 3_600_000;

/**
 * Adds so many edits to a lot in one transaction, as people would have made them one each hour: its weight, with a name each.
 * The outbox records them as any others.
 * @param apartMs how long after one edit the next was made, in ms
 */
export async function lengthen(
  database: Database,
  lotUuid: string,
  edits: number,
  apartMs: number = HOUR_MS,
): Promise<void> {
  await database.write(async (em) => {
    const lot = await em.findOneOrFail(LotEntity, { id: lotUuid });
    const events: LotEvent[] = [];
    for (let i = 0; i < edits; i += 1) {
      const at = new Date(Date.now() - (edits - i) * apartMs);
      lot.weightGrams = 40_000 + (lot.headSeq % 1_000);
      const change = {
        type: 'edited' as const,
        set: { weightGrams: lot.weightGrams },
        personal: {},
        actor: { userId: null, role: 'admin' as const, name: 'Ana Admin' },
        at,
      };
      const event = await makeLotEvent(lot, change, ORGANISATION);
      events.push(event);
      Object.assign(lot, { headSeq: event.seq, headHash: event.hash, ledgerStatus: 'pending', updatedAt: at });
    }
    await em.flush();
    await writeLotEvents(em, events);
  });
}
