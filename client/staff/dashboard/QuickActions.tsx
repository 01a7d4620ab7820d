import { Flex } from '@chakra-ui/react';
import { ChartColumn, FileText, Plus } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../design/Button.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import { useMay } from '../session/SessionProvider.tsx';

interface QuickActionsProps {
  /** undefined without the right to create lots */
  onCreate: (() => void) | undefined;
  onOpenReports: () => void;
}

/** The three quick actions beside the page title; 'Create' is the primary one. */
export function QuickActions({ onCreate, onOpenReports }: QuickActionsProps) {
  const { say } = useStaffWords();
  const mayReport = useMay('generate_reports');
  const title = useId();
  return (
    <Flex
      as="section"
      aria-labelledby={title}
      direction={{ base: 'column', md: 'row' }}
      align={{ base: 'stretch', md: 'center' }}
      gap={{ base: '1', md: '4' }}
      // On phones, a row below the title.
      minW={{ base: 'calc(100vw - 2rem)', md: 'auto' }}
    >
      <Flex as="h2" id={title} fontSize="sm" fontWeight="400" color="fg.muted">
        {say('actions.title')}
      </Flex>
      <Flex
        gap={{ base: '2', md: '3' }}
        wrap={{ base: 'wrap', md: 'nowrap' }}
        css={{
          '& > *': { flex: { base: '1 1 9.5rem', md: 'none' } },
          '& > [data-main]': { flexBasis: { base: '100%', md: 'auto' } },
        }}
      >
        {onCreate !== undefined && (
          <Button data-main onClick={onCreate}>
            <Plus aria-hidden />
            {say('dashboard.createLot')}
          </Button>
        )}
        {mayReport && (
          <Button variant="secondary" onClick={onOpenReports}>
            <FileText aria-hidden />
            {say('actions.report')}
          </Button>
        )}
        <LinkButton variant="secondary" to="/admin/analytics">
          <ChartColumn aria-hidden />
          {say('actions.analytics')}
        </LinkButton>
      </Flex>
    </Flex>
  );
}
