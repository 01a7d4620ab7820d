import { useId, type ReactElement } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type DotItemDotProps,
  type MouseHandlerDataParam,
} from 'recharts';
import { truncate } from '../../../server/domain/text/truncate.ts';
import { rowsOf, sharesOf, toneAt, toneColor, type ChartData, type ChartKind, type ChartTone } from './chartData.ts';
import { DASHES, PointMark, Texture } from './Swatch.tsx';

/* The drawing, loaded by `Chart.tsx` on first display. Only this file uses the chart library. Animations are off. */
export interface DrawingProps {
  kind: ChartKind;
  data: ChartData;
  write: (value: number | null) => string;
  /** formats a figure beside the axis */
  writeTick: (value: number) => string;
  /** a press on a category's bar or point */
  onPress?: (category: number) => void;
}

/** Maximum length of a name under a bar; the tooltip and the table show the full name. */
const TICK_LENGTH = 14;
/** Where names do not fit, show every second, third, ... name at equal steps. */
const EVEN = 'equidistantPreserveStart';
const INK = 'var(--chakra-colors-fg-muted)';
const LINE = 'var(--chakra-colors-line)';
const GROUND = 'var(--chakra-colors-bg-raised)';
// As styles, because the CSS reset sets a font on every element and overrides attributes.
const TEXT = { fill: INK, style: { fontSize: 12 } };
const TIP = {
  contentStyle: {
    background: GROUND,
    border: `1px solid ${LINE}`,
    borderRadius: 6,
    fontSize: 14,
    color: 'var(--chakra-colors-fg)',
  },
  cursor: { fill: 'var(--chakra-colors-bg-sunken)', stroke: LINE },
  isAnimationActive: false,
};

export default function Drawing(props: DrawingProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      {drawn(props)}
    </ResponsiveContainer>
  );
}

function drawn(props: DrawingProps): ReactElement {
  switch (props.kind) {
    case 'bar':
      return <Bars {...props} />;
    case 'line':
      return <Lines {...props} />;
    case 'stacked':
      return <Stack {...props} />;
    case 'donut':
      return <Donut {...props} />;
  }
}

const written = (write: (value: number | null) => string) => (value: unknown) =>
  typeof value === 'number' ? write(value) : '';

/** Props of a chart whose categories can be pressed. */
function pressable(onPress: DrawingProps['onPress']) {
  if (onPress === undefined) return {};
  return {
    style: { cursor: 'pointer' },
    onClick: ({ activeTooltipIndex }: MouseHandlerDataParam) => {
      const at = Number(activeTooltipIndex);
      if (activeTooltipIndex !== null && activeTooltipIndex !== undefined && Number.isInteger(at)) onPress(at);
    },
  };
}

/** Horizontal, so that each bar has its full name beside it; several series are stacked with their sum at the end. */
function Bars({ data, write, onPress, ...size }: DrawingProps) {
  const id = useId();
  const isWhole = data.series.length === 1;
  const rows = rowsOf(data);
  const sum = (
    <LabelList
      dataKey={sumOf}
      position="right"
      formatter={written(write)}
      fill="var(--chakra-colors-fg)"
      style={{ fontSize: 12, fontWeight: 600 }}
    />
  );
  return (
    <BarChart
      {...size}
      {...pressable(onPress)}
      accessibilityLayer={false}
      layout="vertical"
      data={rows}
      margin={{ top: 0, right: 48, bottom: 0, left: 0 }}
      barCategoryGap="28%"
    >
      <Textures id={id} data={data} />
      <XAxis type="number" hide />
      <YAxis
        type="category"
        dataKey="category"
        width={96}
        axisLine={false}
        tickLine={false}
        tick={TEXT}
        interval={0}
        tickFormatter={(category: string) => truncate(category, TICK_LENGTH)}
      />
      {!isWhole && <Tooltip {...TIP} formatter={written(write)} />}
      {data.series.map((series, index) => (
        <Bar
          key={series.id}
          dataKey={series.id}
          name={series.name}
          fill={`url(#${id}-${index})`}
          radius={isWhole ? 3 : 0}
          minPointSize={isWhole ? 2 : 0}
          stackId={isWhole ? undefined : 'all'}
          stroke={isWhole ? undefined : GROUND}
          isAnimationActive={false}
        >
          {series.tones !== undefined &&
            data.categories.map((category, at) => <Cell key={category} fill={toneColor(toneAt(series, at))} />)}
          {isWhole && sum}
        </Bar>
      ))}
      {/* The last part of a bar may be zero, and the library draws no label for it. */}
      {!isWhole && (
        <Bar dataKey={nothing} stackId="all" fill="none" minPointSize={1} tooltipType="none" isAnimationActive={false}>
          {sum}
        </Bar>
      )}
    </BarChart>
  );
}

