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
 * From which width of the table on, in px, a column is shown at first. The first to give way are those that a lot's detail and the filters say
 * as well; whoever chose one keeps it.
 */
const ROOM_FOR = { blockchain: 830, weight: 925, qualityScore: 1000, satellite: 1120 } as const;

/** Below it, as on phones, a table is moved sideways, and has all columns. */
const FIRST_STEP = 700;

/** What `lotColumns` is to be made anew for. */
export const ROOM_STEPS: readonly number[] = [FIRST_STEP, ...Object.values(ROOM_FOR)];

/** The server sorts: a column only says that it can be asked for. */
const sorted = (): null => null;

/**
 * The columns of the lots table. One that sorts has the name of the server's sort for its id. Made once, so that rows are drawn again only
 * when they change.
 * @param room the step of `ROOM_STEPS` that the table has
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
    // Which columns a person chose is kept by their ids.
    id: field === 'moistureContent' ? 'moisture' : field,
    name: shortName(words, field),
    figures: true,
    render: (lot) => figureText(words, field, lot[field]),
  };
}

/** The day of the last conclusive check; its hour for who asks. */
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

/** A text of any length in one line, in full for who asks. */
function Cut({ text }: { text: string }) {
  return (
    <div className="cut" title={text}>
      {text}
    </div>
  );
}
