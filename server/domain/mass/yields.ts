import { dryMass, totalDryMass, type TransformationStep, type WeighedPart } from './massBalance.ts';

/** Expected mass of outputs as a share of the inputs, in hundredths of a percent, and where the figures come from. */
export interface YieldBand {
  leastHundredths: number;
  mostHundredths: number;
  source: string;
}

/** Above this, beans are wet; in hundredths of a percent of water. */
const WET = 3_000;
/** Up to this, beans are dry: the most that trade accepts; in hundredths of a percent of water. */
const DRY = 800;
/** Water of fresh beans with their pulp, for which the band 'freshToDry' holds, in hundredths of a percent. */
const FRESH = 6_100;
/** Water of beans as they are traded, in hundredths of a percent. */
const TRADED = 750;
const WHOLE = 10_000;

/**
 * Expected yields; an installation may set others. A yield outside its band is taken with an explanation, so a band
 * is as narrow as ordinary practice, and no limit of nature.
 */
export const EXPECTED_YIELDS = {
  /**
   * Fermentation and drying together, of fresh beans. The water alone leads to the upper end: 61 % water dried to
   * 7.5 % leaves 39 / 92.5 = 42 %. Pulp that drains or is eaten by microbes takes dry mass too, to 30 %.
   */
  freshToDry: {
    leastHundredths: 3_000,
    mostHundredths: 4_200,
    source:
      'Water of beans before and after drying, 55-60 % and 7-7.5 %: Wood and Lass, Cocoa, 4th edition (Blackwell, ' +
      '2001). At most 8 % water: CAOBISCO/ECA/FCC, Cocoa Beans: Chocolate and Cocoa Industry Quality Requirements ' +
      '(2015).',
  },
  /** Fermentation whose beans are weighed wet: pulp drains as sweatings, and water evaporates. */
  fermentation: {
    leastHundredths: 7_000,
    mostHundredths: 9_500,
    source:
      'Estimate from the pulp, which drains and evaporates in fermentation: Wood and Lass, Cocoa, 4th edition ' +
      '(Blackwell, 2001). Replace it by own measurements.',
  },
  /** Drying that does not lead from wet to dry, as a share of what the loss of water alone would leave. */
  partialDrying: {
    leastHundredths: 9_000,
    mostHundredths: WHOLE,
    source: 'Water balance: drying takes water alone; dust, broken beans and samples are less than a tenth.',
  },
  /** Cleaning, grading, blending and packing. */
  handling: {
    leastHundredths: 9_000,
    mostHundredths: WHOLE,
    source:
      'Foreign matter, flat and broken beans that are sorted out are a few percent: CAOBISCO/ECA/FCC, Cocoa Beans: ' +
      'Chocolate and Cocoa Industry Quality Requirements (2015), and ISO 2451.',
  },
} as const satisfies Record<string, YieldBand>;

/** Bands as an installation has them. */
export type YieldBands = Readonly<Record<keyof typeof EXPECTED_YIELDS, YieldBand>>;

/**
 * Compares a transformation's yield with what its step and the water of the beans let expect.
 * @returns null within the band, and without inputs; else the yield and the band, in hundredths of a percent of the
 *   inputs' weight
 */
export function yieldOutsideBand(
  step: TransformationStep,
  inputs: readonly WeighedPart[],
  outputs: readonly WeighedPart[],
  bands: YieldBands = EXPECTED_YIELDS,
): { yieldHundredths: number; band: YieldBand } | null {
  const before = mixOf(inputs);
  const after = mixOf(outputs);
  if (before.grams === 0) return null;
  const yieldHundredths = Math.round((after.grams * WHOLE) / before.grams);
  const band = expectedBand(step, before.moistureHundredths, after.moistureHundredths, bands);
  const isWithin = band.leastHundredths <= yieldHundredths && yieldHundredths <= band.mostHundredths;
  return isWithin ? null : { yieldHundredths, band };
}

function expectedBand(step: TransformationStep, before: number, after: number, bands: YieldBands): YieldBand {
  if (step !== 'fermentation' && step !== 'drying') return bands.handling;
  if (step === 'fermentation' && after > WET) return bands.fermentation;
  if (before > WET && (after <= DRY || step === 'fermentation')) {
    return scaledBand(bands.freshToDry, freshToDryFactor(before, after));
  }
  return scaledBand(bands.partialDrying, dryShareOf(before) / Math.max(1, dryShareOf(after)));
}

/** Beans that have less water before, or keep more of it, than the band is made for yield more of their weight. */
function freshToDryFactor(before: number, after: number): number {
  const drier = Math.max(1, dryShareOf(before) / dryShareOf(FRESH));
  return after <= DRY ? drier : drier * (dryShareOf(TRADED) / dryShareOf(after));
}

/** Hundredths of a percent that are not water. */
function dryShareOf(moistureHundredths: number): number {
  return WHOLE - moistureHundredths;
}

function scaledBand({ leastHundredths, mostHundredths, source }: YieldBand, factor: number): YieldBand {
  return {
    leastHundredths: Math.min(WHOLE, Math.round(leastHundredths * factor)),
    mostHundredths: Math.min(WHOLE, Math.round(mostHundredths * factor)),
    source,
  };
}

/** Several parts as one: their grams, and the mean of their water by weight. */
function mixOf(parts: readonly WeighedPart[]): WeighedPart {
  const grams = parts.reduce((total, part) => total + part.grams, 0);
  const dryShare = grams === 0 ? WHOLE : Number(totalDryMass(parts)) / grams;
  return { grams, moistureHundredths: WHOLE - dryShare };
}

/**
 * Dry beans that a hectare is taken to yield in one season at most, kg, unless an installation sets another limit.
 * World average 440 kg: FAOSTAT, crops, cocoa beans, 2011. A trial with the clone CCN-51, of high yield, came to
 * 1,048 kg on average: Revista Fitotecnia Mexicana, 'Sanitary and productive potential of 12 clones of cocoa in
 * Ecuador'. Intensive plantations exceed 2,000 kg in single years; there the flag asks for a look.
 */
export const PLOT_YIELD_LIMIT_KG = 2_000;

/**
 * Whether a plot is credited with more beans than its land plausibly bears.
 * @param kgPerHectareSeason dry beans (`dryBeanGrams`) of one season, kg a hectare
 * @param limit in the same unit; the limit itself is not exceeded
 */
export function plotYieldExceeded(kgPerHectareSeason: number, limit: number = PLOT_YIELD_LIMIT_KG): boolean {
  return kgPerHectareSeason > limit;
}

/** The weight that beans have once they are dried to 7.5 % water, in grams: wet and dry deliveries become comparable. */
export function dryBeanGrams(part: WeighedPart): number {
  return Math.round(Number(dryMass(part)) / dryShareOf(TRADED));
}
