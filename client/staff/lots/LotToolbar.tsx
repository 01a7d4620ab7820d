import { Box, chakra, Flex } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Search, SlidersHorizontal, X } from 'lucide-react';
import { Button, IconButton } from '../../design/Button.tsx';
import { SelectField, TextField } from '../../design/Field.tsx';
import { activeFilterCount, type LotListAction, type LotListState, SORTS } from './lotList.ts';

export interface LotToolbarProps {
  state: LotListState;
  dispatch: (action: LotListAction) => void;
  search: string;
  onSearch: (text: string) => void;
  filtersOpen: boolean;
  onToggleFilters: () => void;
}

/** Search, sort and the way to the filters. */
export function LotToolbar({ state, dispatch, search, onSearch, filtersOpen, onToggleFilters }: LotToolbarProps) {
  const filters = activeFilterCount(state.filter);
  return (
    <Flex as="search" aria-label="Lots" gap="3" align="flex-end" wrap="wrap">
      <Box
        flex={{ base: '1 1 100%', md: '1 1 18rem' }}
        position="relative"
        // The browser's own cross cannot be reached by keyboard; ours can.
        css={{ '& input::-webkit-search-cancel-button': { display: 'none' } }}
      >
        <TextField
          label="Search"
          type="search"
          value={search}
          onChange={onSearch}
          placeholder="Lot ID, farm, farmer or variety"
          maxLength={120}
          ps="10"
          autoComplete="off"
          end={
            search === '' ? undefined : <IconButton label="Clear search" icon={<X />} onClick={() => onSearch('')} />
          }
        />
        <Flex
          position="absolute"
          insetStart="3"
          bottom="1"
          h={{ base: '11', md: '10' }}
          align="center"
          color="fg.muted"
          pointerEvents="none"
        >
          <Search aria-hidden size={18} strokeWidth={1.75} />
        </Flex>
      </Box>
      <Flex gap="1" align="flex-end" flex={{ base: '1 1 0', md: '0 0 auto' }} minW="0">
        <Box flex="1" minW={{ base: '0', md: '11rem' }}>
          <SelectField
            label="Sort by"
            value={state.sort}
            onChange={(value) => {
              const chosen = SORTS.find((sort) => sort.value === value);
              if (chosen !== undefined) dispatch({ type: 'sort', field: chosen.value });
            }}
            options={SORTS}
          />
        </Box>
        <IconButton
          variant="secondary"
          mb="1"
          label={state.order === 'asc' ? 'Ascending; turn round' : 'Descending; turn round'}
          icon={state.order === 'asc' ? <ArrowUp /> : <ArrowDown />}
          onClick={() => dispatch({ type: 'sort', field: state.sort })}
        />
      </Flex>
      <Button variant="secondary" mb="1" aria-expanded={filtersOpen} onClick={onToggleFilters}>
        <SlidersHorizontal aria-hidden />
        <span>
          Filters
          {filters > 0 && (
            <chakra.span color="leaf" fontVariantNumeric="tabular-nums">
              {' '}
              ({filters})
            </chakra.span>
          )}
        </span>
      </Button>
    </Flex>
  );
}
