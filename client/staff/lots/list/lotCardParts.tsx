import { CalendarDays, CircleCheck, Clock, MapPin } from 'lucide-react';
import { qualityGrade } from '../../../../server/domain/lot/cacao.ts';
import type { LotCardFragment } from '../../../graphql/generated.ts';
import { transactionPreview } from '../../../words/format.ts';
import { figuresOn, figureText, shortName } from '../../../words/lotFigures.ts';
import { LotListRich, useLotListWords, type LotListWords } from '../../../words/lotListWords.ts';
import { varietyWord } from '../../statusLabels.ts';
import { ageInDays, ledgerLabel, offeredActions, qualityColor, shownCertifications } from './lotFacts.ts';
import { SatelliteRow } from './SatelliteRow.tsx';

const ICON = { 'aria-hidden': true, size: 14, strokeWidth: 1.75 } as const;

/** Quality in the color of its grade, weight, moisture and temperature. */
export function LotTiles({ lot }: { lot: LotCardFragment }) {
  const words = useLotListWords();
  return (
    <dl>
      {figuresOn('card').map((field) => {
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
