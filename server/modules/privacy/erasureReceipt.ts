import { OTHER, type Message } from '../../domain/messages/message.ts';
import { storedMessages } from '../../domain/messages/registry.ts';

/** Something that outlives the erasure. */
export interface Kept {
  what: string;
  whatSaid: Message;
  /** YYYY-MM-DD; null: as long as the record of the lots */
  until: string | null;
  why: string;
  whySaid: Message;
}

/** What was erased and what is kept (docs/spec/privacy-and-erasure.md, 'Receipt'). Contains no names. */
export interface ErasureReceipt {
  id: string;
  at: string;
  /** names of the erased values: account fields, committed fields of lots, notes, files */
  fields: string[];
  kept: Kept[];
  /** lots whose chain got an `erased` event */
  ledgerEvents: number;
}

/** A receipt as it was stored. */
export interface StoredReceipt extends Omit<ErasureReceipt, 'kept'> {
  kept: (Omit<Kept, 'whatSaid' | 'whySaid'> & { whatSaid: unknown; whySaid: unknown })[];
}

export function kept(what: Message, until: string | null, why: Message): Kept {
  return { what: what.text, whatSaid: what, until, why: why.text, whySaid: why };
}

export function receiptFrom({ kept: parts, ...receipt }: StoredReceipt): ErasureReceipt {
  return {
    ...receipt,
    kept: parts.map(({ what, whatSaid, until, why, whySaid }) =>
      kept(sentenceOf(whatSaid, what), until, sentenceOf(whySaid, why)),
    ),
  };
}

function sentenceOf(said: unknown, text: string): Message {
  return storedMessages([said], text)[0] ?? OTHER({ text });
}
