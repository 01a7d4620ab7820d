import { Lock } from 'lucide-react';
import { EmptyState } from '../../design/EmptyState.tsx';
import { LINE_LINK } from '../../design/linkLooks.ts';
import { Page, Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { useReportsWords } from '../../words/reportsWords.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { HISTORY_ID } from './ReportHistory.tsx';
import { Reports } from './Reports.tsx';

/** Reports and compliance (docs/spec/reports.md, 'Reports tab'). */
export default function ReportsTab() {
  return <ReportsPage mayReport={useMay('generate_reports')} />;
}

export function ReportsPage({ mayReport }: { mayReport: boolean }) {
  const { say } = useReportsWords();
  return (
    <Page
      title={say('reports.title')}
      actions={
        mayReport && (
          // On phones a report fills several screens, and the existing reports are below it.
          <TextLink {...LINE_LINK} href={`#${HISTORY_ID}`} alignSelf="center" fontSize="sm">
            {say('history.title')}
          </TextLink>
        )
      }
    >
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
