import { Box, chakra, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { PlotFault } from '../../../server/domain/plot/geometry/readPlot.ts';
import type { Message } from '../../../server/domain/messages/message.ts';
import { type MapShape, PlotMap } from '../../design/plotMap/PlotMap.tsx';
import { useFarmWords } from '../../words/farmWords.ts';
import { type Corner, filledCorners, cornerPoint } from './corners.ts';
import { allMarks, type Judged, type TypedOutline } from './judgeOutline.ts';
import { areaText, lengthText, plotFault } from './plotWords.ts';
import type { PlotCheckState } from './usePlotCheck.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

interface OutlinePreviewProps {
  typed: TypedOutline;
  judged: Judged;
  check: PlotCheckState;
  /** the farm's other plots, and this plot's previous outline */
  aside: readonly MapShape[];
  /** the farm's location, while the plot has none */
  around: readonly GeoPoint[];
  /** true after a submit attempt: missing values are shown as errors */
  isTried: boolean;
}

/** Map of the entered outline among the farm's other plots, with the position of each fault. */
export function OutlineMap({ typed, judged, check, aside, around, isTried }: OutlinePreviewProps) {
  const words = useFarmWords();
  const { say } = words;
  const isPoint = typed.way === 'point';
  const corners: Corner[] = isPoint ? [typed] : filledCorners(typed.corners);
  const marks = allMarks(faultsOf(judged, check, isTried));
  const shape = shapeOf(corners, isPoint, judged, marks);
  const title = isPoint
    ? say('outline.mapPoint', { area: areaText(words, judged.areaHa ?? 0) })
    : say('outline.mapOutline', { corners: corners.length });
  const shapes = shape === null ? aside : [...aside, shape];
  if (shapes.length === 0 && around.length === 0) return <NothingToDraw />;
  return (
    <PlotMap
      shapes={shapes}
      around={around}
      wrongPlaces={marks.places}
      title={shape === null ? say('outline.mapNone') : title}
      length={(metres) => lengthText(words, metres)}
      loading={say('outline.mapLoading')}
      caption={shapes.length === 0 ? say('outline.mapLots') : undefined}
    />
  );
}

/** Area of the entered outline, its faults, and what the server found. */
export function OutlineStanding({ typed, judged, check, isTried }: Omit<OutlinePreviewProps, 'aside' | 'around'>) {
  const words = useFarmWords();
  const { say } = words;
  const isPoint = typed.way === 'point';
  const faults = faultsOf(judged, check, isTried);
  return (
    <Flex direction="column" gap="3">
      <Flex align="baseline" gap="2">
        <Box fontSize="sm" color="fg.muted">
          {say('outline.area')}
        </Box>
        <chakra.output fontWeight="600" fontVariantNumeric="tabular-nums" aria-live="off">
          {judged.areaHa === null || judged.geoJson === null
            ? say('outline.unknown')
            : say('outline.enclosed', { area: areaText(words, judged.areaHa) })}
        </chakra.output>
      </Flex>
      {/* Always rendered, so that screen readers announce new content. */}
      <Box aria-live="polite" fontSize="sm">
        {judged.isBegun && !isTried && !isPoint && (
          <Box color="fg.muted">{say('corners.begun', { count: filledCorners(typed.corners).length })}</Box>
        )}
        {faults.length > 0 && <Faults faults={faults} />}
        {faults.length === 0 &&
          judged.hints.map((hint) => (
            <Box key={hint.code} color="fg.muted" overflowWrap="anywhere">
              {plotFault(words, hint)}
            </Box>
          ))}
        {faults.length === 0 && judged.geoJson !== null && !judged.isBegun && <Standing check={check} />}
      </Box>
    </Flex>
  );
}

function NothingToDraw() {
  const { say } = useFarmWords();
  return (
    <Box
      px="4"
      py="10"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="line"
      borderRadius="panel"
      fontSize="sm"
      color="fg.muted"
      textAlign="center"
    >
      {say('outline.mapNone')}
    </Box>
  );
}

/** Faults found by the client, else by the server. */
export function faultsOf(judged: Judged, check: PlotCheckState, isTried: boolean): readonly { said: Message }[] {
  if (judged.isBegun && !isTried) return NO_FAULTS;
  if (judged.faults.length > 0) return judged.faults;
  return check.state === 'checked' ? check.faults : NO_FAULTS;
}

const NO_FAULTS: readonly PlotFault[] = [];

function shapeOf(
  corners: readonly Corner[],
  isPoint: boolean,
  judged: Judged,
  marks: ReturnType<typeof allMarks>,
): MapShape | null {
  const places = corners.map(cornerPoint);
  const known = places.filter((place) => place !== null);
  if (known.length === 0) return null;
  // Sides and corners are numbered by the list; with an unreadable row the numbers would not match, so omit them.
  const isWhole = known.length === places.length;
  return {
    id: 'typed',
    tone: 'leaf',
    corners: known,
    areaHa: isPoint ? (judged.areaHa ?? 0) : undefined,
    isOpen: !isPoint && known.length < 3,
    isNumbered: !isPoint && isWhole,
    wrongSides: isWhole ? marks.sides : [],
    wrongCorners: isWhole ? marks.corners : [],
  };
}

function Faults({ faults }: { faults: readonly { said: Message }[] }) {
  const words = useFarmWords();
  return (
    <Box px="3" py="2.5" bg="alarm.subtle" color="alarm" borderRadius="control">
      <Flex gap="2" align="center" fontWeight="600">
        <CircleAlert aria-hidden size={18} strokeWidth={1.75} />
        {words.say('outline.faults', { count: faults.length })}
      </Flex>
      <chakra.ul listStyleType="none" mt="1" display="grid" gap="1">
        {faults.map(({ said }) => (
          <chakra.li key={said.text} overflowWrap="anywhere">
            {plotFault(words, said)}
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}

function Standing({ check }: { check: PlotCheckState }) {
  const { say, formatCountry } = useFarmWords();
  if (check.state === 'failed') return <Box color="fg.muted">{say('outline.unchecked')}</Box>;
  if (check.state !== 'checked') {
    return <Box color="fg.muted">{say(check.state === 'checking' ? 'outline.checking' : 'outline.good')}</Box>;
  }
  const { country } = check;
  return (
    <Flex gap="2" align="flex-start" color="leaf">
      <Box flexShrink="0" mt="0.5">
        <CircleCheck aria-hidden size={16} strokeWidth={1.75} />
      </Box>
      {say('outline.checked', { country: (country === null ? null : formatCountry(country)) ?? say('plot.noCountry') })}
    </Flex>
  );
}
