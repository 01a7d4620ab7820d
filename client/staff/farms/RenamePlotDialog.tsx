import { useState } from 'react';
import { z } from 'zod';
import { newPlotInput } from '../../../server/domain/plot/plotInput.ts';
import { encodeMessage } from '../../../server/domain/messages/encodeMessage.ts';
import { PLOT } from '../../../server/domain/messages/plotMessages.ts';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { ChangePlotDocument, type PlotRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';

interface RenamePlotDialogProps {
  plot: PlotRowFragment | null;
  /** all plots of the farm */
  plots: readonly PlotRowFragment[];
  onClose: () => void;
  onDone: (plot: PlotRowFragment) => void;
  onStale: () => void;
}

/** Renames a plot. */
export function RenamePlotDialog(props: RenamePlotDialogProps) {
  const openings = useOpenings(props.plot !== null);
  return <Renaming key={openings} {...props} />;
}

function Renaming({ plot, plots, onClose, onDone, onStale }: RenamePlotDialogProps) {
  const words = useFarmWords();
  const { say } = words;
  const shown = useLastShown(plot);
  const [initial] = useState(() => ({ name: plot?.name ?? '' }));
  const [rename] = useWrite(ChangePlotDocument, { failed: say('plotRename.failed') });
  const taken = plots.flatMap(({ id, name }) => (id === shown?.id ? [] : (name?.toLowerCase() ?? [])));
  const form = useForm({
    schema: z.strictObject({
      name: newPlotInput.shape.name.refine((name) => !taken.includes(name.toLowerCase()), {
        error: ({ input }) => encodeMessage(PLOT.nameTaken({ name: String(input) })),
      }),
    }),
    initial,
    open: plot !== null,
    send: async ({ name }) => {
      if (plot === null) return { kind: 'ignored' };
      const written = await rename({ id: plot.id, input: { name, version: plot.version } });
      if (written.kind !== 'answered') return written;
      const { changePlot } = written.data;
      if (changePlot.__typename === 'PlotSaved') return { kind: 'done', result: changePlot.plot };
      onStale();
      return { kind: 'failed', message: localizedText(words, changePlot.said) };
    },
    onDone,
  });
  return (
    <FormDialog
      form={form}
      open={plot !== null}
      onClose={onClose}
      title={say('plotRename.title', { name: shown?.name ?? '' })}
      action={say('plotRename.action')}
      busyLabel={say('plotRename.busy')}
    >
      <TextInput form={form} field="name" label={say('plotForm.name')} maxLength={80} required />
    </FormDialog>
  );
}
