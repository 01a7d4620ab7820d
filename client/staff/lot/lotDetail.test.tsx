import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { EvidenceGap } from '../../../server/domain/forest/evidencePicture.ts';
import type { Stage } from '../../../server/domain/lot/stages.ts';
import { COMPLIANCE } from '../../../server/domain/messages/lotMessages.ts';
import { LOT_NEWS } from '../../../tests/support/lotNews.ts';
import { DesignProvider } from '../../design/DesignProvider.tsx';
import type {
  HistoryEventFragment,
  LotComplianceOfQuery,
  LotDetailFragment,
  LotPlotOfFragment,
} from '../../graphql/generated.ts';
import { lotWordsIn } from '../../words/lotWords.ts';
import { WordsProvider } from '../../words/words.tsx';
import type { QueryState } from './useAnswer.ts';
import { changeInWords } from './changeInWords.ts';
import { Compliance } from './Compliance.tsx';
import { EvidencePicture } from './EvidencePicture.tsx';
import { FarmInfo } from './FarmInfo.tsx';
import { LotHistoryPanel } from './LotHistoryPanel.tsx';
import { LotPlotsPanel } from './LotPlotsPanel.tsx';
import { lotReport } from './LotActions.tsx';
import { journeyOf, ProcessInfo } from './ProcessInfo.tsx';

const words = lotWordsIn();

const LOT: LotDetailFragment = {
  ...LOT_NEWS,
  lotId: 'LOT701',
  farmId: 'FARM001',
  farmerName: 'Maria Kaupa',
  weight: 50,
  qualityScore: null,
  currentProcess: 'drying',
  deforestationStatus: 'No Deforestation',
  mayDo: [],
  processDetails: null,
  isAnonymized: false,
  delivery: null,
  createdAt: '2026-03-02T08:00:00.000Z',
};

function answered<Data>(data: Data | undefined, error: string | null = null): QueryState<Data> {
  return { data, error, busy: false, retry: () => undefined };
}

function textOf(element: React.ReactNode): string {
  const html = renderToString(
    <WordsProvider timeZone="Pacific/Port_Moresby">
      <DesignProvider>{element}</DesignProvider>
    </WordsProvider>,
  );
  return html
    .replaceAll(/<style[\s\S]*?<\/style>|<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

const event = (changes: Partial<HistoryEventFragment>): HistoryEventFragment => ({
  at: '2026-03-02T08:00:00.000Z',
  action: 'created',
  actor: 'Maria Kaupa',
  stage: 'harvested',
  state: 'recorded',
  transactionId: null,
  changes: [],
  ...changes,
});

describe('farm info', () => {
  it('shows erased and ungraded values, and never an invented figure', () => {
    const text = textOf(<FarmInfo lot={{ ...LOT, farmerName: null, farmId: null, latitude: null, longitude: null }} />);
    expect(text).toContain('Farmer Erased');
    expect(text).toContain('Location erased');
    expect(text).toContain('Not graded yet');
  });
});

describe('the plots of a lot', () => {
  const ring = [145.6, 145.601, 145.601, 145.6].map((longitude, at) => [longitude, at < 2 ? -5.3 : -5.299]);
  const PLOT: LotPlotOfFragment = {
    plotId: '3f0c9a52-6a53-4f0e-9a38-111111111111',
    version: 2,
    name: 'River field',
    geoJson: JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] }),
    areaHa: 1.2345,
    country: 'PG',
    latitude: -5.2995,
    longitude: 145.6005,
    standing: 'current',
  };
  const told = (plots: LotPlotOfFragment[] | null, error: string | null = null) =>
    textOf(
      <MemoryRouter>
        <LotPlotsPanel lot={LOT} plots={answered(plots === null ? undefined : { lotPlots: plots }, error)} />
      </MemoryRouter>,
    );

  it('are listed with area and version, in one picture, and compared with the current plots', () => {
    const hill = {
      ...PLOT,
      plotId: '3f0c9a52-6a53-4f0e-9a38-222222222222',
      name: 'Hill',
      standing: 'redrawn' as const,
    };
    const text = told([PLOT, hill]);
    expect(text).toContain('2 plots of LOT701');
    expect(text).toMatch(/River field\s+1\.23\sha · version 2/);
    expect(text.split('Earlier outline; the plot has been redrawn.')).toHaveLength(2);
    const gone = { ...PLOT, name: null, geoJson: null, areaHa: null, country: null, standing: 'unreadable' as const };
    expect(told([gone])).toContain('Unnamed plot version 2 Outline unavailable');
  });

  it('render nothing for a lot without plots, and show a failed request', () => {
    expect(told([])).toBe('');
    expect(told(null, 'No connection')).toContain('Failed to load the plots of this lot: No connection');
  });
});

