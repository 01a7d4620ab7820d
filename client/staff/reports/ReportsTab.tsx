import { FileText, Lock } from 'lucide-react';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { useMay } from '../session/SessionProvider.tsx';

export default function ReportsTab() {
  const mayReport = useMay('generate_reports');
  return (
    <Page title="Reports and Compliance">
      <Panel>
        {mayReport ? (
          <EmptyState icon={FileText} title="Compliance reports will be made and downloaded here, by harvest period." />
        ) : (
          <EmptyState icon={Lock} title="You don't have permission to generate reports." />
        )}
      </Panel>
    </Page>
  );
}
