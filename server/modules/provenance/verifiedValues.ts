import { readContent, type CommittedField } from '../../domain/ledger/content.ts';
import { checkStoredValues, committing, type StoredValue } from '../../domain/verification/storedValues.ts';
import type { LotChain } from '../../domain/ledger/ledger.ts';
import { sha256InTurns } from '../../platform/checkpoints/nativeSha256.ts';
import type { LotDossier } from './lotDossier.ts';

/** The personal values of a lot that are those which its events commit to: no others are shown beside an event. */
export interface VerifiedValues {
  /** null: none was given, it was erased, or it is not the one that was committed to */
  text(eventId: string, field: CommittedField): string | null;
  /** whether a value of this event was changed, or is gone without a word */
  faulty(seq: number): boolean;
}

/** Compares the stored values of a lot with the contents of its events, on the ledger and waiting. */
export async function verifiedValues({ events, kept }: LotDossier, chain: LotChain | null): Promise<VerifiedValues> {
  const texts = new Map(events.map(({ seq, content }) => [seq, content as string | null]));
  for (const { seq, content } of chain?.entries ?? []) texts.set(seq, content);
  const contents = [...texts]
    .sort(([a], [b]) => a - b)
    .map(([, text]) => readContent(text))
    .filter((content) => content !== null);
  const { faults, read } = await checkStoredValues(contents, kept, remembered(committing(sha256InTurns())));
  const faulty = new Set(faults.map(({ seq }) => seq));
  return {
    text: (eventId, field) => {
      const value = read(eventId, field);
      return typeof value === 'string' ? value : null;
    },
    faulty: (seq) => faulty.has(seq),
  };
}

/** By the value: one that is read again is the same object as long as it is stored as it was. */
const commitments = new WeakMap<StoredValue, string>();

function remembered(commit: (value: StoredValue) => Promise<string>): (value: StoredValue) => Promise<string> {
  return async (kept) => {
    const made = commitments.get(kept) ?? (await commit(kept));
    commitments.set(kept, made);
    return made;
  };
}
