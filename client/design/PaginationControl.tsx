import { Box, chakra, Flex } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useSharedWords } from '../words/sharedWords.ts';
import { Button, IconButton } from './Button.tsx';
import { GAP, paginationWindow } from './paginationWindow.ts';

/**
 * <PaginationControl page={page} totalPages={n} onChange={setPage} label="Lots" />: renders nothing for a single page.
 */
export interface PaginationControlProps {
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
  label: string;
}

export function PaginationControl({ page, totalPages, onChange, label }: PaginationControlProps) {
  const { say } = useSharedWords();
  if (totalPages <= 1) return null;
  return (
    <chakra.nav aria-label={say('pages.label', { list: label })} maxW="full">
      <Flex gap={{ base: '0', sm: '1' }} align="center" justify="center" fontVariantNumeric="tabular-nums">
        <IconButton
          label={say('pages.previous')}
          icon={<ChevronLeft />}
          disabled={page <= 1}
          onClick={() => onChange(page - 1)}
        />
        <Flex hideBelow="sm" gap="1" align="center">
          <PageButtons entries={paginationWindow(page, totalPages)} page={page} onChange={onChange} />
        </Flex>
        <Flex hideFrom="sm" align="center" minW="0">
          <PageButtons entries={paginationWindow(page, totalPages, 3)} page={page} onChange={onChange} />
        </Flex>
        <IconButton
          label={say('pages.next')}
          icon={<ChevronRight />}
          disabled={page >= totalPages}
          onClick={() => onChange(page + 1)}
        />
      </Flex>
    </chakra.nav>
  );
}

interface PageButtonsProps {
  entries: readonly (number | typeof GAP)[];
  page: number;
  onChange: (page: number) => void;
}

function PageButtons({ entries, page, onChange }: PageButtonsProps) {
  const { say } = useSharedWords();
  return entries.map((entry, index) =>
    entry === GAP ? (
      <Box key={`gap-${index}`} px={{ base: '0', sm: '1' }} color="fg.muted" aria-hidden>
        {GAP}
      </Box>
    ) : (
      <Button
        key={entry}
        variant={entry === page ? 'secondary' : 'quiet'}
        px={{ base: '1', sm: '3' }}
        minW={{ base: '10', sm: '11' }}
        aria-label={say('pages.page', { page: entry })}
        aria-current={entry === page ? 'page' : undefined}
        onClick={() => onChange(entry)}
      >
        {entry}
      </Button>
    ),
  );
}
