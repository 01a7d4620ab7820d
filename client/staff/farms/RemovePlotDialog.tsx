import { Box } from '@chakra-ui/react';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { RemovePlotDocument, type PlotRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { areaText } from './plotWords.ts';

interface RemovePlotDialogProps {
  plot: PlotRowFragment | null;
  onClose: () => void;
  onDone: (name: string) => void;
}

/** Confirmation before a plot is removed from its farm. */
export function RemovePlotDialog({ plot, onClose, onDone }: RemovePlotDialogProps) {
  const words = useFarmWords();
  const { say } = words;
  const [remove] = useWrite(RemovePlotDocument, { failed: say('plotRemove.failed') });
  const shown = useLastShown(plot);
  const name = shown?.name ?? '';
  const confirm = async () => {
    if (plot === null) return;
    const written = await remove({ id: plot.id });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { removePlot } = written.data;
    if (removePlot.__typename !== 'PlotRemoved') throw new Error(localizedText(words, removePlot.said));
    onDone(name);
  };
  return (
    <ConfirmDialog
      open={plot !== null}
      onClose={onClose}
      title={say('plotRemove.title', { name })}
      action={say('plotRemove.action')}
      busyLabel={say('plotRemove.busy')}
      danger
      onConfirm={confirm}
      message={
        <Box overflowWrap="anywhere">
          {say('plotRemove.text', { name, area: areaText(words, shown?.areaHa ?? 0), farmId: shown?.farmId ?? '' })}
        </Box>
      }
    />
  );
}
