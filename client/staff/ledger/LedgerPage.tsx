import { useQuery } from '@apollo/client/react';
import { Flex, Grid } from '@chakra-ui/react';
import { Banner } from '../../design/Banner.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import { LedgerStateDocument } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { Retry } from '../admin-shared/Retry.tsx';
import { useUser } from '../session/SessionProvider.tsx';
import { LedgerHead } from './LedgerHead.tsx';
import { LedgerOrganisations } from './LedgerOrganisations.tsx';
import { IntegrityAuditPanel } from './IntegrityAuditPanel.tsx';
import { RefusedEvents } from './RefusedEvents.tsx';

/** State of the ledger: last audit, signed head, signing organisations; for admins also the rejected events. */
export default function LedgerPage() {
  const words = useOfficeWords();
  const { say } = words;
  const isAdmin = useUser().role === 'admin';
  const { data, error, refetch } = useQuery(LedgerStateDocument, { fetchPolicy: 'cache-and-network' });
  return (
    <Page title={say('ledgerPage.title')}>
      <PageIntro>{say('ledgerPage.lead')}</PageIntro>
      {data === undefined && error !== undefined && (
        <Banner title={say('ledgerPage.failed')} action={<Retry onRetry={refetch} />}>
          {errorMessage(words, error)}
        </Banner>
      )}
      {data === undefined && error === undefined && (
        <Delayed label={say('ledgerPage.loading')}>
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="5">
            <Panel>
              <DetailSkeleton rows={6} />
            </Panel>
            <Panel>
              <DetailSkeleton rows={6} />
            </Panel>
          </Grid>
        </Delayed>
      )}
      {data !== undefined && (
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
          <IntegrityAuditPanel health={data.health} mayAsk={isAdmin} onAsk={refetch} />
          <Flex direction="column" gap="5" minW="0">
            <LedgerHead head={data.ledgerHead} organisations={data.ledgerOrganisations} />
            <LedgerOrganisations organisations={data.ledgerOrganisations} />
          </Flex>
        </Grid>
      )}
      {isAdmin && <RefusedEvents />}
    </Page>
  );
}
