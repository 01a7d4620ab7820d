import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WordsProvider } from '../../words/words.tsx';
import { DesignProvider } from '../DesignProvider.tsx';
import { Chart, type ChartProps } from './Chart.tsx';
import { isEmpty, rowsOf, sharesOf, toneColor, type ChartData } from './chartData.ts';

const DATA: ChartData = {
  categories: ['Drying', 'Shipped'],
  series: [{ id: 'lots', name: 'Lots', tone: 'leaf', tones: ['stage.drying', 'stage.shipped'], values: [3, null] }],
};

function html(props: Partial<ChartProps>): string {
  return renderToString(
    <WordsProvider>
      <DesignProvider>
        <Chart
          kind="bar"
          title="Lots by stage"
          summary="Three lots are drying."
          categories="Stage"
          data={DATA}
          write={(value) => (value === null ? '—' : `${value}`)}
          words={{ asTable: 'Show as table', asChart: 'Show as chart', loading: 'Loading chart' }}
          empty="No lots"
          {...props}
        />
      </DesignProvider>
    </WordsProvider>,
  );
}

it('tells nothing to draw from something', () => {
  expect(isEmpty(DATA)).toBe(false);
  expect(isEmpty({ categories: ['Drying'], series: [{ ...DATA.series[0]!, values: [0] }] })).toBe(true);
  expect(isEmpty({ categories: [], series: [] })).toBe(true);
});

it('gives the drawing one row per category', () => {
  expect(rowsOf(DATA)).toEqual([
    { category: 'Drying', lots: 3 },
    { category: 'Shipped', lots: null },
  ]);
});

it('gives a donut the shares of its parts', () => {
  expect(sharesOf(DATA)).toEqual([
    { name: 'Drying', value: 3, share: 1, tone: 'stage.drying' },
    { name: 'Shipped', value: 0, share: 0, tone: 'stage.shipped' },
  ]);
  expect(toneColor('stage.drying')).toBe('var(--chakra-colors-stage-drying)');
  expect(toneColor('leaf')).toBe('var(--chakra-colors-leaf-solid)');
});

it('is written by a server: a frame while it loads, and its state where there is nothing to draw', () => {
  expect(html({ data: undefined })).toContain('aria-label="Loading chart"');
  expect(html({ data: { categories: [], series: [] } })).toContain('No lots');
  expect(html({ error: 'Failed to fetch' })).toContain('Failed to fetch');
  expect(html({ data: undefined })).not.toContain('Show as table');
});
