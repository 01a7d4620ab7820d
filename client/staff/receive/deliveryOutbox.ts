import { z } from 'zod/mini';
import type { DeviceStorage } from '../../deviceStorage.ts';

/*
 * Deliveries whose registration the server has not answered yet. Each stays on this device with its idempotency key
 * until the answer, also after the page was closed, the session ended or the user logged out: a delivery that was weighed
 * must not be lost.
 */
const KEY = 'manam.deliveries';

const input = z.object({
  lotId: z.string(),
  farmId: z.string(),
  farmerName: z.string(),
  cacaoVariety: z.string(),
  harvestDate: z.string(),
  plots: z.optional(z.array(z.string())),
  latitude: z.optional(z.number()),
  longitude: z.optional(z.number()),
  weight: z.number(),
  moistureContent: z.number(),
  temperature: z.number(),
  delivery: z.object({
    bags: z.number(),
    grossKg: z.number(),
    tareKg: z.number(),
    grade: z.nullable(z.string()),
  }),
});
/** A delivery as it is sent. */
export type SentDelivery = z.infer<typeof input>;

/**
 * A delivery with its members in the order in which the outbox reads them. The server compares repeated calls by their
 * text (docs/api.md, 'Idempotency keys'), so the first one must have this order too.
 */
export function sentDelivery(given: SentDelivery): SentDelivery {
  return input.parse(given);
}

const waiting = z.object({
  /** idempotency key, made when the person pressed */
  key: z.string(),
  /** time of the press, ISO 8601 */
  at: z.string(),
  input,
  /** why the server refused it; null while it waits for an answer */
  refused: z.nullable(z.string()),
});
export type WaitingDelivery = z.infer<typeof waiting>;

const stored = z.record(z.string(), z.array(waiting));

export interface DeliveryOutbox {
  /** of a user, oldest first */
  list(userId: string): readonly WaitingDelivery[];
  /** adds a delivery, or replaces the one with its key */
  put(userId: string, delivery: WaitingDelivery): void;
  /**
   * Puts a delivery in the place of the one with a key, in one step: neither is lost, and never both are sent.
   * @returns false, and changes nothing, if there is none with the key any more: another tab has taken it
   */
  replace(userId: string, key: string, next: WaitingDelivery): boolean;
  remove(userId: string, key: string): void;
}

/** @param storage of this device; other tabs may write to it between calls */
export function createDeliveryOutbox(storage: DeviceStorage): DeliveryOutbox {
  const read = (): z.infer<typeof stored> => {
    try {
      return stored.parse(JSON.parse(storage.getItem(KEY) ?? '{}'));
    } catch {
      // Written by another version of this page.
      return {};
    }
  };
  const change = (userId: string, to: (own: readonly WaitingDelivery[]) => WaitingDelivery[]): void => {
    const { [userId]: own = [], ...others } = read();
    const left = to(own);
    const all = left.length === 0 ? others : { ...others, [userId]: left };
    if (Object.keys(all).length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(all));
  };
  return {
    list: (userId) => read()[userId] ?? [],
    put: (userId, delivery) =>
      change(userId, (own) =>
        own.some(({ key }) => key === delivery.key)
          ? own.map((one) => (one.key === delivery.key ? delivery : one))
          : [...own, delivery],
      ),
    replace: (userId, key, next) => {
      const isThere = (read()[userId] ?? []).some((one) => one.key === key);
      if (isThere) change(userId, (own) => own.map((one) => (one.key === key ? next : one)));
      return isThere;
    },
    remove: (userId, key) => change(userId, (own) => own.filter((one) => one.key !== key)),
  };
}
