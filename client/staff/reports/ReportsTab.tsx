import { FileText, Lock } from 'lucide-react';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import { useMay } from '../session/SessionProvider.tsx';

export default function ReportsTab() {
  const { say } = useStaffWords();
  const mayReport = useMay('generate_reports');
  return (
    <Page title={say('reports.title')}>
      <Panel>
        {mayReport ? (
          <EmptyState icon={FileText} title={say('reports.coming')} />
        ) : (
          <EmptyState icon={Lock} title={say('reports.forbidden')} />
        )}
      </Panel>
    </Page>
  );
}
