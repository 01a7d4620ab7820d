import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { BookUser, CircleAlert, Eraser, Pencil, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { Facts, Panel } from '../../design/Page.tsx';
import { FarmCardDocument, type FarmEntryFragment } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { Retry } from '../admin-shared/Retry.tsx';
import { localDay } from '../lots/list/lotFacts.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { certificateState } from './farmForm.ts';
import { EraseFarmDialog } from './EraseFarmDialog.tsx';
import { FarmFormDialog } from './FarmFormDialog.tsx';

interface FarmCardProps {
  farmId: string;
  onSaved: () => void;
  onErased: () => void;
}

/** A farm's entry in the register, with its form. Says so of a farm that is not in it. */
export function FarmCard({ farmId, onSaved, onErased }: FarmCardProps) {
  const words = useFarmWords();
  const { say } = words;
  const manages = useMay('manage_farms');
  const [editing, setEditing] = useState(false);
  const [erasing, setErasing] = useState(false);
  const { data, error, refetch } = useQuery(FarmCardDocument, {
    variables: { farmId },
    fetchPolicy: 'cache-and-network',
  });
  const entry = data?.farm;
  if (error !== undefined && entry === undefined) {
    return (
      <Panel title={say('register.title')} actions={<Retry onRetry={refetch} />}>
        {errorMessage(words, error)}
      </Panel>
    );
  }
  if (entry === undefined) return null;
  return (
    <Panel
      title={say('register.title')}
      actions={
        manages && (
          <Flex gap="3" wrap="wrap">
            {entry !== null && (
              <Button variant="quiet" onClick={() => setErasing(true)}>
                <Eraser aria-hidden /> {say('farmErase.open')}
              </Button>
            )}
            <Button variant="secondary" onClick={() => setEditing(true)}>
              {entry === null ? <BookUser aria-hidden /> : <Pencil aria-hidden />}
              {say(entry === null ? 'register.add' : 'register.edit')}
            </Button>
          </Flex>
        )
      }
    >
      {entry === null ? <Box color="fg.muted">{say('register.none')}</Box> : <EntryFacts entry={entry} />}
      <FarmFormDialog
        open={editing}
        farmId={farmId}
        entry={entry}
        onClose={() => setEditing(false)}
        onStale={refetch}
        onDone={() => {
          setEditing(false);
          onSaved();
          void refetch().catch(() => undefined);
        }}
      />
      <EraseFarmDialog
        open={erasing}
        farmId={farmId}
        onClose={() => setErasing(false)}
        onDone={() => {
          setErasing(false);
          onErased();
          void refetch().catch(() => undefined);
        }}
      />
    </Panel>
  );
}

function EntryFacts({ entry }: { entry: FarmEntryFragment }) {
  const { say, formatCountry, formatDate } = useFarmWords();
  const [today] = useState(() => localDay(new Date()));
  const notes = entry.notes !== '' && <Box whiteSpace="pre-line">{entry.notes}</Box>;
  const facts: (readonly [string, ReactNode])[] = [
    [say('register.name'), entry.name],
    [say('register.village'), entry.village],
    [say('register.district'), entry.district],
    [say('register.country'), entry.country === '' ? '' : (formatCountry(entry.country) ?? entry.country)],
    [say('register.phone'), entry.phone],
    [
      say('register.farmers'),
      entry.farmers.length > 0 &&
        entry.farmers.map(({ name, memberCode }) => (
          <Box key={`${name} ${memberCode}`}>
            {memberCode === '' ? name : say('register.member', { name, memberCode })}
          </Box>
        )),
    ],
    [
      say('register.certificates'),
      entry.certificates.length > 0 &&
        entry.certificates.map((one) => <Certificate key={`${one.number} ${one.body}`} today={today} {...one} />),
    ],
    [
      say('register.consents'),
      entry.consents.length > 0 &&
        entry.consents.map(({ text, givenOn }) => (
          <Box key={`${text} ${givenOn}`}>{say('register.consent', { text, day: formatDate(givenOn) })}</Box>
        )),
    ],
    [say('register.notes'), notes],
  ];
  const known = facts.filter(([, value]) => value !== '' && value !== false);
  return known.length === 0 ? <Box color="fg.muted">{say('register.empty')}</Box> : <Facts items={known} />;
}

function Certificate({
  number,
  body,
  expiresOn,
  today,
}: FarmEntryFragment['certificates'][number] & { today: string }) {
  const { say, formatDate } = useFarmWords();
  const state = certificateState(expiresOn, today);
  const day = formatDate(expiresOn);
  return (
    <Flex gap="2" wrap="wrap" align="center">
      <span>{say('register.certificate', { number, body })}</span>
      {state === 'valid' && (
        <Box as="span" color="fg.muted">
          {say('register.validUntil', { day })}
        </Box>
      )}
      {state === 'soon' && (
        <Badge tone="pod" icon={TriangleAlert}>
          {say('register.expires', { day })}
        </Badge>
      )}
      {state === 'expired' && (
        <Badge tone="alarm" icon={CircleAlert}>
          {say('register.expired', { day })}
        </Badge>
      )}
    </Flex>
  );
}
