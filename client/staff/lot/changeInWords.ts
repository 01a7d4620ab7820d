import { isStage } from '../../../server/domain/lot/stages.ts';
import { plotRef } from '../../../server/domain/plot/plotInput.ts';
import type { LotPlotOfFragment } from '../../graphql/generated.ts';
import type { LotWords } from '../../words/lotWords.ts';
import { DASH } from '../../words/format.ts';
import { isFigure } from '../../words/lotFigures.ts';
import { valueInWords } from '../../words/recordInWords.ts';
import { statusWord, varietyWord } from '../statusLabels.ts';

/**
 * Formats a field value of histories and comparisons, translated and with its unit; null stays null.
 * @param field API name of the field
 * @param plots known plots of the lot by name; without them, references to plots stay as they are
 */
export function changeInWords(
  words: LotWords,
  field: string,
  value: string | null,
  plots?: readonly KnownPlot[],
): string | null {
  if (value === null) return null;
  if (isFigure(field)) {
    const figure = Number(value);
    return Number.isFinite(figure) ? valueInWords(words, field, figure) : value;
  }
  switch (field) {
    case 'geometry':
      return plots === undefined ? value : plotsInWords(words, value, plots);
    case 'harvestDate':
      return words.formatDate(value);
    case 'satelliteTimestamp':
      return words.formatDateTime(value);
    case 'stageTimes':
      return stageTimes(words, value);
    case 'isAnonymized':
      return words.say(value === 'true' ? 'value.yes' : 'value.no');
    case 'currentProcess':
      return isStage(value) ? words.say(`stage.${value}`) : value;
    case 'deforestationStatus':
      return statusWord(words, value);
    case 'cacaoVariety':
      return varietyWord(words, value);
    case 'certifications':
      return value === '' ? words.say('value.none') : value;
    default:
      return value;
  }
}

export type KnownPlot = Pick<LotPlotOfFragment, 'plotId' | 'version' | 'name'>;

/** More plots than these are counted instead of named. */
const MOST_NAMED = 3;

/** @param value references to plots, separated by commas; empty: none */
function plotsInWords({ say }: LotWords, value: string, plots: readonly KnownPlot[]): string {
  if (value === '') return say('value.none');
  const references = value.split(', ').map(plotRef);
  const names = references.flatMap((reference) => {
    const known = plots.find(({ plotId, version }) => plotId === reference?.plotId && version === reference.version);
    return known?.name ? [say('lotHistory.plot', { name: known.name, version: known.version })] : [];
  });
  const areNamed = names.length === references.length && names.length <= MOST_NAMED;
  return areNamed ? names.join('; ') : say('lotHistory.outlines', { count: references.length });
}

/** @param value start and end of the stage as ISO 8601 instants, separated by a comma; a dash for an unknown one */
function stageTimes(words: LotWords, value: string): string {
  const [from, to] = value.split(', ').map((instant) => (instant === DASH ? null : words.formatDateTime(instant)));
  if (from && to) return words.say('times.both', { from, to });
  if (from) return words.say('times.from', { from });
  return to ? words.say('times.to', { to }) : value;
}
