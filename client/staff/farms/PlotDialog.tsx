import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Form } from '../../design/form/Form.tsx';
import { formStart } from '../../design/form/useFormFocus.ts';
import { type SendResult, useForm } from '../../design/form/useForm.ts';
import type { MapShape } from '../../design/plotMap/PlotMap.tsx';
import { useOpenings } from '../../design/useOpenings.ts';
import {
  AddPlotDocument,
  ChangePlotDocument,
  MapTilesDocument,
  type PlotRowFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { DraftSavedNotice, RestoredNotice } from '../drafts/DraftNotice.tsx';
import { useDraft } from '../drafts/useDraft.ts';
import { judgeOutline } from './judgeOutline.ts';
import { PlotFields } from './PlotFields.tsx';
import { NEW_PLOT, plotForm, type PlotToSend, plotValues } from './plotForm.ts';
import { plotShape } from './plotPlaces.ts';
import { usePlotCheck } from './usePlotCheck.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

export interface PlotDialogProps {
  open: boolean;
  farmId: string;
  /** the plot whose outline changes; null: adds a new plot */
  plot: PlotRowFragment | null;
  /** all plots of the farm */
  plots: readonly PlotRowFragment[];
  /** the farm's location */
  around: readonly GeoPoint[];
  onClose: () => void;
  onSaved: (plot: PlotRowFragment) => void;
  /** another user changed the plot: reload it */
  onStale: () => void;
  returnFocusTo?: () => HTMLElement | null;
}

/** Adds a plot or replaces its outline: as a point, drawn, walked or pasted. Restores an unsent draft. */
export function PlotDialog(props: PlotDialogProps) {
  const openings = useOpenings(props.open);
  return <Outlining key={openings} {...props} />;
}

function Outlining({ open, farmId, plot, plots, around, onClose, onSaved, onStale, returnFocusTo }: PlotDialogProps) {
  const { say } = useFarmWords();
  const [isTried, setTried] = useState(false);
  const asked = useQuery(MapTilesDocument, { skip: !open });
  const tiles = asked.data?.mapTiles ?? (asked.loading ? undefined : null);
  const save = useSavePlot(farmId, onStale);
  const others = plots.filter(({ id }) => id !== plot?.id);
  const form = useForm({
    schema: plotForm(plot === null ? others.flatMap(({ name }) => name ?? []) : null),
    initial: plot === null ? NEW_PLOT : plotValues(plot),
    open,
    send: async (input) => {
      const sent = await save(input, plot);
      if (sent.kind === 'done') draft.sent();
      return sent;
    },
    onDone: onSaved,
  });
  const draft = useDraft({ name: plot === null ? `plot.${farmId}` : `outline.${plot.id}`, form, open });
  const { geoJson, areaHa, faults, isBegun } = judgeOutline(form.values);
  const check = usePlotCheck({
    farmId,
    geoJson: open && geoJson !== null && faults.length === 0 && !isBegun ? JSON.stringify(geoJson) : null,
    areaHa: form.values.way === 'point' ? areaHa : null,
    plotId: plot?.id ?? null,
  });
  const aside = [
    ...others.map((other): MapShape => ({ ...plotShape(other, { id: other.id, tone: 'brand' }), isAside: true })),
    ...(plot === null ? [] : [plotShape(plot, { id: 'before', tone: 'sky', isDashed: true })]),
  ];
  const press = async (): Promise<void> => {
    setTried(true);
    const submitted = await form.submit();
    if ('wrong' in submitted && submitted.wrong.length > 0) form.focus('wrong');
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={form.busy}
      size="cover"
      keepOpenOutside
      startFocusAt={() => formStart(form.ref.current)}
      returnFocusTo={returnFocusTo}
      title={
        plot === null ? say('plotForm.addTitle', { farmId }) : say('plotForm.redrawTitle', { name: plot.name ?? '' })
      }
      footer={
        <Box w="full" display="grid" gap="2">
          <Box display="flex" justifyContent="flex-end">
            <Button type="submit" form={form.id} busy={form.busy} busyLabel={say('plotForm.saving')}>
              {say('plotForm.save')}
            </Button>
          </Box>
          <DraftSavedNotice draft={draft} />
        </Box>
      }
    >
      <Form form={form} onPress={() => void press()} autoComplete="off">
        {form.failure !== null && (
          <Banner mb="4" onDismiss={() => form.setFailure(null)}>
            {form.failure}
          </Banner>
        )}
        <RestoredNotice draft={draft} />
        {plot !== null && (
          <Box color="fg.muted" fontSize="sm" mb="4">
            {say('plotForm.redrawLead')}
          </Box>
        )}
        <PlotFields
          form={form}
          hasName={plot === null}
          check={check}
          aside={aside}
          around={around}
          tiles={tiles}
          isTried={isTried}
        />
      </Form>
    </Dialog>
  );
}

/** Creates a plot, or stores a new outline of an existing one. */
function useSavePlot(
  farmId: string,
  onStale: () => void,
): (input: PlotToSend, plot: PlotRowFragment | null) => Promise<SendResult<PlotRowFragment>> {
  const words = useFarmWords();
  const failed = words.say('plotForm.failed');
  const [add] = useWrite(AddPlotDocument, { failed });
  const [change] = useWrite(ChangePlotDocument, { failed });
  return async ({ name, geoJson, areaHa }, plot) => {
    if (plot === null) {
      const written = await add({ farmId, input: { name, geoJson, areaHa } });
      if (written.kind !== 'answered') return written;
      const { addPlot } = written.data;
      if (addPlot.__typename === 'PlotSaved') return { kind: 'done', result: addPlot.plot };
      return { kind: 'failed', message: localizedText(words, addPlot.said) };
    }
    const written = await change({ id: plot.id, input: { geoJson, areaHa, version: plot.version } });
    if (written.kind !== 'answered') return written;
    const { changePlot } = written.data;
    if (changePlot.__typename === 'PlotSaved') return { kind: 'done', result: changePlot.plot };
    onStale();
    const isStale = changePlot.__typename === 'VersionConflict';
    return { kind: 'failed', message: isStale ? words.say('plotForm.stale') : localizedText(words, changePlot.said) };
  };
}
