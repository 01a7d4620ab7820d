import { Box, Flex, Grid } from '@chakra-ui/react';
import { useMemo, useState, type ReactNode } from 'react';
import { POINT_AREA } from '../../../server/domain/plot/geometry/readPlot.ts';
import { Button } from '../../design/Button.tsx';
import { TextAreaField } from '../../design/Field.tsx';
import { NumberInput, TextInput } from '../../design/form/inputs.tsx';
import type { FormState } from '../../design/form/useForm.ts';
import { Panel } from '../../design/Page.tsx';
import type { MapShape } from '../../design/plotMap/PlotMap.tsx';
import { useFarmWords } from '../../words/farmWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { LocateButton } from '../lots/fields/PlacePreview.tsx';
import { CornerList } from './CornerList.tsx';
import { cornerAt, filledCorners, heldCorners, cornerPoint } from './corners.ts';
import { DrawPanel } from './DrawPanel.tsx';
import { allMarks, judgeOutline } from './judgeOutline.ts';
import type { MapTileServer } from './mapTileServer.ts';
import { faultsOf, OutlineMap, OutlineStanding } from './OutlinePreview.tsx';
import { pastedPlot, type PastedPlot } from './pastedPlot.ts';
import type { PlotFormValues, PlotToSend } from './plotForm.ts';
import type { PlotCheckState } from './usePlotCheck.ts';
import { outlineOfWalk, walkedOf } from './walkedTrack.ts';
import { WalkPanel } from './WalkPanel.tsx';
import { WayChoice } from './WayChoice.tsx';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Initial map center without any known location: a cacao region near the equator. */
const SOMEWHERE: GeoPoint = { latitude: -5.25, longitude: 145.75 };

interface PlotFieldsProps {
  form: FormState<PlotFormValues, PlotToSend>;
  hasName: boolean;
  check: PlotCheckState;
  aside: readonly MapShape[];
  around: readonly GeoPoint[];
  /** undefined while it loads */
  tiles: MapTileServer | null | undefined;
  isTried: boolean;
  /** below the map */
  legend: ReactNode;
  /** above and below the fields */
  above: ReactNode;
  below: ReactNode;
  /** buttons at the end, always in view */
  actions: ReactNode;
}

/** The fields of a plot: name, input method and its inputs, beside the farm's map. */
export function PlotFields({
  form,
  hasName,
  check,
  aside,
  around,
  tiles,
  isTried,
  legend,
  above,
  below,
  actions,
}: PlotFieldsProps) {
  const { say } = useFarmWords();
  const { values } = form;
  const undo = useUndo<Pick<PlotFormValues, 'corners' | 'track'>>();
  const judged = judgeOutline(values);
  const corners = filledCorners(values.corners);
  const faults = faultsOf(judged, check, isTried);
  const marks = allMarks(faults);
  const isPoint = values.way === 'point';

  const put = (next: Partial<Pick<PlotFormValues, 'corners' | 'track'>>, field?: string): void => {
    undo.note({ corners: values.corners, track: values.track }, field);
    if (next.corners !== undefined) form.set('corners', next.corners);
    if (next.track !== undefined) form.set('track', next.track);
  };
  const takeBack = (): void => {
    const before = undo.takeBack();
    if (before === null) return;
    form.set('corners', before.corners);
    form.set('track', before.track);
  };
  const walk = (track: readonly string[]): void =>
    put({ track, corners: heldCorners(outlineOfWalk(track.map(walkedOf))) }, track.length === 0 ? undefined : 'walk');
  const paste = (text: string, plot: PastedPlot | null): void => {
    form.set('pasted', text);
    if (plot?.kind === 'outline') put({ corners: heldCorners(plot.corners) }, 'paste');
    if (plot?.kind === 'point') {
      form.set('latitude', plot.at.latitude);
      form.set('longitude', plot.at.longitude);
      if (plot.areaHa !== null) form.set('areaHa', String(plot.areaHa));
      form.set('way', 'point');
    }
  };

  const places = useSame(corners.flatMap((corner) => cornerPoint(corner) ?? []));
  // Sides and corners are numbered by the list; with an unreadable row the numbers would not match.
  const isWhole = places.length === corners.length;
  const drawnMarks = useSame({
    places: marks.places,
    corners: isWhole ? marks.corners : [],
    sides: isWhole ? marks.sides : [],
    isNumbered: isWhole,
  });
  const map = <OutlineMap {...{ typed: values, judged, check, aside, around, isTried }} />;
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 25rem' }} gap="5" alignItems="start">
      <Box position={{ lg: 'sticky' }} top="4" minW="0">
        {values.way === 'draw' ? (
          <DrawPanel
            corners={places}
            marks={drawnMarks}
            around={around.length > 0 ? around : [SOMEWHERE]}
            others={aside}
            tiles={tiles}
            onChange={(drawn) => put({ corners: heldCorners(drawn.map(cornerAt)) })}
            instead={map}
          />
        ) : (
          map
        )}
        {legend}
      </Box>
      <Panel>
        <Flex
          direction="column"
          gap="5"
          // What gets the focus scrolls to above the buttons.
          css={{ '& :is(input, textarea, button)': { scrollMarginBottom: '9rem' } }}
        >
          {above}
          {hasName && (
            <TextInput
              form={form}
              field="name"
              label={say('plotForm.name')}
              hint={say('plotForm.nameHint')}
              maxLength={80}
              required
            />
          )}
          <WayChoice
            value={values.way}
            onChange={(way) => {
              form.forget();
              form.set('way', way);
            }}
          />
          {isPoint && <PointFields form={form} isLarge={isTooLarge(judged.faults)} />}
          {values.way === 'walk' && <WalkPanel track={values.track} onChange={walk} />}
          {values.way === 'paste' && <PastePanel pasted={values.pasted} onChange={paste} />}
          <OutlineStanding {...{ typed: values, judged, check, isTried }} />
          {!isPoint && (
            <CornerList
              corners={values.corners}
              wrong={wrongRows(marks.corners, faults.length > 0 && isTried)}
              onChange={(next, field) => put({ corners: next }, field)}
              onUndo={takeBack}
              canUndo={undo.canUndo}
            />
          )}
          {below}
        </Flex>
        <Flex
          justify="flex-end"
          gap="3"
          position="sticky"
          bottom={{ base: 'var(--bottom-bar, 0px)', md: '0' }}
          mt="5"
          mx={{ base: '-4', md: '-5' }}
          mb={{ base: '-4', md: '-5' }}
          px={{ base: '4', md: '5' }}
          py="3"
          bg="bg.raised"
          borderTopWidth="1px"
          borderColor="line"
          borderBottomRadius="panel"
        >
          {actions}
        </Flex>
      </Panel>
    </Grid>
  );
}

