import { CalendarDays, CircleCheck, Clock, MapPin, RefreshCw, Satellite } from 'lucide-react';
import { qualityGrade } from '../../../../server/domain/lot/cacao.ts';
import { SATELLITE } from '../../../../server/domain/messages/satelliteMessages.ts';
import { RowIconButton } from '../../../design/RowButton.tsx';
import { toaster } from '../../../design/Toaster.tsx';
import { CheckSatelliteDocument, type LotCardFragment } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { transactionPreview } from '../../../words/format.ts';
import { localizedText, localizedTexts } from '../../../words/localizedTexts.ts';
import { figuresOn, figureText, shortName } from '../../../words/lotFigures.ts';
import { LotListRich, useLotListWords, type LotListWords } from '../../../words/lotListWords.ts';
import { useApplicationError } from '../../applicationError.ts';
import { statusWord, varietyWord } from '../../statusLabels.ts';
import { ageInDays, ledgerLabel, localDay, offeredActions, qualityColor, shownCertifications } from './lotFacts.ts';

const ICON = { 'aria-hidden': true, size: 14, strokeWidth: 1.75 } as const;

/** The weight leads the card. */
const OTHER_FIGURES = figuresOn('card').filter((field) => field !== 'weight');

/** Quality in the color of its grade, moisture and temperature. */
export function LotTiles({ lot }: { lot: LotCardFragment }) {
  const words = useLotListWords();
  return (
    <dl>
      {OTHER_FIGURES.map((field) => {
        const graded = field === 'qualityScore' ? lot.qualityScore : null;
        return (
          <div key={field} title={graded === null ? undefined : words.say(`grade.${qualityGrade(graded)}`)}>
            <dt>{shortName(words, field)}</dt>
            <dd data-ink={graded === null ? undefined : qualityColor(graded)}>
              {figureText(words, field, lot[field])}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The variety, the first two certifications, and the number of others. */
export function LotChips({ lot }: { lot: LotCardFragment }) {
  const words = useLotListWords();
  const { say, formatList } = words;
  const names = lot.certifications;
  const { shown, more } = shownCertifications(names);
  return (
    <div className="chips" title={names.length > 2 ? formatList(names) : undefined}>
      <span className="chip variety">{varietyWord(words, lot.cacaoVariety)}</span>
      <span className="sr-only">
        {names.length === 0 ? say('card.certificationsNone') : say('card.certifications', { names: formatList(names) })}
      </span>
      {shown.map((name) => (
        <span key={name} className="chip" aria-hidden>
          {name}
        </span>
      ))}
      {more > 0 && (
        <span className="quiet" aria-hidden>
          {say('card.certificationsMore', { count: more })}
        </span>
      )}
    </div>
  );
}

export interface LotLinesProps {
  lot: LotCardFragment;
  blockchain: boolean;
  showActions: boolean;
}

/** One line each: ledger record, harvest and age, place, satellite check. */
export function LotLines({ lot, blockchain, showActions }: LotLinesProps) {
  const words = useLotListWords();
  return (
    <div className="lines">
      {blockchain && <LedgerLine lot={lot} />}
      <div className="line">
        <CalendarDays {...ICON} />
        {harvested(words, lot.harvestDate)}
      </div>
      <div className="line">
        <MapPin {...ICON} />
        <LotListRich
          id="card.coordinates"
          params={{ place: words.formatCoordinates(lot.latitude, lot.longitude) }}
          parts={{ quiet: <span className="sr-only" />, place: <span className="mono" /> }}
        />
      </div>
      <SatelliteRow lot={lot} mayRefresh={showActions && offeredActions(lot).refreshSatellite} />
    </div>
  );
}

function harvested({ say, formatDate }: LotListWords, harvestDate: string): string {
  const day = formatDate(harvestDate);
  const age = ageInDays(harvestDate, new Date());
  return age === 0 ? say('card.harvestedToday', { day }) : say('card.harvested', { day, age });
}

function LedgerLine({ lot }: { lot: LotCardFragment }) {
  const { say } = useLotListWords();
  const label = ledgerLabel(lot.blockchainHash);
  const recorded = label === 'lotRecord.recorded';
  const Icon = recorded ? CircleCheck : Clock;
  return (
    <div className="line">
      <Icon {...ICON} />
      <span className={recorded ? 'recorded' : 'pending'}>{say(label)}</span>{' '}
      {lot.blockchainHash ? (
        <LotListRich
          id="card.transaction"
          params={{ id: transactionPreview(lot.blockchainHash.transactionId) }}
          parts={{
            quiet: <span className="sr-only" />,
            id: <span className="mono" title={lot.blockchainHash.transactionId} />,
          }}
        />
      ) : (
        say('card.noTransaction')
      )}
    </div>
  );
}

/**
 * Time and result notes (sample data, no response) of the last satellite check, with a button for a new check if the
 * user has the right. The check uses the stored place.
 */
function SatelliteRow({ lot, mayRefresh }: { lot: LotCardFragment; mayRefresh: boolean }) {
  const words = useLotListWords();
  const { say, formatDateTime } = words;
  const report = useApplicationError();
  const [check, busy] = useWrite(CheckSatelliteDocument, { failed: say('write.failed') });
  const { latitude, longitude } = lot;
  const sample = localizedTexts(
    words,
    lot.satelliteSaid.filter(({ code }) => code === SATELLITE.sampleData.code),
  );
  const reason = localizedTexts(
    words,
    lot.satelliteSaid.filter(({ code }) => code !== SATELLITE.sampleData.code),
  );

  const refresh = async (place: { latitude: number; longitude: number }) => {
    const written = await check({ id: lot.id, ...place });
    if (written.kind === 'ignored') return;
    const result = written.kind === 'answered' ? written.data.checkSatellite : written;
    if ('satelliteData' in result) {
      const { status, said: told, sourceSaid } = result.satelliteData;
      toaster.create({
        type: 'info',
        title: say('satellite.result', { lotId: lot.lotId, status: statusWord(words, status) }),
        description: localizedTexts(words, [...sourceSaid, ...told]) ?? say('satellite.done'),
      });
    } else {
      const because = 'said' in result ? localizedText(words, result.said) : result.message;
      report(say('shell.failedBecause', { what: say('satellite.failed'), reason: because }));
    }
  };

  // A long line is truncated; the tooltip shows all of it, with the time.
  const { satelliteTimestamp } = lot;
  const at =
    satelliteTimestamp === null ? null : say('satellite.checked', { when: formatDateTime(satelliteTimestamp) });
  const said = [at, reason, sample].filter((one) => one !== null).join(' ');
  return (
    <div className="satellite">
      <Satellite aria-hidden size={14} strokeWidth={1.75} />
      <CheckLine said={said} lot={lot} sample={sample} reason={reason} />
      {mayRefresh && latitude !== null && longitude !== null && (
        <RowIconButton
          label={say('satellite.again', { lotId: lot.lotId })}
          size="sm"
          busy={busy}
          icon={<RefreshCw />}
          onClick={() => void refresh({ latitude, longitude })}
        />
      )}
    </div>
  );
}

interface CheckLineProps {
  said: string;
  lot: LotCardFragment;
  sample: string | null;
  reason: string | null;
}

function CheckLine({ said, lot, sample, reason }: CheckLineProps) {
  const { say } = useLotListWords();
  return (
    <div className="line" title={said === '' ? undefined : said}>
      <CheckedWhen lot={lot} />
      {sample !== null && (
        <>
          {' '}
          <span aria-hidden>{say('satellite.sample')}</span>
          <span className="sr-only">{sample}</span>
        </>
      )}
      {reason !== null && ` ${reason}`}
    </div>
  );
}

function CheckedWhen({ lot }: { lot: LotCardFragment }) {
  const { say, formatDate } = useLotListWords();
  if (lot.satelliteTimestamp === null) return say('satellite.never');
  const when = formatDate(localDay(new Date(lot.satelliteTimestamp)));
  return lot.satelliteOutdated ? (
    <LotListRich id="satellite.checkedOutdated" params={{ when }} parts={{ mark: <span className="pending" /> }} />
  ) : (
    say('satellite.checked', { when })
  );
}
