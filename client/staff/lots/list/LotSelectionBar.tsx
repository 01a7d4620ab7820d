import { Download, QrCode, Trash2, X } from 'lucide-react';
import { chakra } from '@chakra-ui/react';
import { MOST_SELECTED } from '../../../../server/domain/public/publicRoutes.ts';
import { Button, IconButton } from '../../../design/Button.tsx';
import { SelectionBar } from '../../../design/table/SelectionBar.tsx';
import { LotListRich, useLotListWords } from '../../../words/lotListWords.ts';
import { DELETE_SELECTED_ID } from './lotTask.ts';
import type { LotFiles } from './useLotFiles.ts';
import type { LotSelection } from './useLotSelection.ts';

export interface LotSelectionBarProps {
  selection: LotSelection;
  files: LotFiles;
  onDelete: () => void;
}

/** Actions on the selected lots across all pages. */
export function LotSelectionBar({ selection, files, onDelete }: LotSelectionBarProps) {
  const { say } = useLotListWords();
  const { lots } = selection;
  const busy = files.job !== null;
  return (
    <SelectionBar
      count={lots.length}
      label={say('selection.actions')}
      said={
        <>
          <LotListRich
            id="selection.count"
            params={{ count: lots.length }}
            parts={{
              count: <chakra.span fontVariantNumeric="tabular-nums" />,
              // Small phones lack the space for the text beside the actions.
              word: <chakra.span css={{ smDown: { position: 'absolute', clipPath: 'inset(50%)' } }} />,
            }}
          />
          {selection.full && (
            <chakra.span color="fg.muted" fontWeight="500">
              {' · '}
              {say('selection.most', { count: MOST_SELECTED })}
            </chakra.span>
          )}
        </>
      }
    >
      <Button size="sm" variant="quiet" flexShrink="0" disabled={busy} onClick={() => files.exportSelected(lots)}>
        <Download aria-hidden />
        {say('selection.export')}
      </Button>
      <Button size="sm" variant="quiet" flexShrink="0" disabled={busy} onClick={() => files.qrSheet(lots)}>
        <QrCode aria-hidden />
        {say('selection.qr')}
      </Button>
      {lots.some(({ mayDelete }) => mayDelete) && (
        <Button id={DELETE_SELECTED_ID} size="sm" variant="quiet" flexShrink="0" color="alarm" onClick={onDelete}>
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
