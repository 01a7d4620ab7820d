import { Lock } from 'lucide-react';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { useReportsWords } from '../../words/reportsWords.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { Reports } from './Reports.tsx';

/** Reports and compliance (staff specification, section 2, 'Reports tab'). */
export default function ReportsTab() {
  return <ReportsPage mayReport={useMay('generate_reports')} />;
}

export function ReportsPage({ mayReport }: { mayReport: boolean }) {
  const { say } = useReportsWords();
  return (
    <Page title={say('reports.title')}>
      {mayReport ? (
        <Reports />
      ) : (
        <Panel>
          <EmptyState icon={Lock} title={say('reports.forbidden')} />
        </Panel>
      )}
    </Page>
  );
}
