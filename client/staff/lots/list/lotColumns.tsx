import { Link } from 'react-router-dom';
import { ComplianceBadge } from '../../../design/ComplianceBadge.tsx';
import { StageDots } from '../../../design/StageDots.tsx';
import type { Column } from '../../../design/table/columns.ts';
import { TextLink } from '../../../design/TextLink.tsx';
import { VarietyGlyph } from '../../../design/VarietyGlyph.tsx';
import type { LotCardFragment } from '../../../graphql/generated.ts';
import { figuresOn, figureText, shortName } from '../../../words/lotFigures.ts';
import { LotListRich, type LotListWords } from '../../../words/lotListWords.ts';
import { stageWording } from '../../../words/terms.ts';
import { farmPath } from '../../farms/farmAddress.ts';
import { varietyWord } from '../../statusLabels.ts';
import { ageInDays, ledgerLabel, localDay } from './lotFacts.ts';
import { cardId } from './lotTask.ts';

type LotColumn = Column<LotCardFragment>;

/**
 * Minimum table width in px at which a column is shown by default. The first ones to hide are those that the lot's
 * detail and the filters also show; a column selected by the user stays.
 */
const ROOM_FOR = { weight: 940, blockchain: 1020, qualityScore: 1145, satellite: 1290 } as const;

/** Below this width, as on phones, the table scrolls sideways; stage, weight and doubts are below the lot id. */
const FIRST_STEP = 700;

/** The widths at which `lotColumns` must be recomputed. */
export const ROOM_STEPS: readonly number[] = [FIRST_STEP, ...Object.values(ROOM_FOR)];

/** The server sorts; this only marks the column as sortable. */
const sorted = (): null => null;

/**
 * The columns of the lots table. The id of a sortable column is the server's sort key. Memoize the result, so that rows
 * render again only when they change.
 * @param room the current step of `ROOM_STEPS`
 * @param tellsLedger whether the blockchain column is shown at first; it would be empty where all lots are recorded
 */
