import type { EventContent, UseContent } from './content.ts';

/** Grams with the moisture for which they were stated, in 0.01 %. */
interface StatedGrams {
  grams: number;
  moisture: number;
}

/** The grams of a lot, as its chain has them. Available = weight - used. */
export interface LotMass {
  weight: number;
  used: number;
  /** 0.01 %, of what is available, when its weight was stated */
  moisture: number;
  /** whether the lot was made of others: then only a weighing changes its weight */
  derived: boolean;
  /** what is in consignments, by the keys of their chains: it can come back */
  draws: Readonly<Record<string, StatedGrams>>;
}

const NOTHING: LotMass = { weight: 0, used: 0, moisture: 0, derived: false, draws: {} };

/** Whether an event moves grams out of a lot or back. */
export function isUse(content: EventContent): content is UseContent {
  return content.type === 'used' || content.type === 'returned';
}

/**
 * The grams of a lot after an event: what the ledger judges the next one by, and what verification compares. Does not judge.
 * @param before null: no event yet
 */
export function massAfter(before: LotMass | null, content: EventContent): LotMass {
  const mass = before ?? NOTHING;
  if (isUse(content)) return content.type === 'used' ? withDraw(mass, content) : withReturn(mass, content);
  const { weightGrams: weight = mass.weight, moistureHundredths: moisture = mass.moisture } = content.set;
  if (before === null) return { ...NOTHING, weight, moisture, derived: content.type === 'formed' };
  return { ...mass, weight, moisture: statesMoisture(mass, content) ? moisture : mass.moisture };
}

/**
 * A reading of moisture without a weight is a reading: it does not change what the weight was stated for. An edit
 * corrects what was registered; what a derived lot was made with stays, else an edit would add dry mass.
 */
function statesMoisture(mass: LotMass, { type, set }: EventContent): boolean {
  return set.weightGrams !== undefined || (type === 'edited' && !mass.derived);
}

function withDraw(mass: LotMass, { grams, consignment }: UseContent): LotMass {
  const used = mass.used + grams;
  if (consignment === null) return { ...mass, used };
  const held = mass.draws[consignment] ?? { grams: 0, moisture: 0 };
  const drawn = mixed(held, { grams, moisture: mass.moisture });
  return { ...mass, used, draws: { ...mass.draws, [consignment]: drawn } };
}

/** Grams come back as they left: they are as moist as they were then, whatever was weighed since. */
function withReturn(mass: LotMass, { grams, consignment }: UseContent): LotMass {
  const { [consignment ?? '']: held = { grams: 0, moisture: mass.moisture }, ...others } = mass.draws;
  const left = { ...held, grams: held.grams - grams };
  const available = mixed({ grams: mass.weight - mass.used, moisture: mass.moisture }, { ...held, grams });
  return {
    ...mass,
    used: mass.used - grams,
    moisture: available.moisture,
    draws: consignment === null || left.grams <= 0 ? others : { ...others, [consignment]: left },
  };
}

/** Two parts together; rounded to more water, so that mixing adds no dry mass. */
function mixed(one: StatedGrams, other: StatedGrams): StatedGrams {
  const grams = one.grams + other.grams;
  if (grams === 0) return { grams, moisture: other.moisture };
  return { grams, moisture: Math.ceil((one.grams * one.moisture + other.grams * other.moisture) / grams) };
}
