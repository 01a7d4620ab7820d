import { z } from 'zod';
import type { ReceiptFragment } from '../../graphql/generated.ts';

export const ERASED_PATH = '/admin/erased';

const said = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), z.array(z.number())])),
  text: z.string(),
});
const state = z.object({
  receipt: z.object({
    id: z.string(),
    at: z.string(),
    fields: z.array(z.string()),
    ledgerEvents: z.number(),
    kept: z.array(
      z.object({ what: z.string(), whatSaid: said, until: z.string().nullable(), why: z.string(), whySaid: said }),
    ),
  }),
});
type Shown = z.output<typeof state>['receipt'];

/** History entry state that stores an erasure receipt. It holds no names. */
export function receiptState(receipt: ReceiptFragment): { receipt: Shown } {
  return state.parse({ receipt });
}

/** Reads the receipt from a history entry's state; null if there is none. */
export function receiptIn(kept: unknown): Shown | null {
  return state.safeParse(kept).data?.receipt ?? null;
}