export function lotColumns(words: LotListWords, room: number, tellsLedger: boolean): LotColumn[] {
  const { say, formatDate, formatDateTime } = words;
  const figures = { figures: true } as const;
  const isNarrow = room < FIRST_STEP;
  const givesWay = (id: keyof typeof ROOM_FOR) => ({ hiddenAtFirst: !isNarrow && room < ROOM_FOR[id] });
  return [
    {
      id: 'lotId',
      name: say('column.lot'),
      sortBy: sorted,
      usual: '5rem',
      below: isNarrow ? (lot) => <NarrowFacts words={words} lot={lot} /> : undefined,
      render: (lot) => (
        <span id={cardId(lot)} className="line">
          <VarietyGlyph variety={lot.cacaoVariety} name={varietyWord(words, lot.cacaoVariety)} /> {lot.lotId}
          {lot.kind === 'derived' && (
            <span data-ink="muted" className="remark">
              {' '}
              · {say('card.derived')}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'farmerName',
      name: say('column.farmer'),
      sortBy: sorted,
      usual: '9rem',
      render: ({ farmerName, kind }) =>
        farmerName === null ? (
          <span data-ink="muted">{say(kind === 'derived' ? 'card.derived' : 'card.nameErased')}</span>
        ) : (
          <Cut text={farmerName} />
        ),
    },
    {
      id: 'farmId',
      name: say('column.farm'),
      hiddenAtFirst: true,
      usual: '5rem',
      render: ({ farmId, kind }) =>
        farmId === null ? (
          <span data-ink="muted">{say(kind === 'derived' ? 'card.derived' : 'card.farmErased')}</span>
        ) : (
          <TextLink asChild>
            <Link to={farmPath(farmId)}>{farmId}</Link>
          </TextLink>
        ),
    },
    {
      id: 'currentProcess',
      name: say('column.stage'),
      hiddenAtFirst: isNarrow,
      sortBy: sorted,
      usual: '8rem',
      render: ({ currentProcess }) => <StageDots stage={currentProcess} />,
    },
    {
      id: 'eudr',
      name: say('column.eudr'),
      sortBy: sorted,
      usual: '5rem',
      render: ({ deforestationStatus }) => (
        <span title={deforestationStatus}>
          <ComplianceBadge quiet status={deforestationStatus} />
        </span>
      ),
    },
    {
      id: 'blockchain',
      name: say('column.blockchain'),
      hiddenAtFirst: !tellsLedger || givesWay('blockchain').hiddenAtFirst,
      sortBy: sorted,
      usual: '6rem',
      render: ({ blockchainHash }) => {
        const label = ledgerLabel(blockchainHash);
        // Nearly all lots are recorded: only the others show it.
        if (label === 'lotRecord.recorded') return <span className="sr-only">{say(label)}</span>;
        return (
          <span className="line" data-ink="pod">
            {say(label)}
          </span>
        );
      },
    },
    {
      ...figureColumn(words, 'qualityScore'),
      ...givesWay('qualityScore'),
      sortBy: sorted,
      usual: '6rem',
      render: ({ qualityScore }) => (
        <>
          {qualityScore !== null && (
            <span className="meter" aria-hidden>
              <span style={{ width: `${qualityScore}%` }} />
            </span>
          )}
          {figureText(words, 'qualityScore', qualityScore)}
        </>
      ),
    },
    { ...figureColumn(words, 'weight'), ...givesWay('weight'), sortBy: sorted, usual: '4rem' },
    {
      id: 'available',
      name: say('column.available'),
      ...figures,
      hiddenAtFirst: true,
      usual: '4rem',
      render: ({ available }) => words.formatKg(available),
    },
    {
      id: 'harvestDate',
      name: say('column.harvested'),
      ...figures,
      sortBy: sorted,
      usual: '6rem',
      render: ({ harvestDate }) => formatDate(harvestDate),
    },
    {
      id: 'satellite',
      name: say('column.satellite'),
      ...figures,
      ...givesWay('satellite'),
      sortBy: sorted,
      usual: '6rem',
      render: (lot) => checked(words, lot),
    },
    {
      id: 'cacaoVariety',
      name: say('column.variety'),
      hiddenAtFirst: true,
      usual: '5rem',
      render: ({ cacaoVariety }) => varietyWord(words, cacaoVariety),
    },
    ...figuresOn('card')
      .filter((field) => field !== 'qualityScore' && field !== 'weight')
      .map((field) => ({ ...figureColumn(words, field), hiddenAtFirst: true, usual: '3rem' })),
    {
      id: 'age',
      name: say('column.age'),
      ...figures,
      hiddenAtFirst: true,
      usual: '4rem',
      render: ({ harvestDate }) => say('column.ageDays', { age: ageInDays(harvestDate, new Date()) }),
    },
    {
      id: 'certifications',
      name: say('column.certifications'),
      hiddenAtFirst: true,
      usual: '9rem',
      render: ({ certifications }) => <Cut text={words.formatList(certifications)} />,
    },
    {
      id: 'coordinates',
      name: say('column.coordinates'),
      hiddenAtFirst: true,
      usual: '9rem',
      render: ({ latitude, longitude }) => (
        <span className="mono line">{words.formatCoordinates(latitude, longitude)}</span>
      ),
    },
    {
      id: 'createdAt',
      name: say('column.registered'),
      ...figures,
      sortBy: sorted,
      hiddenAtFirst: true,
      usual: '9rem',
      render: ({ createdAt }) => formatDateTime(createdAt),
    },
  ];
}

type ListedFigure = ReturnType<typeof figuresOn<'card'>>[number];

function figureColumn(words: LotListWords, field: ListedFigure): LotColumn {
  return {
    // The ids store the user's column selection.
    id: field === 'moistureContent' ? 'moisture' : field,
    name: shortName(words, field),
    figures: true,
    render: (lot) => figureText(words, field, lot[field]),
  };
}

/** What is out of sight on phones: stage and weight, and whether the lot is blocked. */
function NarrowFacts({ words, lot }: { words: LotListWords; lot: LotCardFragment }) {
  const { say } = words;
  return (
    <>
      <span>
        {say('column.stageAndWeight', {
          stage: stageWording(words, lot.currentProcess),
          weight: figureText(words, 'weight', lot.weight),
        })}
      </span>
      <ComplianceBadge exceptionsOnly status={lot.deforestationStatus} />
    </>
  );
}

/** Day of the last conclusive check, with the time as a tooltip. */
function checked({ say, formatDate, formatDateTime }: LotListWords, lot: LotCardFragment) {
  const { satelliteTimestamp, satelliteOutdated } = lot;
  if (satelliteTimestamp === null) return <span data-ink="pod">{say('column.never')}</span>;
  const when = formatDate(localDay(new Date(satelliteTimestamp)));
  return (
    <span title={formatDateTime(satelliteTimestamp)}>
      {satelliteOutdated ? (
        <LotListRich
          id="column.outdated"
          params={{ when }}
          parts={{ mark: <span data-ink="pod" className="remark" /> }}
        />
      ) : (
        when
      )}
    </span>
  );
}

/** Text truncated to one line, with the full text as a tooltip. */
function Cut({ text }: { text: string }) {
  return (
    <div className="cut" title={text}>
      {text}
    </div>
  );
}
