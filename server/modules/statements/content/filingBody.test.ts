import { expect, it } from 'vitest';
import { filedContent } from '../../../../tests/support/filedContents.ts';
import { withReferences } from '../../../domain/statement/splitting.ts';
import { amendDdsBody, submitDdsBody, submitSdBody, updateSdBody } from '../../../domain/statement/v3/bodies.ts';
import { filingBody } from './filingBody.ts';
import { packedContent } from './packedContent.ts';

const UUID = '071874bd-8c62-4cac-8eb6-b2fbe003410c';
const NUMBERS = ['26BE7XTVCZAQ2S', '26BE0000000001'];
const CONTENT = filedContent({ comment: 'Häuser & Söhne' });
const SIMPLIFIED = filedContent({ kind: 'simplified', internalReference: 'C-26-1' });
const GROUPED = filedContent({ kind: 'grouped', commodities: [] });

it.each([
  ['a new statement', CONTENT, { references: [], amends: null }, submitDdsBody(CONTENT)],
  ['one that replaces another', CONTENT, { references: [], amends: UUID }, amendDdsBody(UUID, CONTENT)],
  ['a simplified declaration', SIMPLIFIED, { references: [], amends: null }, submitSdBody(SIMPLIFIED)],
  ['one that replaces it', SIMPLIFIED, { references: [], amends: UUID }, updateSdBody(UUID, SIMPLIFIED)],
  [
    'a grouped statement, with the numbers of its parts',
    GROUPED,
    { references: NUMBERS, amends: null },
    submitDdsBody(withReferences(GROUPED, NUMBERS)),
  ],
])('writes the body of %s', async (_what, content, given, expected) => {
  const { packed } = await packedContent(content);
  expect(new TextDecoder().decode(await filingBody({ packed, ...given }))).toBe(expected);
});
