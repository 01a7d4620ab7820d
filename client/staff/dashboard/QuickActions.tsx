import { chakra, Flex } from '@chakra-ui/react';
import { ChartColumn, FileText, Plus } from 'lucide-react';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import { useMay } from '../session/SessionProvider.tsx';

interface QuickActionsProps {
  onCreate: (() => void) | undefined;
  onOpenReports: () => void;
}

export function QuickActions({ onCreate, onOpenReports }: QuickActionsProps) {
  const { say } = useStaffWords();
  const mayReport = useMay('generate_reports');
  return (
    <Panel title={say('actions.title')}>
      <Flex direction="column" gap="2">
        {onCreate !== undefined && (
          <Button variant="secondary" justifyContent="start" onClick={onCreate}>
            <Plus aria-hidden />
            {say('dashboard.createLot')}
          </Button>
        )}
        {mayReport && (
          <Button variant="secondary" justifyContent="start" onClick={onOpenReports}>
            <FileText aria-hidden />
            {say('actions.report')}
          </Button>
        )}
        <Button variant="secondary" justifyContent="start" disabled>
          <ChartColumn aria-hidden />
          {say('actions.analytics')}
          <chakra.span fontWeight="400">{say('actions.comingSoon')}</chakra.span>
        </Button>
      </Flex>
    </Panel>
  );
}
