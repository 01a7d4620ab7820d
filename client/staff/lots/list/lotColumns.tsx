import { Link } from 'react-router-dom';
import { StageBadge } from '../../../design/Badge.tsx';
import { ComplianceBadge } from '../../../design/ComplianceBadge.tsx';
import type { Column } from '../../../design/table/columns.ts';
import { TextLink } from '../../../design/TextLink.tsx';
import type { LotCardFragment } from '../../../graphql/generated.ts';
import { figuresOn, figureText, shortName } from '../../../words/lotFigures.ts';
import { LotListRich, type LotListWords } from '../../../words/lotListWords.ts';
import { farmPath } from '../../farms/farmAddress.ts';
import { varietyWord } from '../../statusLabels.ts';
import { ageInDays, ledgerLabel, localDay, qualityColor, varietyEmoji } from './lotFacts.ts';
import { cardId } from './lotTask.ts';

type LotColumn = Column<LotCardFragment>;

/**
 * Minimum table width in px at which a column is shown by default. The first ones to hide are those that the lot's
 * detail and the filters also show; a column selected by the user stays.
 */
const ROOM_FOR = { blockchain: 830, weight: 925, qualityScore: 1000, satellite: 1120 } as const;

/** Below this width, as on phones, the table scrolls sideways and shows all columns. */
const FIRST_STEP = 700;

/** The widths at which `lotColumns` must be recomputed. */
export const ROOM_STEPS: readonly number[] = [FIRST_STEP, ...Object.values(ROOM_FOR)];

/** The server sorts; this only marks the column as sortable. */
const sorted = (): null => null;

/**
 * The columns of the lots table. The id of a sortable column is the server's sort key. Memoize the result, so that rows
 * render again only when they change.
 * @param room the current step of `ROOM_STEPS`
 */
export function lotColumns(words: LotListWords, room: number): LotColumn[] {
  const { say, formatDate, formatDateTime } = words;
  const figures = { figures: true } as const;
  const givesWay = (id: keyof typeof ROOM_FOR) => ({ hiddenAtFirst: room >= FIRST_STEP && room < ROOM_FOR[id] });
  return [
    {
      id: 'lotId',
      name: say('column.lot'),
      sortBy: sorted,
      usual: '5rem',
      render: (lot) => (
        <span id={cardId(lot)} className="line">
          <span aria-hidden title={varietyWord(words, lot.cacaoVariety)}>
            {varietyEmoji(lot.cacaoVariety)}
          </span>{' '}
          {lot.lotId}
        </span>
      ),
    },
    {
      id: 'farmerName',
      name: say('column.farmer'),
      sortBy: sorted,
      usual: '9rem',
      render: ({ farmerName }) =>
        farmerName === null ? <span data-ink="muted">{say('card.nameErased')}</span> : <Cut text={farmerName} />,
    },
    {
      id: 'farmId',
      name: say('column.farm'),
      hiddenAtFirst: true,
      usual: '5rem',
      render: ({ farmId }) =>
        farmId === null ? (
          <span data-ink="muted">{say('card.farmErased')}</span>
        ) : (
          <TextLink asChild>
            <Link to={farmPath(farmId)}>{farmId}</Link>
          </TextLink>
        ),
    },
    {
      id: 'currentProcess',
      name: say('column.stage'),
      sortBy: sorted,
      usual: '6rem',
      render: ({ currentProcess }) => <StageBadge stage={currentProcess} />,
    },
    {
      id: 'eudr',
      name: say('column.eudr'),
      usual: '5rem',
      render: ({ deforestationStatus }) => (
        <span title={deforestationStatus}>
          <ComplianceBadge status={deforestationStatus} />
        </span>
      ),
    },
    {
      id: 'blockchain',
      name: say('column.blockchain'),
      ...givesWay('blockchain'),
      usual: '6rem',
      render: ({ blockchainHash }) => {
        const label = ledgerLabel(blockchainHash);
        return (
          <span
            className="line"
            data-ink={label === 'lotRecord.recorded' ? 'leaf' : 'pod'}
            title={blockchainHash?.transactionId}
          >
            {say(label)}
          </span>
        );
      },
    },
    {
      ...figureColumn(words, 'qualityScore'),
      ...givesWay('qualityScore'),
      sortBy: sorted,
      usual: '3.5rem',
      render: ({ qualityScore }) => (
        <span data-ink={qualityScore === null ? undefined : qualityColor(qualityScore)}>
          {figureText(words, 'qualityScore', qualityScore)}
        </span>
      ),
    },
    { ...figureColumn(words, 'weight'), ...givesWay('weight'), sortBy: sorted, usual: '4rem' },
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
