import { chakra, Flex } from '@chakra-ui/react';
import { ChartColumn, FileText, Plus } from 'lucide-react';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import { useMay } from '../session/SessionProvider.tsx';

interface QuickActionsProps {
  onCreate: (() => void) | undefined;
  onOpenReports: () => void;
}

export function QuickActions({ onCreate, onOpenReports }: QuickActionsProps) {
  const mayReport = useMay('generate_reports');
  return (
    <Panel title="Quick Actions">
      <Flex direction="column" gap="2">
        {onCreate !== undefined && (
          <Button variant="secondary" justifyContent="start" onClick={onCreate}>
            <Plus aria-hidden />
            Create New Lot
          </Button>
        )}
        {mayReport && (
          <Button variant="secondary" justifyContent="start" onClick={onOpenReports}>
            <FileText aria-hidden />
            Generate Report
          </Button>
        )}
        <Button variant="secondary" justifyContent="start" disabled>
          <ChartColumn aria-hidden />
          View Analytics
          <chakra.span fontWeight="400">Coming Soon</chakra.span>
        </Button>
      </Flex>
    </Panel>
  );
}
