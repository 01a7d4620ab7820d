import { ChartColumn } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Banner } from '../../client/design/Banner.tsx';
import { Chart, type ChartProps } from '../../client/design/charts/Chart.tsx';
import type { ChartTone } from '../../client/design/charts/chartData.ts';
import { PointMark, Swatch, Texture } from '../../client/design/charts/Swatch.tsx';
import { FlowDrawing } from '../../client/design/flow/FlowDrawing.tsx';
import { EmptyState } from '../../client/design/EmptyState.tsx';
import { useSharedWords } from '../../client/words/sharedWords.ts';
import { STAGES } from '../../server/domain/lot/stages.ts';
import { Columns, Row, Shown, State } from './Shown.tsx';

const Drawing = lazy(() => import('../../client/design/charts/Drawing.tsx'));

const WORDS = { asTable: 'Show as table', asChart: 'Show as chart', loading: 'Loading chart' };
const WEEKS = ['Mar 2', 'Mar 9', 'Mar 16', 'Mar 23', 'Mar 30', 'Apr 6', 'Apr 13', 'Apr 20'];
const STAGE_COLORS = STAGES.map((stage): ChartTone => `stage.${stage}`);
const TONES = ['leaf', 'pod', 'sky', 'brand'] as const;

export function ChartPieces() {
  const { formatCount, formatPercent, say } = useSharedWords();
  const shared: Pick<ChartProps, 'words' | 'empty'> = {
    words: WORDS,
    empty: (
      <EmptyState icon={ChartColumn} title="No lots in this period">
        Choose a longer one.
      </EmptyState>
    ),
  };
  const stages = {
    categories: STAGES.map((stage) => say(`stage.${stage}`)),
    series: [
      { id: 'lots', name: 'Lots', tone: 'brand' as const, tones: STAGE_COLORS, values: [120, 340, 512, 98, 45, 1204] },
    ],
  };
  return (
    <Shown title="Charts" pieces={['Chart', 'Drawing', 'Swatch', 'Texture', 'PointMark', 'FlowDrawing']}>
      <Columns least="24rem">
        <Chart
          {...shared}
          kind="bar"
          title="Lots by stage"
          summary="Most lots are delivered: 1,204 of 2,319."
          categories="Stage"
          data={stages}
          write={formatCount}
        />
        <Chart
          {...shared}
          kind="line"
          title="Compliance over time"
          summary="The share of compliant lots rose from 88% to 96% in eight weeks."
          categories="Week of"
          data={{
            categories: WEEKS,
            series: [
              { id: 'all', name: 'All farms', tone: 'leaf', values: [88, 89, 91, 90, 93, null, 95, 96] },
              { id: 'own', name: 'Own farm', tone: 'brand', values: [70, 74, 73, 80, 82, 85, 84, 90] },
            ],
          }}
          write={formatPercent}
        />
        <Chart
          {...shared}
          kind="stacked"
          title="Alerts per week"
          summary="Twelve alerts in the week of March 23, five of them high."
          categories="Week of"
          data={{
            categories: WEEKS,
            series: [
              { id: 'high', name: 'High', tone: 'alarm', values: [1, 0, 2, 5, 1, 0, 0, 1] },
              { id: 'medium', name: 'Medium', tone: 'pod', values: [2, 1, 3, 4, 2, 2, 1, 0] },
              { id: 'low', name: 'Low', tone: 'sky', values: [4, 2, 1, 3, 3, 1, 2, 2] },
            ],
          }}
          write={formatCount}
        />
        <Chart
          {...shared}
          kind="donut"
          title="Quality"
          summary="Half of the lots are Excellent or better."
          categories="Grade"
          data={{
            categories: ['Premium', 'Excellent', 'Good', 'Standard'],
            series: [{ id: 'lots', name: 'Lots', tone: 'leaf', tones: TONES, values: [210, 480, 390, 124] }],
          }}
          write={formatCount}
          writeShare={(share) => formatPercent(share * 100)}
        />
        <Chart
          {...shared}
          kind="bar"
          title="Loading"
          summary=""
          categories="Stage"
          data={undefined}
          write={formatCount}
        />
        <Chart
          {...shared}
          kind="bar"
          title="Nothing in this period"
          summary=""
          categories="Stage"
          data={{ categories: [], series: [] }}
          write={formatCount}
        />
        <Chart
          {...shared}
          kind="bar"
          title="Not to be had"
          summary=""
          categories="Stage"
          data={undefined}
          error={<Banner>Failed to fetch the figures</Banner>}
          write={formatCount}
        />
      </Columns>
      <State name="the drawing alone, and what tells series apart besides color" maxW="30rem">
        <div role="img" aria-label="Lots by stage, drawn alone" style={{ height: '10rem' }}>
          <Suspense>
            <Drawing kind="bar" data={stages} write={formatCount} writeTick={formatCount} />
          </Suspense>
        </div>
        <Row>
          {TONES.map((tone, index) => (
            <Row key={tone}>
              <Swatch kind="bar" tone={tone} index={index} />
              <Swatch kind="line" tone={tone} index={index} />
            </Row>
          ))}
          <svg aria-hidden width="96" height="24">
            <defs>
              <Texture id="texture-shown" tone="brand" index={1} />
            </defs>
            <rect width="64" height="24" fill="url(#texture-shown)" />
            <PointMark x={84} y={12} tone="brand" index={2} />
          </svg>
        </Row>
      </State>
      <State name="a flow of amounts" maxW="40rem">
        <FlowDrawing
          title="60 kg of LOT701 and 40 kg of LOT704 become 100 kg"
          nodes={[
            { id: 'a', label: 'LOT701', note: '60 kg', value: 60, column: 0, tone: 'leaf' },
            { id: 'b', label: 'LOT704', note: '40 kg', value: 40, column: 0, tone: 'brand' },
            { id: 'c', label: 'LOT800', note: '100 kg', value: 100, column: 1, tone: 'sky' },
          ]}
          links={[
            { from: 'a', to: 'c', value: 60 },
            { from: 'b', to: 'c', value: 40 },
          ]}
        />
      </State>
    </Shown>
  );
}
