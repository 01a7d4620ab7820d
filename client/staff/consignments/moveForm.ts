import { z } from 'zod';
import { confirmRisks } from '../../../server/domain/lot/lotInput.ts';
import { consignmentForm, type ConsignmentFormValues } from './consignmentForm.ts';

/** Papers that are known at a step of a consignment, and why it leaves although something speaks against it. */
export type MoveFormValues = ConsignmentFormValues & { reason: string };

/**
 * Schema of a step of a consignment: its papers, and the reason.
 * @param stop what speaks against it; null: nothing. `missing`: why it cannot leave yet whatever the reason is
 */
export function moveForm(stop: { missing: string | null } | null) {
  return z.custom<MoveFormValues>().transform(({ reason, ...papers }, context) => {
    const typed = consignmentForm.safeParse(papers);
    const explained = (stop === null ? z.string() : confirmRisks.shape.reason).safeParse(reason);
    for (const { path, message } of typed.error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    for (const { message } of explained.error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['reason'], message });
    }
    if (explained.success && stop !== null && stop.missing !== null) {
      context.addIssue({ code: 'custom', path: ['reason'], message: stop.missing });
    }
    if (!typed.success || !explained.success) return z.NEVER;
    return { papers: typed.data, reason: stop === null ? null : explained.data };
  });
}
