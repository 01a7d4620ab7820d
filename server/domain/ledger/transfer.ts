import { stagePosition } from '../lot/stages.ts';
import { dryMassGain } from '../mass/massBalance.ts';
import type { ConsignmentContent, FormedContent, MovedPart, UseContent } from './content.ts';
import { dryMassRefusal, type ChainContent, type LedgerRefusal, type LotHead } from './transitions.ts';

/** An event of a transfer that its own chain accepts. */
export interface TransferPart {
  content: ChainContent;
  /** its chain before it */
  before: LotHead | null;
  /** content hash */
  hash: string;
}

interface Movement {
  content: UseContent;
  before: LotHead | null;
  hash: string;
}

/** The refusal of a transfer whose events do not fit one another. */
function incomplete(text: string): LedgerRefusal {
  return { code: 'TRANSFER_INCOMPLETE', text };
}

/**
 * Judges all events of one transfer together, from the state of their chains alone: a transformation with the uses of
 * its inputs and its new lots, or a step of a consignment with the uses or returns of its lots.
 * @returns null when they fit
 */
export function transferRefusal(parts: readonly TransferPart[]): LedgerRefusal | null {
  const movements: Movement[] = [];
  const outputs: FormedContent[] = [];
  const consignments: ConsignmentContent[] = [];
  for (const { content, before, hash } of parts) {
    if (content.type === 'used' || content.type === 'returned') movements.push({ content, before, hash });
    else if (content.type === 'formed') outputs.push(content);
    else if (content.type === 'consignment') consignments.push(content);
    else return incomplete(`An event of type ${content.type} moves no grams`);
  }
  const [consignment] = consignments;
  if (consignment === undefined) return transformationRefusal(movements, outputs);
  if (consignments.length > 1 || outputs.length > 0) return incomplete('It has more than one destination');
  const type = consignment.step === 'added' ? 'used' : 'returned';
  const fits = movements.every(({ content }) => content.type === type && content.consignment === consignment.lotKey);
  return fits ? unnamed(consignment.lots, movements) : incomplete('Its lots go elsewhere');
}

function transformationRefusal(
  movements: readonly Movement[],
  outputs: readonly FormedContent[],
): LedgerRefusal | null {
  const [first] = outputs;
  if (first === undefined) return incomplete('It has no destination');
  const { formation } = first;
  // Parsed by one form, they have their keys in one order.
  const statement = JSON.stringify(formation);
  if (outputs.some((output) => JSON.stringify(output.formation) !== statement)) {
    return incomplete('Its outputs name different transformations');
  }
  const made = new Set(outputs.map(({ lotKey }) => lotKey));
  if (made.size !== formation.outputs.length || !formation.outputs.every(({ key }) => made.has(key))) {
    return incomplete('Not all of its outputs came');
  }
  if (movements.some(({ content }) => content.type !== 'used' || content.consignment !== null)) {
    return incomplete('Its inputs go elsewhere');
  }
  return unnamed(formation.inputs, movements) ?? stageRefusal(movements, outputs) ?? dryMass(movements, outputs);
}

/** Whether the events are those that the destination names, with their grams. */
function unnamed(named: readonly MovedPart[], movements: readonly Movement[]): LedgerRefusal | null {
  const byKey = new Map(movements.map((movement) => [movement.content.lotKey, movement]));
  if (byKey.size !== movements.length || named.length !== movements.length) {
    return incomplete('Not all of its inputs came');
  }
  const fits = named.every(({ key, seq, hash, grams }) => {
    const movement = byKey.get(key);
    return movement?.content.seq === seq && movement.hash === hash && movement.content.grams === grams;
  });
  return fits ? null : incomplete('An input is not the one that is named');
}

function stageRefusal(movements: readonly Movement[], outputs: readonly FormedContent[]): LedgerRefusal | null {
  const latest = Math.max(...movements.map(({ before }) => stagePosition(before?.stage ?? 'harvested')));
  const early = outputs.find(({ set }) => stagePosition(set.stage ?? 'harvested') < latest);
  if (early === undefined) return null;
  return { code: 'STAGE_NOT_FORWARD', text: `A lot that is ${early.set.stage ?? ''} is made of later ones` };
}

function dryMass(movements: readonly Movement[], outputs: readonly FormedContent[]): LedgerRefusal | null {
  const inputs = movements.map(({ content, before }) => ({
    grams: content.grams,
    moistureHundredths: before?.mass?.moisture ?? 0,
  }));
  const made = outputs.map(({ set }) => ({
    grams: set.weightGrams ?? 0,
    moistureHundredths: set.moistureHundredths ?? 0,
  }));
  const gain = dryMassGain(inputs, made, outputs[0]?.formation.tolerance ?? 0);
  return gain === null ? null : dryMassRefusal(gain).refusal;
}
