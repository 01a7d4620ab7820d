import { Box, Flex } from '@chakra-ui/react';
import { LOT_PAGE_SIZES } from '../../../../server/domain/public/publicRoutes.ts';
import { SelectField } from '../../../design/Field.tsx';
import { PaginationControl } from '../../../design/PaginationControl.tsx';
import { useLotListWords } from '../../../words/lotListWords.ts';
import type { LotListAction, LotListState } from './lotList.ts';

export interface LotPagesProps {
  state: LotListState;
  dispatch: (action: LotListAction) => void;
  totalPages: number;
  onTurn: (page: number) => void;
}

/** Page size and page navigation. */
export function LotPages({ state, dispatch, totalPages, onTurn }: LotPagesProps) {
  const { say, formatCount } = useLotListWords();
  return (
    <Flex mt="4" gap="4" align="center" justify="space-between" direction={{ base: 'column-reverse', md: 'row' }}>
      <Flex align="center" gap="2" fontSize="sm" color="fg.muted">
        <span aria-hidden>{say('lots.perPage')}</span>
        <Box w="5rem">
          <SelectField
            label={say('lots.perPage')}
            hideLabel
            value={String(state.limit)}
            onChange={(value) => {
              const limit = LOT_PAGE_SIZES.find((size) => String(size) === value);
              if (limit !== undefined) dispatch({ type: 'limit', limit });
            }}
            options={LOT_PAGE_SIZES.map((size) => ({ value: String(size), label: formatCount(size) }))}
          />
        </Box>
      </Flex>
      <PaginationControl page={state.page} totalPages={totalPages} onChange={onTurn} label={say('lots.list')} />
    </Flex>
  );
}
