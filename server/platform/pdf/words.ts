import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import { documentWords } from '../../domain/messages/documents.ts';
import type { Ink } from './pdfDocument.ts';

/** Colors in addition to words, never instead of them. */
export const STATUS_INK: Record<DeforestationStatus, Ink> = {
  'No Deforestation': 'leaf',
  'Deforestation Detected': 'alarm',
  'Pending Review': 'pod',
  'Under Investigation': 'sky',
};

const english = documentWords('en-US');

export function stageWord(stage: Stage): string {
  return english.say(`stage.${stage}`);
}

const longDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'Mar 14, 2026' of a day or an instant (in UTC), as the screens write it. */
export function dayWord(iso: string): string {
  return english.day(new Date(iso));
}

/** 'Mar 14, 2026, 08:30 UTC'. */
export function momentWord(iso: string): string {
  return `${dayWord(iso)}, ${clockWord(iso)}`;
}

/** '14 March 2026', only in reports: a stored report keeps its bytes (decision 54). */
export function reportDayWord(iso: string): string {
  return longDay.format(new Date(iso));
}

/** '14 March 2026, 08:30 UTC', only in reports. */
export function reportMomentWord(iso: string): string {
  return `${reportDayWord(iso)}, ${clockWord(iso)}`;
}

function clockWord(iso: string): string {
  return `${new Date(iso).toISOString().slice(11, 16)} UTC`;
}

/** '1,234.5'; a dash if nothing was measured. */
export function figureWord(value: number | null, unit = ''): string {
  if (value === null) return '–';
  return `${value.toLocaleString('en', { maximumFractionDigits: 3 })}${unit}`;
}

/** A share or a score, to one decimal. */
export function tenthsWord(value: number | null, unit = ''): string {
  return value === null ? '–' : `${value.toFixed(1)}${unit}`;
}
