import { chakra } from '@chakra-ui/react';
import { ChevronsRight, Download, QrCode, Split, Trash2, X } from 'lucide-react';
import { MOST_SELECTED } from '../../../../server/domain/public/publicRoutes.ts';
import { Button, IconButton } from '../../../design/Button.tsx';
import { SelectionBar } from '../../../design/table/SelectionBar.tsx';
import { LotListRich, useLotListWords } from '../../../words/lotListWords.ts';
import { ADVANCE_SELECTED_ID, COMBINE_SELECTED_ID, DELETE_SELECTED_ID } from './lotTask.ts';
import type { LotSelection } from './useLotSelection.ts';

export interface LotSelectionBarProps {
  selection: LotSelection;
  /** number of selected lots that the list does not have under its filters */
  unlisted: number;
  /** a file is being made */
  busy: boolean;
  onExport: () => void;
  onQr: () => void;
  /** undefined: the user may not edit lots */
  onAdvance: (() => void) | undefined;
  /** undefined: the user may not combine lots */
  onCombine: (() => void) | undefined;
  onDelete: () => void;
}

/** Actions on the selected lots across all pages, filters and searches. */
export function LotSelectionBar(props: LotSelectionBarProps) {
  const { selection, unlisted, busy, onAdvance, onCombine } = props;
  const { say } = useLotListWords();
  const { lots } = selection;
  return (
    <SelectionBar
      count={lots.length}
      label={say('selection.actions')}
      said={
        <>
          {say('selection.count', { count: lots.length })}
          {unlisted > 0 && <chakra.span color="pod">{say('selection.unlisted', { count: unlisted })}</chakra.span>}
          {selection.full && (
            <chakra.span color="fg.muted" fontWeight="500">
              {' · '}
              {say('selection.most', { count: MOST_SELECTED })}
            </chakra.span>
          )}
        </>
      }
    >
      {onAdvance !== undefined && (
        <Button id={ADVANCE_SELECTED_ID} size="sm" variant="quiet" onClick={onAdvance}>
          <ChevronsRight aria-hidden />
          {say('selection.advance')}
        </Button>
      )}
      <Button size="sm" variant="quiet" disabled={busy} onClick={props.onExport}>
        <Download aria-hidden />
        {say('selection.export')}
      </Button>
      <Button size="sm" variant="quiet" disabled={busy} onClick={props.onQr}>
        <QrCode aria-hidden />
        {say('selection.qr')}
      </Button>
      {onCombine !== undefined && (
        <Button id={COMBINE_SELECTED_ID} size="sm" variant="quiet" onClick={onCombine}>
          <Split aria-hidden />
          <span>
            <LotListRich id="selection.combine" parts={{ rest: REST }} />
          </span>
        </Button>
      )}
      {lots.some(({ mayDelete }) => mayDelete) && (
        <Button id={DELETE_SELECTED_ID} size="sm" variant="quiet" color="alarm" onClick={props.onDelete}>
          <Trash2 aria-hidden />
          {say('selection.delete')}
        </Button>
      )}
      <IconButton
        size="sm"
        ms="auto"
        flexShrink="0"
        label={say('selection.clear')}
        icon={<X />}
        onClick={selection.clear}
      />
    </SelectionBar>
  );
}

/** The rest of a button's name, for which phones have no space. */
const REST = <chakra.span css={{ mdDown: { position: 'absolute', clipPath: 'inset(50%)' } }} />;
