import { Box, chakra, Flex } from '@chakra-ui/react';
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronUp,
  Download,
  LayoutGrid,
  Rows3,
  Search,
  SlidersHorizontal,
  Table2,
  X,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../design/Button.tsx';
import { SelectField, TextField } from '../../../design/Field.tsx';
import { LOW } from '../../../design/look.ts';
import { LotListRich, useLotListWords } from '../../../words/lotListWords.ts';
import { useDebouncedField } from '../../useDebouncedField.ts';
import { activeFilterCount, SEARCH_LENGTH, SORTS } from './lotList.ts';
import { LAYOUTS, type Layout } from './lotListAddress.ts';
import type { LotList } from './useLotList.ts';

/** One row on low screens that are wide enough, so that lots are visible below it. */
const ONE_LINE = { [`${LOW} and (min-width: 36rem)`]: { flexWrap: 'nowrap', '& > :first-child': { minW: '7rem' } } };

export interface LotToolbarProps {
  list: LotList;
  /** phones: sort and layout are shown */
  unfolded: boolean;
  onUnfold: () => void;
  filtersOpen: boolean;
  onToggleFilters: () => void;
  /** exports the full list; undefined if there is nothing to export or an export is running */
  onExport: (() => void) | undefined;
  /** column selection, for the table layout */
  columns: ReactNode;
  /** saved views */
  views: ReactNode;
}

/** Search, filters, sort (for layouts without sortable headings), layout and export: one row from 1024 px. */
export function LotToolbar({
  list,
  unfolded,
  onUnfold,
  filtersOpen,
  onToggleFilters,
  onExport,
  columns,
  views,
}: LotToolbarProps) {
  const { say } = useLotListWords();
  const { state, dispatch, layout, setLayout } = list;
  const filters = activeFilterCount(state.filter);
  return (
    <Flex as="search" aria-label={say('lots.list')} gap="2" align="flex-start" wrap="wrap" css={ONE_LINE}>
      <LotSearch value={state.search} onSearch={(text) => dispatch({ type: 'search', text })} />
      <Button variant="secondary" px={{ base: '2', sm: '4' }} aria-expanded={filtersOpen} onClick={onToggleFilters}>
        {/* On phones there is room for the word only. */}
        <chakra.span hideBelow="sm" display="inline-flex">
          <SlidersHorizontal aria-hidden />
        </chakra.span>
        <span>
          {filters === 0 ? (
            say('find.filters')
          ) : (
            <LotListRich
              id="find.filtersSet"
              params={{ count: filters }}
              parts={{ count: <chakra.span color="leaf" fontVariantNumeric="tabular-nums" /> }}
            />
          )}
        </span>
      </Button>
      <Button
        hideFrom="md"
        variant="secondary"
        px={{ base: '2', sm: '4' }}
        gap="1"
        aria-label={say('find.more')}
        aria-expanded={unfolded}
        onClick={onUnfold}
      >
        {say('lots.view')}
        {unfolded ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
      </Button>
      {layout !== 'table' && (
        <Flex
          display={{ base: unfolded ? 'flex' : 'none', md: 'flex' }}
          flex={{ base: '1 1 11.5rem', md: '0 0 auto' }}
          minW="0"
          gap="1"
          align="flex-start"
        >
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
      <Flex display={{ base: unfolded ? 'flex' : 'none', md: 'flex' }} gap="2">
        <LayoutChoice layout={layout} onChange={setLayout} />
        {layout === 'table' && columns}
        {views}
      </Flex>
      <Button variant="secondary" hideBelow="md" disabled={onExport === undefined} onClick={onExport}>
        <Download aria-hidden />
        {say('files.export')}
      </Button>
    </Flex>
  );
}

/**
 * The search box. It keeps the typed text in its own state, so that the rest does not render at each key, and reports
 * it after a pause, on Enter, and on blur, so that a pending search cannot overtake a later navigation.
 * @param value current search; a change from outside, such as Back, replaces the text
 */
function LotSearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { say } = useLotListWords();
  const { text, type, tell } = useDebouncedField(value, onSearch);

  return (
    <Box
      flex={{ base: '1 1 9rem', md: '1 1 16rem' }}
      position="relative"
      // The browser's clear button is not reachable by keyboard; ours is.
      css={{ '& input::-webkit-search-cancel-button': { display: 'none' } }}
    >
      <TextField
        label={say('find.search')}
        hideLabel
        type="search"
        value={text}
        onChange={type}
        onBlur={() => tell()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') tell();
        }}
        placeholder={say('find.what')}
        maxLength={SEARCH_LENGTH}
        ps="10"
        autoComplete="off"
        end={text === '' ? undefined : <IconButton label={say('find.clear')} icon={<X />} onClick={() => tell('')} />}
      />
      <Flex
        position="absolute"
        insetStart="3"
        top="0"
        h={{ base: '11', md: '10' }}
        align="center"
        color="fg.muted"
        pointerEvents="none"
      >
        <Search aria-hidden size={18} strokeWidth={1.75} />
      </Flex>
    </Box>
  );
}

const ICONS: Record<Layout, LucideIcon> = { table: Table2, grid: LayoutGrid, compact: Rows3 };

/** Table, cards or compact cards. */
function LayoutChoice({ layout, onChange }: { layout: Layout; onChange: (layout: Layout) => void }) {
  const { say } = useLotListWords();
  return (
    <Flex
      role="group"
      aria-label={say('lots.view')}
      flexShrink="0"
      borderWidth="1px"
      borderColor="edge"
      borderRadius="control"
      bg="bg.raised"
    >
      {LAYOUTS.map((one) => {
        const Icon = ICONS[one];
        const pressed = one === layout;
        return (
          <IconButton
            key={one}
            label={say(`lots.${one}`)}
            icon={<Icon />}
            aria-pressed={pressed}
            minH={{ base: '11', md: '9' }}
            css={pressed ? { bg: 'leaf.subtle', color: 'leaf' } : { color: 'fg.muted' }}
            onClick={() => onChange(one)}
          />
        );
      })}
    </Flex>
  );
}
