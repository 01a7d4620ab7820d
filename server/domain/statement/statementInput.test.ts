import { describe, expect, it } from 'vitest';
import { filedContent, REPRESENTED } from '../../../tests/support/filedContent.ts';
import { statementHash } from './contentHash.ts';
import { HS_HEADING_NAMES, HS_HEADINGS, isCocoaHeading } from './hsHeadings.ts';
import { STATEMENT_LIMITS } from './statement.ts';
import { newStatementInput, recordedFilingFault, recordedFilingInput, statementPatch } from './statementInput.ts';

const codesOf = (result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

describe('a new statement', () => {
  it('needs its activity alone', () => {
    expect(newStatementInput.parse({ activityType: 'IMPORT' })).toEqual({
      kind: 'due_diligence',
      activityType: 'IMPORT',
      operatorRole: 'OPERATOR',
      representedOperator: null,
      countryOfActivity: null,
      borderCrossCountry: null,
      comment: null,
      geolocationConfidential: false,
      hsHeading: '1801',
      descriptionOfGoods: null,
      deviationPercent: null,
      internalReference: null,
    });
  });

  it('takes every field, cleaned', () => {
    const given = {
      kind: 'simplified',
      activityType: 'DOMESTIC',
      operatorRole: 'REPRESENTATIVE_OPERATOR',
      representedOperator: { ...REPRESENTED, eori: ' de123456789012345 ' },
      countryOfActivity: ' nl ',
      borderCrossCountry: 'xi',
      comment: ' Two\nlines ',
      geolocationConfidential: true,
      hsHeading: '1806',
      descriptionOfGoods: ' Chocolate ',
      deviationPercent: 12.34567,
      internalReference: ' R-1 ',
    };
    expect(newStatementInput.parse(given)).toEqual({
      ...given,
      representedOperator: REPRESENTED,
      countryOfActivity: 'NL',
      borderCrossCountry: 'XI',
      comment: 'Two\nlines',
      descriptionOfGoods: 'Chocolate',
      deviationPercent: 12.346,
      internalReference: 'R-1',
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an activity of version 2', { activityType: 'TRADE' }, 'activityType'],
    ['a grouped one', { kind: 'grouped' }, 'kind'],
    ['another role', { operatorRole: 'TRADER' }, 'operatorRole'],
    ['a country outside of the EU', { countryOfActivity: 'PG' }, 'countryOfActivity'],
    ['a border outside of the EU', { borderCrossCountry: 'GB' }, 'borderCrossCountry'],
    ['coffee', { hsHeading: '0901' }, 'hsHeading'],
    ['more than 50 percent', { deviationPercent: 50.5 }, 'deviationPercent'],
    ['less than nothing', { deviationPercent: -0.001 }, 'deviationPercent'],
    ['a reference of 36 characters', { internalReference: 'x'.repeat(36) }, 'internalReference'],
    ['a description of 151 characters', { descriptionOfGoods: 'x'.repeat(151) }, 'descriptionOfGoods'],
    ['a comment of 2,001 characters', { comment: 'x'.repeat(2_001) }, 'comment'],
    ['a represented operator without address', { representedOperator: { name: 'A' } }, 'representedOperator.address'],
    ['an unknown field', { producers: [] }, ''],
  ])('does not take %s', (_what, changes, path) => {
    const found = codesOf(newStatementInput.safeParse({ activityType: 'IMPORT', ...changes }));
    expect(found.map(([where]) => where)).toEqual([path]);
  });
});

describe('a change of a statement', () => {
  it('takes any field but the kind, and the version', () => {
    expect(statementPatch.parse({ comment: null, version: 3 })).toEqual({ comment: null, version: 3 });
    expect(codesOf(statementPatch.safeParse({ kind: 'simplified' }))).toHaveLength(1);
  });
});

describe('what the importer reports', () => {
  const NUMBERS = { referenceNumber: ' 26be7xtvczaq2s ', verificationNumber: 'SFFCB4Y3' };

  it('are the numbers and the submission time', () => {
    expect(recordedFilingInput.parse({ ...NUMBERS, submittedAt: '2026-03-14T10:30:00+01:00' })).toEqual({
      referenceNumber: '26BE7XTVCZAQ2S',
      verificationNumber: 'SFFCB4Y3',
      submittedAt: new Date('2026-03-14T09:30:00Z'),
      rejectionReason: null,
    });
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['referenceNumber']],
    ['one number of two', { referenceNumber: NUMBERS.referenceNumber }, ['verificationNumber']],
    ['the other one', { verificationNumber: NUMBERS.verificationNumber }, ['referenceNumber']],
    ['a number of 13 characters', { ...NUMBERS, referenceNumber: '26BE7XTVCZAQ2' }, ['referenceNumber']],
    ['a verification number of 4', { ...NUMBERS, verificationNumber: 'SFFC' }, ['verificationNumber']],
    ['a day without time', { submittedAt: '2026-03-14' }, ['submittedAt']],
  ])('is not %s', (_what, given, paths) => {
    expect(codesOf(recordedFilingInput.safeParse(given)).map(([path]) => path)).toEqual(paths);
  });

  it('is not ahead of time', () => {
    const submittedAt = new Date('2026-03-14T09:30:00Z');
    expect(recordedFilingFault({ submittedAt }, submittedAt)).toBeNull();
    expect(recordedFilingFault({ submittedAt }, new Date(submittedAt.getTime() - 1))?.field).toBe('submittedAt');
    expect(recordedFilingFault({ submittedAt: null }, submittedAt)).toBeNull();
  });
});

describe('the headings of cocoa', () => {
  it('have names that fit into a description', () => {
    for (const heading of HS_HEADINGS) {
      expect(isCocoaHeading(heading)).toBe(true);
      expect(HS_HEADING_NAMES[heading].length).toBeLessThanOrEqual(STATEMENT_LIMITS.descriptionLength);
    }
    expect(['1800', '1807', '18', '18010', 'cocoa'].filter(isCocoaHeading)).toEqual([]);
  });
});

describe('the hash of a content', () => {
  it('is that of what it says, in any order of its members', async () => {
    const content = filedContent();
    const turned = Object.fromEntries(Object.entries(content).reverse());
    const hash = await statementHash(content);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await statementHash({ ...content, ...turned })).toBe(hash);
    expect(await statementHash({ ...content, geolocationConfidential: true })).not.toBe(hash);
    const [first] = content.commodities;
    const lighter = {
      ...content,
      commodities: first === undefined ? [] : [{ ...first, netGrams: first.netGrams - 1 }],
    };
    expect(await statementHash(lighter)).not.toBe(hash);
  });
});
