import type { LotField } from '../../../server/domain/lot/lotTable.ts';
import type { InputField } from '../../../server/domain/said/inputSaid.ts';

/** What the fields of a lot are called: beside an input, in sentences about it, and wherever screens show them. */
export const lotFields = {
  'label.lotId': 'Lot ID',
  'label.farmId': 'Farm ID',
  'label.farmerName': 'Farmer name',
  'label.cacaoVariety': 'Cacao variety',
  'label.harvestDate': 'Harvest date',
  'label.latitude': 'Latitude',
  'label.longitude': 'Longitude',
  'label.weight': 'Weight',
  'label.moistureContent': 'Moisture content',
  'label.temperature': 'Temperature',
  'label.qualityScore': 'Quality score',
  'label.currentProcess': 'Process step',
  'label.processDetails': 'Process details',

  // Where there is room for one word: cards and heads of columns (docs/spec/staff-screens.md, 'Lot card'). The others
  // have their whole name there.
  'short.moistureContent': 'Moisture',
  'short.qualityScore': 'Quality',
} as const satisfies Record<`label.${LotField & InputField}`, string> & Readonly<Record<string, string>>;

/** The units of figures: beside an input, and behind what was typed there. */
export const units = {
  'unit.kg': 'kg',
  'unit.percent': '%',
  'unit.celsius': '°C',
  'unit.degrees': '°',
  'unit.ofTen': '/10',
  'typed.kg': '{figure}\u00a0kg',
  'typed.percent': '{figure}%',
  'typed.celsius': '{figure}°C',
  'typed.degrees': '{figure}°',
  'typed.ofTen': '{figure}/10',
} as const;
