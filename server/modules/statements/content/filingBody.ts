import { withReferences } from '../../../domain/statement/splitting.ts';
import { amendmentBody, submissionBody } from '../../../domain/statement/v3/bodies.ts';
import { unpackedContent } from './packedContent.ts';

/** A frozen content to send. */
export interface ToFile {
  packed: Uint8Array;
  /** reference numbers of the parts of a grouped statement */
  references: readonly string[];
  /** UUID of the statement that it replaces at the registry; null: it is new there */
  amends: string | null;
}

/** The body that files a frozen content, UTF-8. */
export async function filingBody({ packed, references, amends }: ToFile): Promise<Uint8Array> {
  const stored = await unpackedContent(packed);
  const content = references.length === 0 ? stored : withReferences(stored, references);
  return new TextEncoder().encode(amends === null ? submissionBody(content) : amendmentBody(amends, content));
}