/** Sum of all parts of a bar. */
const sumOf = (row: Record<string, unknown>): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);

const nothing = (): number => 0;

/** Draws a mark at each known point of a line. */
const marked =
  (tone: ChartTone, index: number) =>
  ({ cx, cy, key }: DotItemDotProps): ReactElement | null =>
    cx === undefined || cy === undefined ? null : <PointMark key={key} x={cx} y={cy} tone={tone} index={index} />;

function Lines({ data, write, writeTick, onPress, ...size }: DrawingProps) {
  return (
    <LineChart
      {...size}
      {...pressable(onPress)}
      accessibilityLayer={false}
      data={rowsOf(data)}
      margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
    >
      <CartesianGrid vertical={false} stroke={LINE} />
      <XAxis
        dataKey="category"
        tickLine={false}
        axisLine={{ stroke: LINE }}
        tick={TEXT}
        minTickGap={24}
        interval={EVEN}
      />
      <YAxis tickLine={false} axisLine={false} tick={TEXT} width="auto" tickFormatter={writeTick} />
      <Tooltip {...TIP} formatter={written(write)} />
      {data.series.map((series, index) => (
        <Line
          key={series.id}
          type="linear"
          dataKey={series.id}
          name={series.name}
          stroke={toneColor(series.tone)}
          strokeWidth={2}
          strokeDasharray={DASHES[index % DASHES.length]}
          dot={marked(series.tone, index)}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  );
}

function Stack({ data, write, writeTick, onPress, ...size }: DrawingProps) {
  const id = useId();
  return (
    <BarChart
      {...size}
      {...pressable(onPress)}
      accessibilityLayer={false}
      data={rowsOf(data)}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      barCategoryGap="24%"
    >
      <Textures id={id} data={data} />
      <CartesianGrid vertical={false} stroke={LINE} />
      <XAxis
        dataKey="category"
        tickLine={false}
        axisLine={{ stroke: LINE }}
        tick={TEXT}
        minTickGap={8}
        interval={EVEN}
        tickFormatter={(category: string) => truncate(category, TICK_LENGTH)}
      />
      <YAxis
        tickLine={false}
        axisLine={false}
        tick={TEXT}
        width="auto"
        tickFormatter={writeTick}
        allowDecimals={false}
      />
      <Tooltip {...TIP} formatter={written(write)} />
      {data.series.map((series, index) => (
        <Bar
          key={series.id}
          dataKey={series.id}
          name={series.name}
          stackId="all"
          fill={`url(#${id}-${index})`}
          stroke={GROUND}
          strokeWidth={1}
          maxBarSize={40}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  );
}

function Textures({ id, data }: { id: string; data: ChartData }) {
  return (
    <defs>
      {data.series.map((series, index) => (
        <Texture key={series.id} id={`${id}-${index}`} tone={series.tone} index={index} />
      ))}
    </defs>
  );
}

function Donut({ data, write, onPress, ...size }: DrawingProps) {
  const id = useId();
  const shares = sharesOf(data);
  return (
    <PieChart {...size} {...pressable(onPress)} accessibilityLayer={false}>
      <defs>
        {shares.map(({ name, tone }, index) => (
          <Texture key={name} id={`${id}-${index}`} tone={tone} index={index} />
        ))}
      </defs>
      <Tooltip {...TIP} formatter={written(write)} />
      <Pie
        data={shares}
        dataKey="value"
        nameKey="name"
        innerRadius="62%"
        outerRadius="96%"
        startAngle={90}
        endAngle={-270}
        stroke={GROUND}
        strokeWidth={2}
        isAnimationActive={false}
      >
        {shares.map(({ name }, index) => (
          <Cell key={name} fill={`url(#${id}-${index})`} />
        ))}
      </Pie>
      <text
        x="50%"
        y="50%"
        textAnchor="middle"
        dominantBaseline="central"
        fill="var(--chakra-colors-fg)"
        style={{ fontSize: 28, fontWeight: 600 }}
      >
        {write(shares.reduce((sum, { value }) => sum + value, 0))}
      </text>
    </PieChart>
  );
}
