import { Grid } from '@chakra-ui/react';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Page } from '../../design/Page.tsx';
import { useStatementWords } from '../../words/statementWords.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { CONSIGNMENTS_PATH } from '../consignments/consignmentAddress.ts';
import { RetainedPanel } from './RetainedPanel.tsx';
import { SupplierDeclarationsPanel } from './SupplierDeclarationsPanel.tsx';
import { YearlySummaryPanel } from './YearlySummaryPanel.tsx';

const COLUMNS = { base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' };

/** Statements over all consignments: what is kept, the figures of a year, and the numbers of suppliers. */
export function StatementsOverviewPage() {
  const { say } = useStatementWords();
  return (
    <Page
      title={say('statements.title')}
      actions={
        <LinkButton variant="secondary" to={CONSIGNMENTS_PATH}>
          {say('statements.toConsignments')}
        </LinkButton>
      }
    >
      <PageIntro>
        {say('statements.lead')} {say('statements.where')}
      </PageIntro>
      <RetainedPanel />
      <Grid templateColumns={COLUMNS} gap="5" alignItems="start">
        <SupplierDeclarationsPanel />
        <YearlySummaryPanel />
      </Grid>
    </Page>
  );
}
