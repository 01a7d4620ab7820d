import { z } from 'zod/mini';
import { USUAL_BAG_KG } from '../../../server/domain/lot/deliveryInput.ts';
import type { DeviceStorage } from '../../deviceStorage.ts';

/** Widths of paper that receipts are printed on. */
export const PAPERS = ['58', '80', 'a4'] as const;
export type Paper = (typeof PAPERS)[number];

/** Farms that a device remembers for each user. */
const MOST_FARMS = 12;
const KEY = 'manam.receive';

const settings = z.object({
  /** weight of one empty bag, kg */
  bagKg: z.number(),
  /** °C, as typed */
  temperature: z.string(),
  paper: z.enum(PAPERS),
  /** farm ids by user id, the last one first */
  farms: z.record(z.string(), z.array(z.string())),
});
type ReceiveSettings = z.infer<typeof settings>;

const USUAL: ReceiveSettings = { bagKg: USUAL_BAG_KG, temperature: '', paper: '58', farms: {} };

/** What this device remembers for the next delivery. Holds no names. */
export interface ReceiveMemory {
  read(): ReceiveSettings;
  write(change: Partial<Omit<ReceiveSettings, 'farms'>>): void;
  /** puts a farm first among the last ones of a user */
  addFarm(userId: string, farmId: string): void;
}

/** @param storage of this device; other tabs may write to it between calls */
export function createReceiveMemory(storage: DeviceStorage): ReceiveMemory {
  const read = (): ReceiveSettings => {
    try {
      return settings.parse(JSON.parse(storage.getItem(KEY) ?? ''));
    } catch {
      // Nothing yet, or written by another version of this page.
      return USUAL;
    }
  };
  return {
    read,
    write: (change) => storage.setItem(KEY, JSON.stringify({ ...read(), ...change })),
    addFarm: (userId, farmId) => {
      const before = read();
      const others = (before.farms[userId] ?? []).filter((other) => other !== farmId);
      const farms = { ...before.farms, [userId]: [farmId, ...others].slice(0, MOST_FARMS) };
      storage.setItem(KEY, JSON.stringify({ ...before, farms }));
    },
  };
}
