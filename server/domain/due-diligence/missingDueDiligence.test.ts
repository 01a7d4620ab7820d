import { describe, expect, it } from 'vitest';
import { DOCUMENT_CLASSES, type DocumentClass } from './documentClasses.ts';
import { missingDueDiligence, type CoveringAssessment, type DueDiligenceFacts } from './missingDueDiligence.ts';

const FARM_CLASSES: readonly DocumentClass[] = ['land_use', 'environment', 'labour', 'third_party_rights', 'consent'];
const ORIGINS = [
  { lotUuid: 'l1', farmId: 'FARM001', plotIds: ['p1', 'p2'], country: 'PG' },
  { lotUuid: 'l2', farmId: 'FARM002', plotIds: ['p3'], country: 'PG' },
];
const assessment = (change: Partial<CoveringAssessment> = {}): CoveringAssessment => ({
  id: 'a1',
  scope: 'country',
  country: 'PG',
  farmIds: [],
  consignmentId: null,
  conclusion: 'negligible',
  ...change,
});
const facts = (change: Partial<DueDiligenceFacts> = {}): DueDiligenceFacts => ({
  consignmentId: 'c1',
  lotUuids: ['l1', 'l2'],
  origins: ORIGINS,
  documents: DOCUMENT_CLASSES.map((documentClass) => ({ documentClass, subjectKind: 'consignment', subjectId: 'c1' })),
  assessments: [assessment()],
  overdueMeasures: [],
  ...change,
});
const codes = (given: DueDiligenceFacts) => missingDueDiligence(given).map(({ message }) => message.code);
const landUse = (documents: DueDiligenceFacts['documents']) =>
  missingDueDiligence(facts({ documents })).find(({ documentClass }) => documentClass === 'land_use');

describe('what the due diligence of a consignment lacks', () => {
  it('is nothing with a document of each class and a current assessment', () => {
    expect(missingDueDiligence(facts())).toEqual([]);
  });

  it('is each class without documents; certificates are additional', () => {
    const missing = missingDueDiligence(facts({ documents: [] }));
    expect(missing.map(({ documentClass }) => documentClass)).toEqual([...FARM_CLASSES, 'tax_customs']);
    expect(missing[0]).toMatchObject({
      mend: 'upload',
      farms: ['FARM001', 'FARM002'],
      message: { code: 'due_diligence.farm_document', values: { documentClass: 'land_use', farms: 2 } },
    });
    expect(missing.at(-1)?.message.code).toBe('due_diligence.consignment_document');
  });

  it.each([
    ['a document of one farm leaves the other', [['farm', 'FARM001']], ['FARM002']],
    [
      'documents of both farms',
      [
        ['farm', 'FARM001'],
        ['farm', 'FARM002'],
      ],
      null,
    ],
    [
      'one of two plots is not enough',
      [
        ['plot', 'p1'],
        ['farm', 'FARM002'],
      ],
      ['FARM001'],
    ],
    [
      'each plot of a delivery',
      [
        ['plot', 'p1'],
        ['plot', 'p2'],
        ['plot', 'p3'],
      ],
      null,
    ],
    [
      'a delivery and a farm',
      [
        ['lot', 'l1'],
        ['farm', 'FARM002'],
      ],
      null,
    ],
    ['the consignment', [['consignment', 'c1']], null],
    ['another consignment', [['consignment', 'c2']], ['FARM001', 'FARM002']],
  ] as const)('%s', (_name, subjects, farms) => {
    const documents = subjects.map(([subjectKind, subjectId]) => ({
      documentClass: 'land_use' as const,
      subjectKind,
      subjectId,
    }));
    expect(landUse(documents)?.farms ?? null).toEqual(farms);
  });

  it('names deliveries where the farm was erased, and ten farms at most', () => {
    const erased = facts({ documents: [], origins: [{ lotUuid: 'l1', farmId: null, plotIds: [], country: null }] });
    expect(missingDueDiligence(erased)[0]?.message.code).toBe('due_diligence.delivery_document');
    const origins = Array.from({ length: 12 }, (_, n) => ({
      lotUuid: `l${n}`,
      farmId: `FARM${n + 100}`,
      plotIds: [],
      country: 'PG',
    }));
    const [first] = missingDueDiligence(facts({ documents: [], origins }));
    expect([first?.farms.length, first?.message.values]).toEqual([10, { documentClass: 'land_use', farms: 12 }]);
  });

  it('tax and customs count by consignment or by each lot in it', () => {
    const others = facts().documents.filter(({ documentClass }) => documentClass !== 'tax_customs');
    const tax = (ids: string[]) =>
      ids.map((subjectId) => ({ documentClass: 'tax_customs' as const, subjectKind: 'lot' as const, subjectId }));
    expect(codes(facts({ documents: [...others, ...tax(['l1', 'l2'])] }))).toEqual([]);
    expect(codes(facts({ documents: [...others, ...tax(['l1'])] }))).toEqual(['due_diligence.consignment_document']);
  });
});

