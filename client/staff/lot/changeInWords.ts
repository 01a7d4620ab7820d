import { isStage } from '../../../server/domain/lot/stages.ts';
import type { LotWords } from '../../words/lotWords.ts';
import { DASH } from '../../words/format.ts';
import { isFigure } from '../../words/lotFigures.ts';
import { valueInWords } from '../../words/recordInWords.ts';
import { statusWord, varietyWord } from '../statusLabels.ts';

/**
 * Formats a field value of histories and comparisons, translated and with its unit; null stays null.
 * @param field API name of the field
 */
export function changeInWords(words: LotWords, field: string, value: string | null): string | null {
  if (value === null) return null;
  if (isFigure(field)) {
    const figure = Number(value);
    return Number.isFinite(figure) ? valueInWords(words, field, figure) : value;
  }
  switch (field) {
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

/** @param value start and end of the stage as ISO 8601 instants, separated by a comma; a dash for an unknown one */
function stageTimes(words: LotWords, value: string): string {
  const [from, to] = value.split(', ').map((instant) => (instant === DASH ? null : words.formatDateTime(instant)));
  if (from && to) return words.say('times.both', { from, to });
  if (from) return words.say('times.from', { from });
  return to ? words.say('times.to', { to }) : value;
}
