import { describe, expect, it } from 'vitest';
import { editedStatement, NEW_STATEMENT, recordForm, statementChanges, statementForm } from './statementForm.ts';

const fieldsOf = (typed: object): string[] =>
  statementForm.safeParse({ ...NEW_STATEMENT, ...typed }).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the form of a statement', () => {
  it('sends little for an import; what is empty is not stated', () => {
    expect(statementForm.parse(NEW_STATEMENT)).toMatchObject({
      kind: 'due_diligence',
      activityType: 'IMPORT',
      representedOperator: null,
      countryOfActivity: null,
      descriptionOfGoods: null,
      deviationPercent: null,
      internalReference: null,
    });
  });

  it('names all faults at once, each at its control', () => {
    const fields = fieldsOf({
      operatorRole: 'REPRESENTATIVE_OPERATOR',
      operatorEori: '?',
      internalReference: 'x'.repeat(36),
    });
    expect(fields.sort()).toEqual([
      'internalReference',
      'operatorCity',
      'operatorCountry',
      'operatorEori',
      'operatorName',
      'operatorPostalCode',
      'operatorStreet',
    ]);
  });

  it('takes the deviation of domestic statements only, also with a comma', () => {
    const domestic = { activityType: 'DOMESTIC', deviationPercent: '2,5' };
    expect(statementForm.parse({ ...NEW_STATEMENT, ...domestic }).deviationPercent).toBe(2.5);
    expect(fieldsOf({ ...domestic, deviationPercent: '51' })).toEqual(['deviationPercent']);
    expect(fieldsOf({ ...domestic, deviationPercent: 'much' })).toEqual(['deviationPercent']);
    expect(statementForm.parse({ ...NEW_STATEMENT, deviationPercent: '51' }).deviationPercent).toBeNull();
  });

  it('keeps the reference of an edited one, and lets the usual description follow the heading', () => {
    const stored = {
      kind: 'due_diligence',
      activityType: 'IMPORT',
      operatorRole: 'OPERATOR',
      representedOperator: null,
      countryOfActivity: 'DE',
      borderCrossCountry: null,
      hsHeading: '1801',
      descriptionOfGoods: 'Cocoa beans, whole or broken, raw or roasted',
      deviationPercent: null,
      comment: null,
      geolocationConfidential: false,
      internalReference: 'C-1',
      version: 4,
    } as const;
    const edited = editedStatement({ ...rest, countries: [], faults: [], alertsSince: [], ...stored });
    expect(edited).toMatchObject({ countryOfActivity: 'DE', descriptionOfGoods: '' });
    const typed = statementForm.parse({ ...edited, hsHeading: '1804', internalReference: '' });
    expect(statementChanges(stored, typed)).toMatchObject({
      descriptionOfGoods: 'Cocoa butter, fat and oil',
      internalReference: 'C-1',
      version: 4,
    });
    expect(statementChanges(stored, typed)).not.toHaveProperty('kind');
  });
});

describe('what the importer reports', () => {
  const nothing = { referenceNumber: '', verificationNumber: '', submittedAt: '', rejectionReason: '' };
  const wrong = (typed: object): string[] =>
    recordForm.safeParse({ ...nothing, ...typed }).error?.issues.map(({ path }) => path.join('.')) ?? [];

  it('is refused at its control', () => {
    expect(wrong({})).toEqual(['referenceNumber']);
    expect(wrong({ referenceNumber: '26be7xtvczaq2s' })).toEqual(['verificationNumber']);
    expect(wrong({ submittedAt: 'yesterday' })).toEqual(['submittedAt']);
  });

  it('is sent in capitals, with its time in UTC', () => {
    const typed = {
      referenceNumber: ' 26be7xtvczaq2s',
      verificationNumber: 'sffcb4y3',
      submittedAt: '2026-11-20T10:00',
    };
    expect(recordForm.parse({ ...nothing, ...typed })).toEqual({
      referenceNumber: '26BE7XTVCZAQ2S',
      verificationNumber: 'SFFCB4Y3',
      submittedAt: new Date('2026-11-20T10:00').toISOString(),
      rejectionReason: null,
    });
  });
});

const rest = {
  id: '00000000-0000-4000-8000-000000000001',
  consignmentId: '00000000-0000-4000-8000-000000000002',
  state: 'draft',
  amendments: 0,
  supersedesId: null,
  groupId: null,
  partNumber: null,
  netMass: null,
  producerCount: null,
  plotCount: null,
  referenceNumber: null,
  filing: null,
  windowEndsAt: null,
  numbersPublic: false,
  contentHash: null,
  checkedAt: null,
  package: null,
  registryUuid: null,
  verificationNumber: null,
  submittedAt: null,
  availableAt: null,
  rejectedAt: null,
  rejection: null,
  withdrawnAt: null,
  archivedAt: null,
} as const;
