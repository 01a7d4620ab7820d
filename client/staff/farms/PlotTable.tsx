import { chakra, Flex } from '@chakra-ui/react';
import { History, Pencil, PencilRuler, Trash2 } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { ActionMenu, type MenuAction } from '../../design/ActionMenu.tsx';
import type { Column } from '../../design/table/columns.ts';
import { StatusDot } from '../../design/StatusDot.tsx';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import type { PlotRowFragment } from '../../graphql/generated.ts';
import { useFarmWords, type FarmWords } from '../../words/farmWords.ts';
import { plotPlaces } from './plotPlaces.ts';
import { plotStatus, type LotsByPlot } from './plotStatus.ts';
import { areaText } from './plotWords.ts';

/** Actions on a plot. */
export type PlotTask = 'rename' | 'redraw' | 'history' | 'remove';

interface PlotTableProps {
  farmId: string;
  rows: readonly PlotRowFragment[] | undefined;
  lots: LotsByPlot;
  mayManage: boolean;
  error: ReactNode;
  empty: ReactNode;
  onTask: (task: PlotTask, plot: PlotRowFragment) => void;
}

/** A farm's plots, sorted by name. */
export function PlotTable({ farmId, rows, lots, mayManage, error, empty, onTask }: PlotTableProps) {
  const words = useFarmWords();
  const { say } = words;
  const columns = useMemo(() => plotColumns(words, lots), [words, lots]);
  const actions = useMemo(
    () => ({
      name: say('plot.actions'),
      render: (plot: PlotRowFragment) => {
        const task = (id: PlotTask, icon: MenuAction['icon'], danger = false): MenuAction => ({
          id,
          label: say(`plot.${id}`),
          icon,
          danger,
          onSelect: () => onTask(id, plot),
        });
        const changes = [
          task('rename', Pencil),
          task('redraw', PencilRuler),
          task('history', History),
          task('remove', Trash2, true),
        ];
        const items = mayManage ? changes : [task('history', History)];
        return <ActionMenu label={say('plot.actionsOf', { name: plot.name ?? say('plot.erased') })} actions={items} />;
      },
    }),
    [say, onTask, mayManage],
  );
  return (
    <DataTable
      stacks
      caption={say('farmPage.list', { farmId })}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      actions={actions}
      loading={say('farmPage.loading')}
      expected={3}
      error={error}
      empty={empty}
    />
  );
}

function plotColumns(words: FarmWords, lots: LotsByPlot): Column<PlotRowFragment>[] {
  const { say, formatCount, formatDateTime, formatCountry } = words;
  return [
    {
      id: 'name',
      name: say('plot.name'),
      width: '14rem',
      usual: '9rem',
      render: ({ name }) =>
        name === null ? <chakra.span color="fg.muted">{say('plot.erased')}</chakra.span> : <LongText text={name} />,
    },
    {
      id: 'area',
      name: say('plot.area'),
      figures: true,
      width: '7rem',
      usual: '4rem',
      render: ({ areaHa }) => say('plot.hectares', { area: areaText(words, areaHa) }),
    },
    {
      id: 'kind',
      name: say('plot.kind'),
      width: '11rem',
      usual: '8rem',
      render: (plot) => {
        const corners = plotPlaces(plot).length;
        return corners < 2 ? say('plot.kindPoint') : say('plot.kindOutline', { corners });
      },
    },
    {
      id: 'lots',
      name: say('plot.lots'),
      figures: true,
      width: '5rem',
      usual: '2rem',
      render: ({ id }) => formatCount(lots.get(id)?.lots ?? 0),
    },
    {
      id: 'status',
      name: say('plot.status'),
      width: '13rem',
      usual: '9rem',
      render: ({ id }) => {
        const { tone, text } = plotStatus(words, lots.get(id));
        return (
          <Flex as="span" display="inline-flex" align="center" gap="2">
            <StatusDot tone={tone} />
            {text}
          </Flex>
        );
      },
    },
    {
      id: 'country',
      name: say('plot.country'),
      width: '10rem',
      usual: '7rem',
      render: ({ country }) => (country === null ? say('plot.noCountry') : (formatCountry(country) ?? country)),
    },
    {
      id: 'changed',
      name: say('plot.changed'),
      width: '11rem',
      usual: '9rem',
      render: ({ updatedAt }) => <chakra.span whiteSpace="nowrap">{formatDateTime(updatedAt)}</chakra.span>,
    },
  ];
}
