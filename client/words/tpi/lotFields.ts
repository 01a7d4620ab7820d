import type { lotFields as english } from '../en/lotFields.ts';
import type { Translation } from '../messages.ts';

/** What the fields of a lot are called. */
export const lotFields = {
  'label.lotId': 'Namba bilong lot',
  'label.farmId': 'Namba bilong fam',
  'label.farmerName': 'Nem bilong fama',
  'label.cacaoVariety': 'Kain kakao',
  'label.harvestDate': 'De bilong bungim kakao',
  'label.latitude': 'Latitut',
  'label.longitude': 'Longitut',
  'label.weight': 'Hevi',
  'label.moistureContent': 'Wara insait long bin',
  'label.temperature': 'Hat',
  'label.qualityScore': 'Mak bilong kwaliti',
  'label.currentProcess': 'Step bilong wok',
  'label.processDetails': 'Toksave long wok',
  'short.moistureContent': 'Wara',
  'short.qualityScore': 'Kwaliti',
} as const satisfies Translation<typeof english>;
