import { Box, chakra, Flex } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, Search, SlidersHorizontal, X } from 'lucide-react';
import { Button, IconButton } from '../../design/Button.tsx';
import { SelectField, TextField } from '../../design/Field.tsx';
import { StaffRich, useStaffWords } from '../../words/staffWords.ts';
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
  const { say } = useStaffWords();
  const filters = activeFilterCount(state.filter);
  return (
    <Flex as="search" aria-label={say('lots.list')} gap="3" align="flex-end" wrap="wrap">
      <Box
        flex={{ base: '1 1 100%', md: '1 1 18rem' }}
        position="relative"
        // The browser's own cross cannot be reached by keyboard; ours can.
        css={{ '& input::-webkit-search-cancel-button': { display: 'none' } }}
      >
        <TextField
          label={say('find.search')}
          type="search"
          value={search}
          onChange={onSearch}
          placeholder={say('find.what')}
          maxLength={120}
          ps="10"
          autoComplete="off"
          end={
            search === '' ? undefined : (
              <IconButton label={say('find.clear')} icon={<X />} onClick={() => onSearch('')} />
            )
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
            label={say('find.sortBy')}
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
          mb="1"
          label={say(state.order === 'asc' ? 'find.ascending' : 'find.descending')}
          icon={state.order === 'asc' ? <ArrowUp /> : <ArrowDown />}
          onClick={() => dispatch({ type: 'sort', field: state.sort })}
        />
      </Flex>
      <Button variant="secondary" mb="1" aria-expanded={filtersOpen} onClick={onToggleFilters}>
        <SlidersHorizontal aria-hidden />
        <span>
          {filters === 0 ? (
            say('find.filters')
          ) : (
            <StaffRich
              id="find.filtersSet"
              params={{ count: filters }}
              parts={{ count: <chakra.span color="leaf" fontVariantNumeric="tabular-nums" /> }}
            />
          )}
        </span>
      </Button>
    </Flex>
  );
}
