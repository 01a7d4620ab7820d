import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { documentCommitment } from '../../domain/ledger/register.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import type { Anchor } from '../ledger/register/anchoring.ts';
import { DOCUMENT_ROWS } from './signedDueDiligence.ts';

/** Documents of one register event: each may have 10 MB. */
const AT_ONCE = 10;

const waitingRows = z.array(
  z.object({
    id: z.string(),
    documentClass: z.string(),
    mediaType: z.string(),
    bytes: z.instanceof(Buffer),
    salt: z.instanceof(Buffer),
  }),
);
type WaitingDocument = z.output<typeof waitingRows>[number];

/** The commitment to a stored document that the register chain holds. */
export function commitmentOfDocument({ id, documentClass, mediaType, bytes, salt }: WaitingDocument): Promise<string> {
  return documentCommitment({ documentId: id, documentClass, mediaType, bytes }, salt, nativeSha256);
}

/**
 * Anchors documents that have no commitment on the register chain yet. Those with an invalid signature are skipped, and
 * those that are being removed are left for the next run.
 */
export const anchorDocuments: Anchor = async (em, register, at) => {
  let intact: WaitingDocument[] = [];
  for (let passed = 0; intact.length === 0; passed += AT_ONCE) {
    const rows = await waiting(em, passed);
    if (rows.length === 0) return 0;
    const whole = await verifiedRows(
      em,
      DOCUMENT_ROWS,
      rows.map(({ id }) => id),
    );
    intact = rows.filter(({ id }) => whole.has(id));
  }
  const files = await Promise.all(intact.map(commitmentOfDocument));
  const event = await register.append(em, { kind: 'documents', files }, at);
  await em.execute(
    'update dd_document set anchor = ? where id in (select value::uuid from json_array_elements_text(?::json))',
    [event, JSON.stringify(intact.map(({ id }) => id))],
  );
  return intact.length;
};

async function waiting(em: EntityManager, passed: number): Promise<WaitingDocument[]> {
  return waitingRows.parse(
    await em.execute(
      `select id, document_class as "documentClass", media_type as "mediaType", bytes, salt from dd_document
       where anchor is null and bytes is not null order by uploaded_at, id
       limit ${AT_ONCE} offset ${passed} for update skip locked`,
    ),
  );
}
