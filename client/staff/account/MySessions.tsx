import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { Badge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { Panel } from '../../design/Page.tsx';
import { EntrySkeleton } from '../../design/Skeletons.tsx';
import { Scroller } from '../../design/scroll/Scroller.tsx';
import { EndSessionDocument, MySessionsDocument, type MySessionsQuery } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { OfficeRich, useOfficeWords } from '../../words/adminMessages.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { localizedText } from '../../words/localizedTexts.ts';
import { RelativeTime } from '../../design/RelativeTime.tsx';

type OneSession = MySessionsQuery['mySessions'][number];

/** The user's active sessions, each with a button that ends it. */
export function MySessions() {
  const words = useOfficeWords();
  const { say } = words;
  const { data, error, refetch } = useQuery(MySessionsDocument, { fetchPolicy: 'cache-and-network' });
  const [said, setNotice] = useState<{ tone: 'leaf' | 'alarm'; text: string } | null>(null);
  // Put the current session first, so that the user can tell it from the ones to end.
  const sessions = data?.mySessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <Panel title={say('sessions.title')}>
      <Box fontSize="sm" color="fg.muted" mb="3">
        {say('sessions.lead')}
      </Box>
      {said !== null && (
        <Banner tone={said.tone} mb="3" onDismiss={() => setNotice(null)}>
          {said.text}
        </Banner>
      )}
      {error !== undefined && sessions === undefined && (
        <LoadFailure title={say('sessions.failed')} error={error} onRetry={refetch} />
      )}
      {error === undefined && sessions === undefined && (
        <Delayed label={say('sessions.loading')}>
          <EntrySkeleton buttons={0} />
          <EntrySkeleton buttons={0} />
        </Delayed>
      )}
      {sessions !== undefined && (
        <Scroller label={say('sessions.title')} maxH="24rem">
          <chakra.ul listStyleType="none" aria-label={say('sessions.title')}>
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnded={async () => {
                  setNotice({ tone: 'leaf', text: say('sessions.ended') });
                  await Promise.allSettled([refetch()]);
                }}
                onFailed={(text) => setNotice({ tone: 'alarm', text })}
              />
            ))}
          </chakra.ul>
        </Scroller>
      )}
      {sessions?.length === 1 && (
        <Box mt="2" fontSize="sm" color="fg.muted">
          {say('sessions.only')}
        </Box>
      )}
    </Panel>
  );
}

interface SessionRowProps {
  session: OneSession;
  onEnded: () => Promise<void>;
  onFailed: (message: string) => void;
}

function SessionRow({ session, onEnded, onFailed }: SessionRowProps) {
  const words = useOfficeWords();
  const { say, formatDateTime } = words;
  const [end, ending] = useWrite(EndSessionDocument, { failed: say('sessions.endFailed') });
  const signedIn = formatDateTime(session.createdAt);
  const press = async () => {
    const written = await end({ id: session.id });
    if (written.kind === 'failed') return onFailed(written.message);
    if (written.kind === 'ignored') return undefined;
    const { endSession } = written.data;
    return endSession.__typename === 'EndedSession' ? onEnded() : onFailed(localizedText(words, endSession.said));
  };
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="3"
      py="2.5"
      borderTopWidth="1px"
      borderColor="line"
      _first={{ borderTopWidth: '0' }}
    >
      <Box flex="1" minW="0" fontSize="sm">
        <Flex gap="2" align="center" wrap="wrap" fontWeight="500">
          <span>{session.device ?? say('sessions.unknown')}</span>
          {session.current && <Badge tone="leaf">{say('sessions.this')}</Badge>}
        </Flex>
        <Box color="fg.muted">{say('sessions.signedIn', { when: signedIn })}</Box>
        <Box color="fg.muted">
          <OfficeRich id="sessions.lastUsed" parts={{ when: <RelativeTime iso={session.lastUsedAt} /> }} />
        </Box>
      </Box>
      {!session.current && (
        <Button
          variant="secondary"
          size="sm"
          busy={ending}
          busyLabel={say('sessions.ending')}
          aria-label={say('sessions.endOf', { when: signedIn })}
          onClick={() => void press()}
        >
          {say('sessions.end')}
        </Button>
      )}
    </chakra.li>
  );
}
