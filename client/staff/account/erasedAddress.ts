import { z } from 'zod';
import type { ReceiptFragment } from '../../graphql/generated.ts';

export const ERASED_PATH = '/admin/erased';

const state = z.object({
  receipt: z.object({
    id: z.string(),
    at: z.string(),
    fields: z.array(z.string()),
    ledgerEvents: z.number(),
    kept: z.array(z.object({ what: z.string(), until: z.string().nullable(), why: z.string() })),
  }),
});
type Shown = z.output<typeof state>['receipt'];

/** What an entry of the browser's history keeps of an erasure. It names nobody. */
export function receiptState({ id, at, fields, ledgerEvents, kept }: ReceiptFragment): { receipt: Shown } {
  return {
    receipt: { id, at, fields, ledgerEvents, kept: kept.map(({ what, until, why }) => ({ what, until, why })) },
  };
}

/** The receipt of an entry; null where there is none. */
export function receiptIn(kept: unknown): Shown | null {
  return state.safeParse(kept).data?.receipt ?? null;
}
