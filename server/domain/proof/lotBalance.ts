import { isUse } from '../ledger/lotMass.ts';
import type { EventContent, Formation } from '../ledger/content.ts';
import { massDifference, type LossReason } from '../mass/massBalance.ts';

/** What a lot was made of, in whole grams: in = out + loss. */
export interface FormedMass {
  /** number of lots that it was made of */
  inputs: number;
  in: number;
  /** number of lots that the transformation made, this one included */
  outputs: number;
  out: number;
  loss: number;
  /** null without a loss */
  reason: LossReason | null;
}

/** The grams of one lot by its own events: `first + weighed + corrected - used = left`. */
export interface LotBalance {
  /** null for a lot that was registered at a farm */
  formed: FormedMass | null;
  /** as registered or as formed */
  first: number;
  /** sum of what weighings changed: below 0 for a loss */
  weighed: number;
  /** sum of what corrections of the registered weight changed */
  corrected: number;
  /** taken out for other lots and consignments, less what came back */
  used: number;
  left: number;
}

/** A figure of a lot's events that a balance is computed from. */
export const MASS_FIGURES = [
  'registered',
  'formed',
  'input',
  'output',
  'loss',
  'weighed',
  'corrected',
  'used',
  'returned',
] as const;
export type MassFigure = (typeof MASS_FIGURES)[number];

/** The first event, counted from 1, at which grams do not add up. `difference`: grams that are too many or too few. */
export interface BalanceFault {
  event: number;
  figure: MassFigure;
  difference: number;
}

/**
 * Adds up the grams of a lot from its events alone, in another way than the contract's rules (`transitions.ts`), which
 * judged each of them.
 * @param contents all events of a lot, oldest first
 */
export function balanceOf(contents: readonly EventContent[]): { balance: LotBalance } | { fault: BalanceFault } {
  const balance: LotBalance = { formed: null, first: 0, weighed: 0, corrected: 0, used: 0, left: 0 };
  for (const [i, content] of contents.entries()) {
    const event = i + 1;
    if (content.type === 'formed') {
      const difference = formationDifference(content.formation);
      if (difference !== 0) return { fault: { event, figure: 'loss', difference } };
      balance.formed = formedMass(content.formation);
      const own = content.formation.outputs.find(({ key }) => key === content.lotKey)?.grams ?? 0;
      const stated = content.set.weightGrams ?? 0;
      if (own !== stated) return { fault: { event, figure: 'output', difference: stated - own } };
    }
    add(balance, content);
    balance.left = balance.first + balance.weighed + balance.corrected - balance.used;
    const figure = massFigureOf(content);
    if (balance.left < 0 && figure !== null) return { fault: { event, figure, difference: balance.left } };
  }
  return { balance };
}

function add(balance: LotBalance, content: EventContent): void {
  if (content.type === 'alert') return;
  if (isUse(content)) {
    balance.used += content.type === 'used' ? content.grams : -content.grams;
    return;
  }
  const weight = content.set.weightGrams;
  if (weight === undefined) return;
  if (content.type === 'created' || content.type === 'formed') {
    balance.first = weight;
    return;
  }
  const change = weight - (balance.first + balance.weighed + balance.corrected);
  if (content.type === 'edited') balance.corrected += change;
  else balance.weighed += change;
}

/** Grams of the inputs that outputs and loss do not account for; 0 for what is balanced. */
export function formationDifference({ inputs, outputs, loss }: Formation): number {
  const gramsOf = (parts: readonly { grams: number }[]): number[] => parts.map(({ grams }) => grams);
  return massDifference(gramsOf(inputs), gramsOf(outputs), loss?.grams ?? 0);
}

function formedMass({ inputs, outputs, loss }: Formation): FormedMass {
  const sum = (parts: readonly { grams: number }[]): number => parts.reduce((all, { grams }) => all + grams, 0);
  return {
    inputs: inputs.length,
    in: sum(inputs),
    outputs: outputs.length,
    out: sum(outputs),
    loss: loss?.grams ?? 0,
    reason: loss?.reason ?? null,
  };
}

/** The figure that an event states; null for one without any. */
export function massFigureOf(content: EventContent): MassFigure | null {
  if (content.type === 'used' || content.type === 'returned' || content.type === 'formed') return content.type;
  const weight = content.set.weightGrams;
  if (weight === undefined) return null;
  if (content.type === 'created') return 'registered';
  return content.type === 'edited' ? 'corrected' : 'weighed';
}
