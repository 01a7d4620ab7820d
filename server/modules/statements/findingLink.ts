import type { PreflightFinding, StatementMend } from '../../domain/statement/preflightFinding.ts';

/** A page of the staff area where a finding is mended; null: nothing that a person could do. */
export function findingLink(
  consignmentId: string,
  { mend, lotId, plot }: Pick<PreflightFinding, 'mend' | 'lotId' | 'plot'>,
): string | null {
  if (mend === null) return null;
  const consignment = `/admin/consignments/${consignmentId}`;
  const lot = lotId === null ? consignment : `/admin/dashboard?lot=${encodeURIComponent(lotId)}&view=detail`;
  const links: Record<StatementMend, string> = {
    remove: consignment,
    takeLess: consignment,
    editStatement: consignment,
    split: consignment,
    check: lot,
    inspectLot: lot,
    editProducer: lot,
    decideAlert:
      lotId === null ? consignment : `/admin/dashboard?tab=alerts&status=all&of=${encodeURIComponent(lotId)}`,
    // A place is named by its farm.
    outlinePlot: plot === null ? lot : `/admin/farms/${encodeURIComponent(plot)}`,
    editOperator: '/admin/parties',
  };
  return links[mend];
}