const isTooLarge = (faults: readonly { said: { code: string } }[]): boolean =>
  faults.some(({ said }) => said.code === 'plot.point_area');

/** Without a faulty corner, mark the first row, so that the error links to the list. */
const wrongRows = (wrong: readonly number[], isAny: boolean): readonly number[] =>
  wrong.length === 0 && isAny ? [0] : wrong;

/** Returns the same object while its content is equal. */
function useSame<Content>(content: Content): Content {
  const text = JSON.stringify(content);
  // oxlint-disable-next-line react/exhaustive-deps -- the text represents the content
  return useMemo(() => content, [text]);
}

function PointFields({ form, isLarge }: { form: FormState<PlotFormValues, PlotToSend>; isLarge: boolean }) {
  const { say } = useFarmWords();
  return (
    <Flex direction="column" gap="4">
      <LocateButton
        onFound={(latitude, longitude) => {
          form.set('latitude', latitude);
          form.set('longitude', longitude);
        }}
      />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }} gap="4">
        <TextInput
          form={form}
          field="latitude"
          label={say('plotPoint.latitude')}
          hint={say('plotPoint.degreesHint')}
          fontFamily="mono"
          autoComplete="off"
          required
        />
        <TextInput
          form={form}
          field="longitude"
          label={say('plotPoint.longitude')}
          hint={say('plotPoint.degreesHint')}
          fontFamily="mono"
          autoComplete="off"
          required
        />
      </Grid>
      <NumberInput
        form={form}
        field="areaHa"
        label={say('plotPoint.area')}
        hint={say('plotPoint.areaHint')}
        unit={say('plotPoint.areaUnit')}
        step={0.1}
        min={POINT_AREA.min}
        max={POINT_AREA.max}
        required
      />
      {isLarge && (
        <Box>
          <Button size="sm" variant="secondary" onClick={() => form.set('way', 'walk')}>
            {say('plotPoint.toOutline')}
          </Button>
        </Box>
      )}
    </Flex>
  );
}

/** Maximum number of undo steps; a walk adds one per recorded position. */
const MOST = 200;

interface Undo<State> {
  /**
   * @param before the state before the change;
   * @param field the edited field: changes of one field are undone together
   */
  note: (before: State, field?: string) => void;
  /** removes the last step and returns the state before it; null if there is none */
  takeBack: () => State | null;
  canUndo: boolean;
}

/** Undo history of a state. */
function useUndo<State>(): Undo<State> {
  const [past, setPast] = useState<{ states: readonly State[]; field: string | undefined }>({
    states: [],
    field: undefined,
  });
  return {
    note: (before, field) => {
      if (field !== undefined && field === past.field) return;
      setPast({ states: [...past.states, before].slice(-MOST), field });
    },
    takeBack: () => {
      setPast({ states: past.states.slice(0, -1), field: undefined });
      return past.states.at(-1) ?? null;
    },
    canUndo: past.states.length > 0,
  };
}

interface PastePanelProps {
  pasted: string;
  onChange: (pasted: string, plot: PastedPlot | null) => void;
}

/** Reads an outline from pasted GeoJSON, and reports what cannot be used. */
function PastePanel({ pasted, onChange }: PastePanelProps) {
  const words = useFarmWords();
  const { say } = words;
  const [taken, setTaken] = useState<PastedPlot | null>(() => (pasted.trim() === '' ? null : pastedPlot(pasted)));
  const take = (text: string): void => {
    const plot = text.trim() === '' ? null : pastedPlot(text);
    setTaken(plot);
    onChange(text, plot);
  };
  const wrong =
    taken?.kind === 'several'
      ? say('paste.several', { count: taken.count })
      : taken?.kind === 'wrong'
        ? taken.faults.map((said) => localizedText(words, said)).join(' ')
        : null;
  return (
    <Box>
      <TextAreaField
        label={say('paste.label')}
        hint={say('paste.hint')}
        rows={6}
        spellCheck={false}
        fontFamily="mono"
        value={pasted}
        onChange={take}
        error={wrong}
      />
      <Box fontSize="sm" color="leaf" role="status">
        {taken?.kind === 'outline' && say('paste.taken', { corners: taken.corners.length })}
        {taken?.kind === 'point' && say('paste.takenPoint')}
      </Box>
    </Box>
  );
}
