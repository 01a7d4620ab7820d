import type { BlockerParts } from './MendLink.tsx';

/** The rules of closing, in the order in which they are listed. */
export const CLOSING_RULES = ['lots', 'present', 'amount', 'status', 'check', 'plot'] as const;
export type ClosingRule = (typeof CLOSING_RULES)[number];

/** By the code of a reason, the rule that it breaks (server/domain/consignment/closing.ts). */
const RULE_OF_CODE: Readonly<Record<string, ClosingRule>> = {
  'consignment.lot_deleted': 'present',
  'consignment.lot_shipped': 'present',
  'consignment.lot_too_little': 'amount',
  'consignment.lot_status': 'status',
  'consignment.lot_never_checked': 'check',
  'consignment.lot_old_check': 'check',
  'consignment.lot_no_plot': 'plot',
};

/**
 * The rules with what breaks each. A reason that this version does not know counts for the first rule, so that nothing
 * is hidden.
 */
export function rulesOfClosing(
  blockers: readonly BlockerParts[],
  lotCount: number,
): { rule: ClosingRule; isDone: boolean; blockers: BlockerParts[] }[] {
  return CLOSING_RULES.map((rule) => {
    const broken = blockers.filter(({ reason }) => (RULE_OF_CODE[reason.code] ?? 'lots') === rule);
    // Without lots no other rule says anything.
    return { rule, isDone: broken.length === 0 && lotCount > 0, blockers: broken };
  });
}
