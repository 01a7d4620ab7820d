import { Box, chakra, Flex } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Download, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../design/Button.tsx';
import { SelectField } from '../../../design/Field.tsx';
import { LOW } from '../../../design/look.ts';
import { LotListRich, useLotListWords } from '../../../words/lotListWords.ts';
import { LayoutChoice } from './LayoutChoice.tsx';
import { activeFilterCount, SORTS } from './lotList.ts';
import { LotSearch } from './LotSearch.tsx';
import type { LotList } from './useLotList.ts';

/** On phones only the icon is visible; the text stays the accessible name. */
const NARROW_SR_ONLY = {
  position: { base: 'absolute', sm: 'static' },
  w: { base: '1px', sm: 'auto' },
  h: { base: '1px', sm: 'auto' },
  overflow: { base: 'hidden', sm: 'visible' },
  clipPath: { base: 'inset(50%)', sm: 'none' },
  whiteSpace: 'nowrap',
};

/** One row on low screens that are wide enough, so that lots are visible below it. */
const ONE_LINE = { [`${LOW} and (min-width: 36rem)`]: { flexWrap: 'nowrap', '& > :first-child': { minW: '7rem' } } };

export interface LotToolbarProps {
  list: LotList;
  filtersOpen: boolean;
  onToggleFilters: () => void;
  /** exports the full list; undefined if there is nothing to export or an export is running */
  onExport: (() => void) | undefined;
  /** column selection, for the table layout */
  columns: ReactNode;
}

/** Search, filters, sort (for layouts without sortable headings), layout and export: one row from 1024 px. */
export function LotToolbar({ list, filtersOpen, onToggleFilters, onExport, columns }: LotToolbarProps) {
  const { say } = useLotListWords();
  const { state, dispatch, layout, setLayout } = list;
  const filters = activeFilterCount(state.filter);
  return (
    <Flex as="search" aria-label={say('lots.list')} gap="2" align="flex-start" wrap="wrap" css={ONE_LINE}>
      <LotSearch value={state.search} onSearch={(text) => dispatch({ type: 'search', text })} />
      <Button
        variant="secondary"
        px={{ base: '0', sm: '4' }}
        minW="11"
        aria-expanded={filtersOpen}
        onClick={onToggleFilters}
      >
        <SlidersHorizontal aria-hidden />
        <chakra.span css={filters === 0 ? NARROW_SR_ONLY : undefined}>
          {filters === 0 ? (
            say('find.filters')
          ) : (
            <LotListRich
              id="find.filtersSet"
              params={{ count: filters }}
              parts={{ count: <chakra.span color="leaf" fontVariantNumeric="tabular-nums" /> }}
            />
          )}
        </chakra.span>
      </Button>
      {layout !== 'table' && (
        <Flex flex={{ base: '1 1 11.5rem', md: '0 0 auto' }} minW="0" gap="1" align="flex-start">
          <Box flex="1" minW={{ base: '6rem', md: '10rem' }}>
            <SelectField
              label={say('find.sortBy')}
              hideLabel
              value={state.sort}
              onChange={(value) => {
                const chosen = SORTS.find((sort) => sort === value);
                if (chosen !== undefined) dispatch({ type: 'sort', field: chosen });
              }}
              options={SORTS.map((sort) => ({ value: sort, label: say(`sort.${sort}`) }))}
            />
          </Box>
          <IconButton
            variant="secondary"
            label={say(state.order === 'asc' ? 'find.ascending' : 'find.descending')}
            icon={state.order === 'asc' ? <ArrowUp /> : <ArrowDown />}
            onClick={() => dispatch({ type: 'sort', field: state.sort })}
          />
        </Flex>
      )}
      <LayoutChoice layout={layout} onChange={setLayout} />
      {layout === 'table' && columns}
      <Button variant="secondary" hideBelow="md" disabled={onExport === undefined} onClick={onExport}>
        <Download aria-hidden />
        {say('files.export')}
      </Button>
    </Flex>
  );
}
