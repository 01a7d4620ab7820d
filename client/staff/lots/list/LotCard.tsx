import { memo, type CSSProperties, type MouseEvent } from 'react';
import { stageProgressPercent } from '../../../../server/domain/lot/stages.ts';
import { ActionMenu } from '../../../design/ActionMenu.tsx';
import { stageColor } from '../../../design/Badge.tsx';
import { ComplianceBadge } from '../../../design/ComplianceBadge.tsx';
import { StageDots } from '../../../design/StageDots.tsx';
import { VarietyGlyph } from '../../../design/VarietyGlyph.tsx';
import { RowButton } from '../../../design/RowButton.tsx';
import type { LotCardFragment } from '../../../graphql/generated.ts';
import { figureText } from '../../../words/lotFigures.ts';
import { LotListRich, useLotListWords } from '../../../words/lotListWords.ts';
import { advanceOf, detailHref, hasMenu, menuActions, type LotHandlers } from './lotActions.ts';
import { varietyWord } from '../../statusLabels.ts';
import { ledgerLabel } from './lotFacts.ts';
import { LotChips, LotLines, LotTiles } from './lotCardParts.tsx';
import { cardId } from './lotTask.ts';

export interface LotCardProps {
  lot: LotCardFragment;
  /** actions of the list; an action without a handler is not offered */
  handlers: LotHandlers;
  /** without transaction, place, moisture and satellite check */
  compact?: boolean;
  showActions?: boolean;
  /** whether to show the ledger state */
  blockchain?: boolean;
  selected?: boolean;
  onSelect?: (lot: LotCardFragment, selected: boolean) => void;
}

/**
 * A lot's summary with the user's actions (docs/spec/staff-screens.md, 'Lot card'). Render it inside a list with the
 * styles of `LOT_CARDS_LOOK`.
 */
export const LotCard = memo(function LotCard(props: LotCardProps) {
  const { lot, handlers, compact = false, showActions = true, blockchain = true, selected = false } = props;
  const words = useLotListWords();
  const titleId = cardId(lot);
  return (
    <article
      aria-labelledby={titleId}
      data-compact={compact ? '' : undefined}
      data-selected={selected ? '' : undefined}
    >
      <div className="head">
        <SelectBox {...props} />
        <VarietyGlyph variety={lot.cacaoVariety} name={varietyWord(words, lot.cacaoVariety)} />
        <div className="names">
          <h3 id={titleId} title={lot.lotId}>
            {lot.lotId}
          </h3>
          <Who lot={lot} />
        </div>
        {showActions && hasMenu(lot, handlers) && (
          <div className="more">
            <ActionMenu
              label={words.say('card.more', { lotId: lot.lotId })}
              actions={() => menuActions(words, lot, handlers)}
            />
          </div>
        )}
      </div>
      <div className="lead">
        <strong>{figureText(words, 'weight', lot.weight)}</strong>
        <StageDots stage={lot.currentProcess} />
      </div>
      <div className="badges">
        <ComplianceBadge status={lot.deforestationStatus} />
      </div>
      {compact ? (
        <CompactFigures lot={lot} blockchain={blockchain} />
      ) : (
        <>
          <Progress lot={lot} />
          <LotTiles lot={lot} />
          <LotChips lot={lot} />
          <LotLines lot={lot} blockchain={blockchain} showActions={showActions} />
        </>
      )}
      {showActions && <Foot lot={lot} handlers={handlers} />}
    </article>
  );
});

function SelectBox({ lot, selected = false, onSelect }: LotCardProps) {
  const { say } = useLotListWords();
  if (onSelect === undefined) return null;
  return (
    <label className="box">
      <input
        type="checkbox"
        aria-label={say('selection.one', { lotId: lot.lotId })}
        checked={selected}
        onChange={(event) => onSelect(lot, event.currentTarget.checked)}
      />
    </label>
  );
}

/** The farmer's name and farm in one line; either may be erased. Of a derived lot, what is left of it. */
export function Who({ lot }: { lot: LotCardFragment }) {
  const { say, formatKg } = useLotListWords();
  const farm = lot.farmId ?? say('card.farmErased');
  if (lot.kind === 'derived') {
    return (
      <div className="who">
        <span className="name">{say('card.derived')}</span>
        <span className="farm quiet"> · {say('card.available', { amount: formatKg(lot.available) })}</span>
      </div>
    );
  }
  return (
    <div className="who" title={lot.farmerName === null ? undefined : `${lot.farmerName} · ${farm}`}>
      <span className={lot.farmerName === null ? 'name quiet' : 'name'}>
        {lot.farmerName ?? say('card.nameErased')}
      </span>
      <span className="farm quiet"> · {farm}</span>
    </div>
  );
}

function CompactFigures({ lot, blockchain }: { lot: LotCardFragment; blockchain: boolean }) {
  const { say, formatDate, formatQuality } = useLotListWords();
  const record = ledgerLabel(lot.blockchainHash);
  return (
    <div className="lines">
      <div className="line">
        {[formatQuality(lot.qualityScore), formatDate(lot.harvestDate)].join(' · ')}
        {blockchain && record === 'lotRecord.pending' && (
          <>
            {' · '}
            <span className="pending">{say(record)}</span>
          </>
        )}
      </div>
    </div>
  );
}

function Progress({ lot }: { lot: LotCardFragment }) {
  const { say } = useLotListWords();
  const percent = Math.round(stageProgressPercent(lot.currentProcess));
  const token = stageColor(lot.currentProcess).replaceAll('.', '-');
  return (
    <div className="progress">
      <progress
        aria-label={say('card.progressOf', { lotId: lot.lotId })}
        value={percent}
        max={100}
        style={{ '--stage': `var(--chakra-colors-${token})` } as CSSProperties}
      />
      <span>{say('card.percent', { share: percent / 100 })}</span>
    </div>
  );
}

function Foot({ lot, handlers }: { lot: LotCardFragment; handlers: LotHandlers }) {
  const { say } = useLotListWords();
  const { onDetails } = handlers;
  const advance = advanceOf(lot, handlers);
  if (onDetails === undefined && advance === null) return null;
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onDetails?.(lot);
  };
  return (
    <div className="foot">
      {onDetails !== undefined && (
        // The router's link would render again with each change of the address.
        <a href={detailHref(lot)} onClick={open}>
          <span>
            <LotListRich
              id="card.details"
              params={{ lotId: lot.lotId }}
              parts={{ quiet: <span className="sr-only" /> }}
            />
          </span>
        </a>
      )}
      {advance !== null && (
        <RowButton
          data-advance
          aria-label={say('card.advanceLotTo', { lotId: lot.lotId, stage: say(`stage.${advance.to}`) })}
          title={say('card.advanceTo', { stage: say(`stage.${advance.to}`) })}
          onClick={advance.go}
        >
          {say('card.advance')}
        </RowButton>
      )}
    </div>
  );
}
