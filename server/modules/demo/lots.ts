import { CERTIFICATIONS, VARIETIES, type Certification, type Variety } from '../../domain/lot/cacao.ts';
import { SATELLITE_FRESH_DAYS } from '../../domain/forest/deforestation.ts';
import { STAGES, type Stage } from '../../domain/lot/stages.ts';
import { LOSS_PLACE_PNG } from '../../adapters/forest-sample/places.ts';

/** Made-up farms of the demonstration; each harvests at one or more of the sample places. */
interface DemoFarm {
  farmId: string;
  farmer: string;
  /** names of `SAMPLE_PLACES` */
  places: readonly string[];
}

export const DEMO_FARMS: readonly DemoFarm[] = [
  { farmId: 'FARM001', farmer: 'Maria Kaupa', places: ['Gum, Madang', 'Karkar Island, Madang', 'Bogia, Madang'] },
  { farmId: 'FARM002', farmer: 'Peter Wani', places: ['Turubu, East Sepik', 'Vanimo, West Sepik'] },
  { farmId: 'FARM003', farmer: 'Ama Mensah', places: ['Kumasi, Ashanti', 'Goaso, Ahafo', 'Koforidua, Eastern'] },
  { farmId: 'FARM004', farmer: 'Kofi Asante', places: ['Sefwi Wiawso, Western North', 'Enchi, Western North'] },
  { farmId: 'FARM005', farmer: 'Rosa Zambrano', places: ['Milagro, Guayas', 'Quevedo, Los Ríos', 'Guayas'] },
  { farmId: 'FARM006', farmer: 'Luis Huamán', places: ['Lamas, San Martín', 'Tocache, San Martín'] },
  { farmId: 'FARM007', farmer: 'Carmen Shapiama', places: ['Chulucanas, Piura', 'Quillabamba, Cusco'] },
];

/** One lot of the demonstration, as a story: where it grew, how good it is and how far it got. */
export interface DemoLot {
  lotId: string;
  farmId: string;
  farmer: string;
  /** name of a sample place */
  place: string;
  /** names of its plots, which determine its location; empty: only its location is known */
  plots: readonly string[];
  variety: Variety;
  /** days before the demonstration is loaded */
  harvestedDaysAgo: number;
  weightKg: number;
  moisturePercent: number;
  temperatureC: number;
  /** 0-100 */
  quality: number | null;
  certifications: Certification[];
  anonymized: boolean;
  stage: Stage;
  /** satellite checks, in days before the demo is loaded: on the day of registration, and later ones */
  checkedDaysAgo: number[];
}

const COUNT = 64;

/** The fixed lots of the contract (docs/spec/demo-data.md, 'Fixed lots'). */
const FIXED: Record<string, Partial<DemoLot>> = {
  LOT701: {
    farmId: 'FARM001',
    place: 'Gum, Madang',
    variety: 'Trinitario',
    stage: 'delivered',
    harvestedDaysAgo: 62,
    quality: 92,
    certifications: ['Organic', 'Fair Trade', 'Rainforest Alliance'],
    weightKg: 486.5,
    moisturePercent: 6.9,
    temperatureC: 24.5,
    anonymized: false,
  },
  LOT702: {
    farmId: 'FARM002',
    place: LOSS_PLACE_PNG.name,
    stage: 'fermented',
    // The newest of the lots with an alert.
    harvestedDaysAgo: 12,
    anonymized: false,
  },
  LOT703: { farmId: 'FARM003', place: 'Kumasi, Ashanti', stage: 'processed', anonymized: true },
  LOT704: {
    farmId: 'FARM001',
    place: 'Karkar Island, Madang',
    stage: 'harvested',
    harvestedDaysAgo: 3,
    anonymized: false,
  },
  LOT705: {
    farmId: 'FARM004',
    place: 'Enchi, Western North',
    stage: 'shipped',
    harvestedDaysAgo: 70,
    // Its last check is older than 30 days.
    checkedDaysAgo: [70, 45],
  },
  // From the plots of `DEMO_PLOTS`, near Bogia; the river garden as it was before the river took its strip.
  LOT715: { plots: ['River garden'] },
  LOT736: { plots: ['River garden', 'Ridge garden'] },
  LOT757: { plots: ['Ridge garden'] },
  // What an auditor meets besides the clear cases.
  LOT718: { farmId: 'FARM004', place: 'Juaboso, Western North', stage: 'drying' },
  LOT731: { farmId: 'FARM005', place: 'Muisne, Esmeraldas', stage: 'processed' },
  LOT744: { farmId: 'FARM006', place: 'Moyobamba, San Martín', stage: 'fermented' },
  LOT752: { farmId: 'FARM002', place: 'Bismarck Sea', stage: 'harvested' },
};

/** Days that a lot needs before it can reach a stage. */
const DAYS_TO: Record<Stage, number> = {
  harvested: 0,
  fermented: 6,
  drying: 9,
  processed: 17,
  shipped: 24,
  delivered: 40,
};

/** All lots of the demonstration, the same in every installation. */
export function demoLots(): DemoLot[] {
  return Array.from({ length: COUNT }, (_, index) => demoLot(index));
}

function demoLot(index: number): DemoLot {
  const lotId = `LOT${701 + index}`;
  const fixed = FIXED[lotId] ?? {};
  const farm = pick(
    DEMO_FARMS.filter(({ farmId }) => fixed.farmId === undefined || farmId === fixed.farmId),
    index,
  );
  const stage = fixed.stage ?? pick(STAGES, index * 5 + Math.floor(index / 6));
  const harvestedDaysAgo = fixed.harvestedDaysAgo ?? DAYS_TO[stage] + 4 + ((index * 11) % 23);
  return {
    lotId,
    farmId: farm.farmId,
    farmer: farm.farmer,
    place: pick(farm.places, index),
    plots: [],
    variety: pick(VARIETIES, index * 3),
    harvestedDaysAgo,
    weightKg: 120 + ((index * 137) % 1800) + (index % 4) * 0.25,
    moisturePercent: stage === 'harvested' || stage === 'fermented' ? 38 + (index % 9) : 6.2 + (index % 17) / 10,
    temperatureC: 22 + ((index * 7) % 60) / 10,
    quality: index % 13 === 12 ? null : 62 + ((index * 17) % 36) + (index % 5) / 10,
    certifications: CERTIFICATIONS.filter((_, i) => (index * 7 + i * 3) % 5 === 0),
    anonymized: index % 19 === 7,
    stage,
    checkedDaysAgo: checksSince(harvestedDaysAgo),
    ...fixed,
  };
}

/** A check on the day of registration, and one each time that the last is about to be outdated (decision 53). */
function checksSince(registeredDaysAgo: number): number[] {
  const again = Math.floor(registeredDaysAgo / SATELLITE_FRESH_DAYS);
  return Array.from({ length: again + 1 }, (_, i) => registeredDaysAgo - i * SATELLITE_FRESH_DAYS);
}

function pick<T>(options: readonly T[], index: number): T {
  const option = options[index % options.length];
  if (option === undefined) throw new RangeError('Nothing to pick from');
  return option;
}
