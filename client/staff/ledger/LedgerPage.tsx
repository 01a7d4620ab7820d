import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { Facts, Page, Panel } from '../../design/Page.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import { LedgerStateDocument, type LedgerStateQuery } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { hashPreview } from '../../words/format.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useUser } from '../session/SessionProvider.tsx';
import { LedgerHead } from './LedgerHead.tsx';
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
        <LoadFailure title={say('ledgerPage.failed')} error={error} onRetry={refetch} />
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

/** The organisations that sign blocks, with the fingerprints that they publish. */
function LedgerOrganisations({ organisations }: { organisations: LedgerStateQuery['ledgerOrganisations'] }) {
  const { say } = useOfficeWords();
  return (
    <Panel title={say('ledgerRoots.title')}>
      <Box fontSize="sm" color="fg.muted" mb="4">
        {say('ledgerRoots.what')}
      </Box>
      <Facts
        items={organisations.map(({ name, rootFingerprint }) => [
          name,
          <CopyableValue
            key={name}
            name={say('ledgerRoots.fingerprintName', { name })}
            text={rootFingerprint}
            shown={hashPreview(rootFingerprint)}
          />,
        ])}
      />
    </Panel>
  );
}
