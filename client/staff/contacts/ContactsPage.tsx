import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { Inbox, MailX } from 'lucide-react';
import { useState } from 'react';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { EntrySkeleton } from '../../design/Skeletons.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import { ContactsDocument, type ContactFragment } from '../../graphql/generated.ts';
import { OfficeRich, useOfficeWords } from '../../words/adminMessages.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { RelativeTime } from '../../design/RelativeTime.tsx';

/** Messages of the contact form, if the operator stores them (docs/spec/public-pages.md, 'Contact form'). */
export default function ContactsPage() {
  const words = useOfficeWords();
  const { say } = words;
  const [page, setPage] = useState(1);
  const { data, previousData, error, refetch } = useQuery(ContactsDocument, {
    variables: { page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = data ?? previousData;
  const kept = shown?.contactRequests;
  return (
    <Page title={say('contacts.title')}>
      <PageIntro>{say('contacts.lead')}</PageIntro>
      {error !== undefined && shown === undefined && (
        <LoadFailure title={say('contacts.failed')} error={error} onRetry={refetch} />
      )}
      {error === undefined && shown === undefined && <ContactsSkeleton />}
      {kept === null && (
        <Panel>
          <EmptyState icon={MailX} title={say('contacts.notKept')}>
            {say('contacts.notKeptHint')}
          </EmptyState>
        </Panel>
      )}
      {kept?.requests.length === 0 && (
        <Panel>
          <EmptyState icon={Inbox} title={say('contacts.none')}>
            {say('contacts.noneHint')}
          </EmptyState>
        </Panel>
      )}
      {kept !== undefined && kept !== null && kept.requests.length > 0 && (
        <chakra.ul listStyleType="none" display="grid" gap="4" aria-label={say('contacts.list')} maxW="48rem">
          {kept.requests.map((request) => (
            <li key={request.id}>
              <ContactCard request={request} />
            </li>
          ))}
        </chakra.ul>
      )}
      <PaginationControl
        page={page}
        totalPages={kept?.pagination.totalPages ?? 1}
        onChange={setPage}
        label={say('contacts.list')}
      />
    </Page>
  );
}

function ContactsSkeleton() {
  const { say } = useOfficeWords();
  return (
    <Delayed label={say('contacts.loading')}>
      <Flex direction="column" gap="4">
        {['a', 'b'].map((key) => (
          <Panel key={key}>
            <EntrySkeleton buttons={0} />
          </Panel>
        ))}
      </Flex>
    </Delayed>
  );
}

function ContactCard({ request }: { request: ContactFragment }) {
  const { say } = useOfficeWords();
  const { firstName, lastName, company, email, message, at } = request;
  return (
    <Panel>
      <Flex justify="space-between" gap="3" wrap="wrap">
        <Box minW="0" overflowWrap="anywhere">
          <Box fontWeight="600">{say('contacts.from', { firstName, lastName })}</Box>
          <Box color="fg.muted" fontSize="sm">
            {company}
          </Box>
        </Box>
        <Box fontSize="sm" color="fg.muted">
          <OfficeRich id="contacts.at" parts={{ when: <RelativeTime iso={at} /> }} />
        </Box>
      </Flex>
      <Box mt="3" whiteSpace="pre-wrap" overflowWrap="anywhere" color={message === null ? 'fg.muted' : undefined}>
        {message ?? say('contacts.noMessage')}
      </Box>
      <Box mt="3" fontSize="sm">
        <CopyableValue name={say('contacts.email')} text={email} shown={email} />
      </Box>
    </Panel>
  );
}
