import { Flex } from '@chakra-ui/react';
import { Leaf, Pencil } from 'lucide-react';
import { useState } from 'react';
import { ActionMenu } from '../../client/design/ActionMenu.tsx';
import { StageBadge } from '../../client/design/Badge.tsx';
import { ComplianceBadge } from '../../client/design/ComplianceBadge.tsx';
import { Banner } from '../../client/design/Banner.tsx';
import { Button } from '../../client/design/Button.tsx';
import { Drawer } from '../../client/design/Drawer.tsx';
import { EmptyState } from '../../client/design/EmptyState.tsx';
import { Facts } from '../../client/design/Page.tsx';
import { ColumnChoice } from '../../client/design/table/ColumnChoice.tsx';
import type { Column } from '../../client/design/table/columns.ts';
import { DataTable } from '../../client/design/table/DataTable.tsx';
import { LongText } from '../../client/design/table/LongText.tsx';
import { SelectionBar } from '../../client/design/table/SelectionBar.tsx';
import { useColumnChoices } from '../../client/design/table/useColumnChoices.ts';
import { useSharedWords } from '../../client/words/sharedWords.ts';
import { LOTS, type SampleLot } from './sampleLots.ts';
import { Shown, State } from './Shown.tsx';

const rowId = (lot: SampleLot): string => lot.id;

// Made once, as the columns are: rows are drawn again only when they change.
const ACTIONS = {
  name: 'Actions',
  render: ({ lotId }: SampleLot) => (
    <ActionMenu
      label={`More actions for ${lotId}`}
      actions={[{ id: 'edit', label: 'Edit Lot', icon: Pencil, onSelect: () => undefined }]}
    />
  ),
};

export function TablePieces() {
  const { formatDate, formatKg, formatQuality } = useSharedWords();
  const [columns] = useState((): Column<SampleLot>[] => [
    { id: 'lot', name: 'Lot', render: ({ lotId }) => lotId, sortBy: ({ lotId }) => lotId, usual: '4rem' },
    {
      id: 'farmer',
      name: 'Farmer',
      render: ({ farmer }) => farmer,
      sortBy: ({ farmer }) => farmer,
      usual: '8rem',
      width: '16rem',
    },
    { id: 'stage', name: 'Stage', render: ({ stage }) => <StageBadge stage={stage} />, usual: '5rem' },
    { id: 'status', name: 'EUDR status', render: ({ status }) => <ComplianceBadge status={status} />, usual: '5rem' },
    {
      id: 'quality',
      name: 'Quality',
      figures: true,
      render: ({ quality }) => formatQuality(quality),
      sortBy: ({ quality }) => quality,
      usual: '3rem',
    },
    {
      id: 'weight',
      name: 'Weight',
      figures: true,
      render: ({ weight }) => formatKg(weight),
      sortBy: ({ weight }) => weight,
      usual: '4rem',
    },
    {
      id: 'harvested',
      name: 'Harvested',
      figures: true,
      render: ({ harvested }) => formatDate(harvested),
      sortBy: ({ harvested }) => harvested,
      usual: '6rem',
    },
    { id: 'variety', name: 'Variety', render: ({ variety }) => variety, hiddenAtFirst: true, usual: '5rem' },
  ]);
  const [choices, choose] = useColumnChoices('pieces');
  const [selected, select] = useState<ReadonlySet<string>>(new Set(['lot-1']));
  const [barred, bar] = useState<ReadonlySet<string>>(new Set(['lot-1']));
  const [opened, open] = useState<SampleLot | null>(null);
  const empty = (
    <EmptyState icon={Leaf} title="No lots yet" action={<Button>Create your first lot</Button>}>
      A lot is one harvest of one farm.
    </EmptyState>
  );
  const shared = { columns, rowId, loading: 'Loading lots', empty };
  return (
    <>
      <Shown
        title="Table"
        pieces={['DataTable', 'TableRow', 'SkeletonRows', 'ColumnChoice', 'SelectionBar', 'LongText']}
      >
        <State name="96 rows: sorted, selected, opened beside the list, columns chosen">
          <Flex justify="flex-end" mb="3">
            <ColumnChoice label="Columns" columns={columns} choices={choices} onChange={choose} />
          </Flex>
          <DataTable
            {...shared}
            caption="Lots to work with"
            rows={LOTS}
            choices={choices}
            selection={{ selected, onChange: select, all: 'Select all lots', one: ({ lotId }) => `Select ${lotId}` }}
            onOpen={open}
            actions={ACTIONS}
            maxHeight="30rem"
          />
        </State>
        <State name="to read, newer rows on their way">
          <DataTable {...shared} caption="Lots to read" rows={LOTS.slice(0, 3)} busy />
        </State>
        <State name="a text of any length, in two lines">
          <LongText text="Philomena Kaupa-Wingti of the cooperative at Angoram, who keeps the lots of the Middle Sepik and those of her sisters" />
        </State>
        <State name="rows that are links">
          <DataTable
            {...shared}
            caption="Lots as links"
            rows={LOTS.slice(0, 2)}
            href={({ lotId }) => `/lots/${lotId}`}
          />
        </State>
        <State name="a selection, whose bar takes the place of the heads">
          <DataTable
            {...shared}
            caption="Lots with a bar"
            rows={LOTS.slice(0, 2)}
            selection={{
              selected: barred,
              onChange: bar,
              all: 'Select both lots',
              one: ({ lotId }) => `Select ${lotId} for the bar`,
              bar: (
                <SelectionBar count={barred.size} label="With the selected lots" said={`${barred.size} selected`}>
                  <Button size="sm" variant="quiet" onClick={() => bar(new Set())}>
                    Clear selection
                  </Button>
                </SelectionBar>
              ),
            }}
          />
        </State>
        <State name="loading">
          <DataTable {...shared} caption="Lots that are loading" rows={undefined} expected={3} onOpen={open} />
        </State>
        <State name="nothing yet">
          <DataTable {...shared} caption="No lots" rows={[]} />
        </State>
        <State name="not to be had">
          <DataTable
            {...shared}
            caption="Lots that failed"
            rows={undefined}
            error={
              <Banner
                title="Error Loading Lots"
                action={
                  <Button size="sm" variant="secondary">
                    Try Again
                  </Button>
                }
              >
                Failed to fetch lots
              </Banner>
            }
          />
        </State>
      </Shown>
      <Drawer
        open={opened !== null}
        onClose={() => open(null)}
        title={opened?.lotId}
        closeLabel="Close"
        footer={<Button>Advance</Button>}
      >
        {opened !== null && (
          <Facts
            items={[
              ['Farmer', opened.farmer],
              ['Stage', <StageBadge key="stage" stage={opened.stage} />],
              ['Weight', formatKg(opened.weight)],
              ['Quality', formatQuality(opened.quality)],
              ['Harvested', formatDate(opened.harvested)],
            ]}
          />
        )}
      </Drawer>
    </>
  );
}