describe('an assessment covers', () => {
  it.each([
    ['nothing', [], ['due_diligence.no_assessment']],
    ['another country', [assessment({ country: 'GH' })], ['due_diligence.no_assessment']],
    [
      'one farm of two',
      [assessment({ scope: 'farm_group', country: null, farmIds: ['FARM001'] })],
      ['due_diligence.no_assessment'],
    ],
    ['both farms', [assessment({ scope: 'farm_group', country: null, farmIds: ['FARM002', 'FARM001'] })], []],
    ['the consignment', [assessment({ scope: 'consignment', country: null, consignmentId: 'c1' })], []],
    [
      'another consignment',
      [assessment({ scope: 'consignment', country: null, consignmentId: 'c2' })],
      ['due_diligence.no_assessment'],
    ],
    ['a country at risk', [assessment({ conclusion: 'not_negligible' })], ['due_diligence.risk_stands']],
    // The newest comes first and counts.
    ['a country that was at risk', [assessment(), assessment({ id: 'a0', conclusion: 'not_negligible' })], []],
    [
      'a country that is at risk again',
      [assessment({ conclusion: 'not_negligible' }), assessment({ id: 'a0' })],
      ['due_diligence.risk_stands'],
    ],
    [
      'farms later than their country',
      [
        assessment({ scope: 'farm_group', country: null, farmIds: ['FARM001', 'FARM002'] }),
        assessment({ id: 'a0', conclusion: 'not_negligible' }),
      ],
      [],
    ],
    [
      'a country later than its farms',
      [
        assessment({ conclusion: 'not_negligible' }),
        assessment({ id: 'a0', scope: 'farm_group', country: null, farmIds: ['FARM001', 'FARM002'] }),
      ],
      ['due_diligence.risk_stands'],
    ],
    [
      'the consignment rather than a newer one of the country',
      [
        assessment(),
        assessment({
          id: 'a0',
          scope: 'consignment',
          country: null,
          consignmentId: 'c1',
          conclusion: 'not_negligible',
        }),
      ],
      ['due_diligence.risk_stands'],
    ],
  ] as const)('%s', (_name, assessments, expected) => {
    expect(codes(facts({ assessments }))).toEqual(expected);
  });

  it('names the deliveries that none covers, and overdue measures', () => {
    const missing = missingDueDiligence(
      facts({
        assessments: [assessment({ scope: 'farm_group', country: null, farmIds: ['FARM001'] })],
        overdueMeasures: [{ id: 'm1', what: 'Visit the farm', dueOn: '2026-03-14' }],
      }),
    );
    expect(missing).toMatchObject([
      { mend: 'assess', farms: ['FARM002'], message: { values: { deliveries: 1 } } },
      { mend: 'complete', message: { values: { what: 'Visit the farm', day: '2026-03-14' } } },
    ]);
  });

  it('a consignment without lots lacks an assessment', () => {
    expect(codes(facts({ origins: [], lotUuids: [], assessments: [] }))).toEqual(['due_diligence.no_assessment']);
    expect(codes(facts({ origins: [], lotUuids: [], documents: [] }))).toContain('due_diligence.consignment_document');
  });
});
