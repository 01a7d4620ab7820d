import { CERTIFICATIONS, VARIETIES } from '../../../server/domain/lot/cacao.ts';
import { DELIVERY_GRADES } from '../../../server/domain/lot/deliveryInput.ts';
import { factsOf } from '../../../server/domain/lot/lotTable.ts';
import { isImportField, type ImportField } from '../../../server/domain/spreadsheet/importFields.ts';
import type { ImportWords } from '../../words/importWords.ts';

/** Label of a field of an import; other names, such as `geometry`, stay as they are. */
export function fieldLabel({ say }: ImportWords, field: string): string {
  return isImportField(field) ? say(`import.field.${field}`) : field;
}

/** What a field accepts. */
export function acceptedText({ say, formatList, formatCount }: ImportWords, name: ImportField): string {
  switch (name) {
    case 'lotId':
    case 'farmId':
    case 'farmerName':
    case 'harvestDate':
    case 'weight':
    case 'qualityScore':
    case 'isAnonymized':
    case 'plots':
    case 'bags':
      return say(`import.takes.${name}`);
    case 'grossKg':
    case 'tareKg':
      return say('import.takes.kg');
    case 'grade':
      return say('import.takes.grade', { names: formatList(DELIVERY_GRADES) });
    case 'cacaoVariety':
      return say('import.takes.cacaoVariety', { names: formatList(VARIETIES) });
    case 'certifications':
      return say('import.takes.certifications', { names: formatList(CERTIFICATIONS) });
    default: {
      const { figure, text } = factsOf(name);
      if (text) return say('import.takes.text', { most: formatCount(text.most) });
      const bounds = figure?.bounds;
      if (!figure || !bounds) return '';
      return say('import.takes.figure', {
        unit: figure.unit,
        min: formatCount(bounds.min),
        max: formatCount(bounds.max),
      });
    }
  }
}