describe('process info', () => {
  it('draws the six stages and marks skipped ones', () => {
    const history = [event({ action: 'stage', stage: 'drying', at: '2026-03-09T08:00:00.000Z' }), event({})];
    expect(journeyOf('drying', history).map(({ stage, state }) => `${stage} ${state}`)).toEqual([
      'harvested done',
      'fermented skipped',
      'drying current',
      'processed todo',
      'shipped todo',
      'delivered todo',
    ]);
    const text = textOf(<ProcessInfo lot={LOT} history={history} />);
    expect(text).toContain('50% complete');
    expect(text).toContain('skipped');
    // The bar of the lot list agrees: skipped stages are not drawn as done.
    const html = renderToString(
      <DesignProvider>
        <ProcessInfo lot={LOT} history={history} />
      </DesignProvider>,
    );
    expect([...html.matchAll(/data-state="(\w+)"/g)].map(([, state]) => state)).toEqual([
      'done',
      'skipped',
      'current',
      'todo',
      'todo',
      'todo',
    ]);
    expect(text).toContain('Notes: none');
  });

  it.each<[string, Stage, [string, Stage, number][], (string | null)[]]>([
    [
      'moved on',
      'drying',
      [
        ['stage', 'fermented', 3],
        ['stage', 'drying', 5],
      ],
      ['2', '3', '5'],
    ],
    [
      'moved by mistake and taken back',
      'fermented',
      [
        ['stage', 'fermented', 3],
        ['stage', 'drying', 5],
        ['reverted', 'fermented', 6],
      ],
      ['2', '3', null],
    ],
    [
      'taken back and moved again',
      'drying',
      [
        ['stage', 'drying', 4],
        ['reverted', 'harvested', 5],
        ['stage', 'fermented', 6],
        ['stage', 'drying', 8],
      ],
      ['2', '6', '8'],
    ],
    [
      'taken back and moved past it',
      'drying',
      [
        ['stage', 'fermented', 3],
        ['reverted', 'harvested', 4],
        ['stage', 'drying', 6],
      ],
      ['2', null, '6'],
    ],
  ])('tells day and person of the steps that stand, of a lot %s', (_name, current, steps, days) => {
    const taken = steps.map(([action, stage, day]) =>
      event({ action, stage, at: `2026-03-0${day}T08:00:00.000Z`, actor: `Person ${day}` }),
    );
    const journey = journeyOf(current, [event({ actor: 'Person 2' }), ...taken].toReversed()).slice(0, 3);
    expect(journey.map(({ at }) => at?.slice(9, 10) ?? null)).toEqual(days);
    expect(journey.map(({ by }) => by)).toEqual(days.map((day) => day && `Person ${day}`));
  });

  it('marks no stage as skipped while the history is unknown', () => {
    expect(
      journeyOf('drying', [])
        .map(({ state }) => state)
        .slice(0, 3),
    ).toEqual(['done', 'done', 'current']);
  });
});

describe('the picture of the evidence', () => {
  const pixels = {
    width: 2,
    height: 2,
    lossYear: [0, 14, 21, 0],
    treeCover2000: [80, 60, 70, 0],
    dataMask: [1, 1, 1, 2],
  };
  const text = textOf(
    <EvidencePicture
      lotId="LOT701"
      pixels={pixels}
      window={[143, -5, 144, -4]}
      place={{ latitude: -4.5, longitude: 143.5 }}
    />,
  );

  it('has a text alternative', () => {
    expect(text).toContain(
      '2 by 2 pixels around LOT701: 1 without loss, 1 with loss up to 2020, 1 with loss after 2020.',
    );
  });

  it('has a legend that counts each kind, and loss by year', () => {
    expect(text).toMatch(/Loss in 2014, before the cut-off 1 .*Loss in 2021 1 .*Water 1 /);
    expect(text).toContain('Checked location');
    expect(text).not.toContain('No data');
  });

  it.each<EvidenceGap>(['nothing_read', 'erased', 'too_large', 'differs'])(
    'has words for why it is not there: %s',
    (gap) => {
      expect(words.say(`sat.gap.${gap}`)).not.toBe(`sat.gap.${gap}`);
    },
  );
});

describe('certifications and compliance', () => {
  it('translates each check by its code, formats its dates, and reports missing certifications', () => {
    const said = [{ ...COMPLIANCE.lastConclusiveCheck({ day: '2026-03-14', validDays: 30 }) }];
    const checks = [
      { name: 'Satellite check up to date', passed: true, said },
      { name: 'A later check', passed: false, said: [] },
    ];
    const compliance = { eudrCompliant: true, checks, openAlerts: [] };
    const text = textOf(<Compliance lot={LOT} compliance={answered({ lotCompliance: compliance })} />);
    expect(text).toContain('None on record');
    expect(text).toContain(
      'Satellite check up to date Met The last conclusive check was on Mar 14, 2026. It is valid for 30 days.',
    );
    expect(text).toContain('A later check Not met');
  });

  it('shows the reason of a failure with a retry button', () => {
    const text = textOf(
      <Compliance lot={LOT} compliance={answered<LotComplianceOfQuery>(undefined, 'Network error')} />,
    );
    expect(text).toContain('Failed to load this section. Network error');
    expect(text).toContain('Try Again');
  });
});

