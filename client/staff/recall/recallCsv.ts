import type { RecallLotRowFragment } from '../../graphql/generated.ts';

type Direction = 'start' | 'descendant' | 'source';

/**
 * Lots of a recall as CSV (RFC 4180), with how each belongs to it. A text that a spreadsheet would compute begins with
 * an apostrophe.
 */
export function recallLotsCsv(lots: readonly (readonly [Direction, RecallLotRowFragment])[]): string {
  const head = ['direction', 'lotId', 'kind', 'farmId', 'weightKg', 'stage', 'deforestationStatus'];
  const rows = lots.map(([direction, lot]) => [
    direction,
    lot.lotId,
    lot.kind,
    lot.farmId ?? '',
    String(lot.weight),
    lot.currentProcess,
    lot.deforestationStatus,
  ]);
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
