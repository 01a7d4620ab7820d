import { useQuery } from '@apollo/client/react';
import { Box, chakra } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { formStart } from '../../design/form/useFormFocus.ts';
import { type SendResult, useForm } from '../../design/form/useForm.ts';
import type { MapShape } from '../../design/plotMap/PlotMap.tsx';
import {
  AddPlotDocument,
  ChangePlotDocument,
  MapTilesDocument,
  type PlotRowFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { useSharedWords } from '../../words/sharedWords.ts';
import { DraftSavedNotice, RestoredNotice } from '../drafts/DraftNotice.tsx';
import { usePlaceUses } from '../lots/fields/usePlaceUses.ts';
import { useDraft } from '../drafts/useDraft.ts';
import { judgeOutline, firstCorner } from './judgeOutline.ts';
import { PlotFields } from './PlotFields.tsx';
import { NEW_PLOT, plotForm, type PlotToSend, plotValues } from './plotForm.ts';
import { farFromOthers } from './plotGroups.ts';
import { plotShape } from './plotPlaces.ts';
import { plotStatus, type LotsByPlot } from './plotStatus.ts';
import { StatusLegend } from './StatusLegend.tsx';
import { usePlotCheck } from './usePlotCheck.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

interface PlotEditorProps {
  farmId: string;
  /** the plot whose outline changes; null: adds a new plot */
  plot: PlotRowFragment | null;
  /** all plots of the farm */
  plots: readonly PlotRowFragment[];
  lots: LotsByPlot;
  /** places around which the map opens: plots of the farm, else its lots */
  around: readonly GeoPoint[];
  onClose: () => void;
  onSaved: (plot: PlotRowFragment) => void;
  /** another user changed the plot: reload it */
  onStale: () => void;
  /** moves the focus after the editor is gone */
  returnFocus: () => void;
}

/**
 * Adds a plot or replaces its outline, among the farm's other plots: as a point, drawn, walked or pasted. Closing it keeps
 * a draft, which it restores.
 */
export function PlotEditor({
  farmId,
  plot,
  plots,
  lots,
  around,
  onClose,
  onSaved,
  onStale,
  returnFocus,
}: PlotEditorProps) {
  const words = useFarmWords();
  const { say } = words;
  const shared = useSharedWords();
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const [isTried, setTried] = useState(false);
  const asked = useQuery(MapTilesDocument);
  const tiles = asked.data?.mapTiles ?? (asked.loading ? undefined : null);
  const save = useSavePlot(farmId, onStale);
  const others = plots.filter(({ id }) => id !== plot?.id);
  const form = useForm({
    schema: plotForm(plot === null ? others.flatMap(({ name }) => name ?? []) : null),
    initial: plot === null ? NEW_PLOT : plotValues(plot),
    send: async (input) => {
      const sent = await save(input, plot);
      if (sent.kind === 'done') draft.sent();
      return sent;
    },
    onDone: onSaved,
  });
  const draft = useDraft({ name: plot === null ? `plot.${farmId}` : `outline.${plot.id}`, form, open: true });
  const { geoJson, areaHa, faults, isBegun } = judgeOutline(form.values);
  const outline = geoJson !== null && faults.length === 0 && !isBegun ? JSON.stringify(geoJson) : null;
  const check = usePlotCheck({
    farmId,
    geoJson: outline,
    areaHa: form.values.way === 'point' ? areaHa : null,
    plotId: plot?.id ?? null,
  });
  const far = geoJson === null || outline === null ? null : farFromOthers(firstCorner(geoJson), others);
  const uses = usePlaceUses(check.state === 'checked' ? check.centre : null, farmId).filter(
    ({ lots: used }) => used > 0,
  );
  const statuses = others.map(({ id }) => plotStatus(words, lots.get(id)));
  const aside = [
    ...others.map((other, at): MapShape => {
      const look = { id: other.id, name: other.name ?? undefined, tone: statuses[at]?.tone ?? 'neutral' };
      return { ...plotShape(other, look), isAside: true };
    }),
    ...(plot === null ? [] : [plotShape(plot, { id: 'before', tone: 'sky', isDashed: true })]),
  ];
  const start = useEffectEvent(() => {
    section.current?.scrollIntoView({ block: 'start' });
    formStart(form.ref.current)?.focus();
  });
  const end = useEffectEvent(returnFocus);
  useEffect(() => {
    // A menu that opened this editor returns the focus to its button first.
    const frame = requestAnimationFrame(() => start());
    return () => {
      cancelAnimationFrame(frame);
      end();
    };
  }, []);
  const press = async (): Promise<void> => {
    setTried(true);
    const submitted = await form.submit();
    if ('wrong' in submitted && submitted.wrong.length > 0) form.focus('wrong');
  };
  return (
    <chakra.section ref={section} aria-labelledby={titleId}>
      <Form form={form} onPress={() => void press()} autoComplete="off">
        <PlotFields
          form={form}
          hasName={plot === null}
          check={check}
          aside={aside}
          around={around}
          tiles={tiles}
          isTried={isTried}
          legend={statuses.length > 0 && <StatusLegend statuses={statuses} />}
          above={
            <>
              <chakra.h2 id={titleId} fontSize="lg" fontWeight="600" overflowWrap="anywhere">
                {plot === null
                  ? say('plotForm.addTitle', { farmId })
                  : say('plotForm.redrawTitle', { name: plot.name ?? '' })}
              </chakra.h2>
              {form.failure !== null && <Banner onDismiss={() => form.setFailure(null)}>{form.failure}</Banner>}
              <RestoredNotice draft={draft} />
              {plot !== null && (
                <Box color="fg.muted" fontSize="sm">
                  {say('plotForm.redrawLead')}
                </Box>
              )}
              {far !== null && (
                <Banner tone="pod" role="note">
                  {say('plotForm.far', far)}
                </Banner>
              )}
              {uses.length > 0 && (
                <Banner tone="pod" role="note">
                  {uses.map((use) => (
                    <Box key={use.farmId}>{say('plotForm.used', { farmId: use.farmId, lots: use.lots })}</Box>
                  ))}
                </Banner>
              )}
            </>
          }
          below={<DraftSavedNotice draft={draft} />}
          actions={
            <>
              <Button variant="secondary" disabled={form.busy} onClick={onClose}>
                {shared.say('dialog.cancel')}
              </Button>
              <Button type="submit" busy={form.busy} busyLabel={say('plotForm.saving')}>
                {say('plotForm.save')}
              </Button>
            </>
          }
        />
      </Form>
    </chakra.section>
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