describe('lot history', () => {
  const history = (events: HistoryEventFragment[]) =>
    textOf(<LotHistoryPanel lotId="LOT701" history={answered({ lotHistory: events })} plots={[]} />);

  it('shows actor, action, both times and changes', () => {
    const text = history([
      event({
        action: 'edited',
        stage: null,
        state: 'pending',
        changes: [
          { field: 'weight', from: '50', to: '48.5' },
          { field: 'farmerName', from: null, to: null },
        ],
      }),
    ]);
    expect(text).toContain('Record corrected Waiting for the ledger');
    expect(text).toContain('Mar 2, 2026, 6:00 PM, your time');
    expect(text).toContain('Mar 2, 2026, 8:00 AM UTC');
    expect(text).toContain('by Maria Kaupa');
    expect(text).toContain('Weight : 50 kg → 48.5 kg');
    expect(text).toContain('Farmer : removed or erased');
  });

  it('names the system for automatic events, and no one for an erased name', () => {
    expect(history([event({ action: 'satellite', actor: null, stage: null })])).toContain('automatically');
    expect(history([event({ actor: null })])).not.toContain(' by ');
  });

  it.each([
    ['differs', 'Differs from the ledger'],
    ['unchecked', 'Ledger unavailable'],
    ['recorded', 'On the ledger'],
  ] as const)('describes an event that is %s: %s', (state, word) => {
    expect(history([event({ state })])).toContain(word);
  });

  it('collapses a long list, and shows its length', () => {
    expect(history(Array.from({ length: 30 }, () => event({})))).toContain('Show all 30 events');
    expect(history([])).toContain('No events yet.');
  });
});

describe('formatted values', () => {
  it.each([
    ['moistureContent', '7.5', '7.5%'],
    ['harvestDate', '2026-03-01', 'Mar 1, 2026'],
    ['currentProcess', 'drying', 'Drying'],
    [
      'stageTimes',
      '2026-03-01T08:30:00.000Z, 2026-03-07T16:00:00.000Z',
      'Mar 1, 2026, 8:30\u00a0AM to Mar 7, 2026, 4:00\u00a0PM',
    ],
    ['stageTimes', '2026-03-01T08:30:00.000Z, —', 'from Mar 1, 2026, 8:30\u00a0AM'],
    ['stageTimes', '—, 2026-03-07T16:00:00.000Z', 'until Mar 7, 2026, 4:00\u00a0PM'],
    ['isAnonymized', 'true', 'Yes'],
    ['certifications', '', 'None'],
    ['farmerName', 'Ana Ruiz', 'Ana Ruiz'],
    ['weight', 'heavy', 'heavy'],
  ])('%s %s is %s', (field, value, said) => {
    expect(changeInWords(words, field, value)).toBe(said);
  });

  const plot = (n: number, version: number): string =>
    `d29deecd-5310-4f63-b0ad-00000000000${n}/${version}/${'8'.repeat(64)}`;
  const KNOWN = [1, 2, 3, 4].map((n) => ({
    plotId: `d29deecd-5310-4f63-b0ad-00000000000${n}`,
    version: n,
    name: n === 3 ? null : `Field ${n}`,
  }));
  it.each([
    ['known plots', [plot(1, 1), plot(2, 2)], 'Field 1, version 1; Field 2, version 2'],
    ['a plot in another version', [plot(1, 2)], 'outline of 1 plot'],
    ['a plot without a name', [plot(1, 1), plot(3, 3)], 'outlines of 2 plots'],
    ['more plots than a line takes', Array<string>(4).fill(plot(1, 1)), 'outlines of 4 plots'],
    ['what is no reference', ['elsewhere'], 'outline of 1 plot'],
    ['no plots', [], 'None'],
  ])('plots are named: %s', (_name, references, said) => {
    expect(changeInWords(words, 'geometry', references.join(', '), KNOWN)).toBe(said);
  });
});

describe('the report', () => {
  it('contains known data, lists failed parts, and omits the rights of the exporting user', () => {
    const { text, notLoaded } = lotReport(
      {
        lot: Object.assign({ __typename: 'Lot' }, LOT),
        evidence: { lotEvidence: null },
        compliance: undefined,
        history: { lotHistory: [event({})] },
      },
      '2026-04-01T00:00:00.000Z',
    );
    const report: unknown = JSON.parse(text);
    expect(report).toMatchObject({
      format: 'manam-trace/lot-report',
      lot: { lotId: 'LOT701' },
      satellite: null,
      history: [{ action: 'created' }],
      notLoaded: ['compliance'],
    });
    expect(notLoaded).toEqual(['compliance']);
    expect(text).not.toContain('__typename');
    expect(text).not.toContain('mayDo');
  });
});
