import { useQuery } from '@apollo/client/react';
import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { Delayed } from '../../../design/Loading.tsx';
import { ListRowSkeleton } from '../../../design/Skeletons.tsx';
import { TextLink } from '../../../design/TextLink.tsx';
import { LotTrailOfDocument, type TrailEntryFragment } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { useLotWords } from '../../../words/lotWords.ts';
import { Retry } from '../../admin-shared/Retry.tsx';
import { alertPath } from '../../alerts/page/alertAddress.ts';
import type { KnownPlot } from '../changeInWords.ts';
import { isByProgram, TimelineRow } from '../TimelineRow.tsx';
import { trailText, trailTitle } from './trailWords.ts';

/** All that happened to a lot, newest first: history, alerts, comments, files, documents, papers and consignments. */
export default function TrailList({ lotId, plots }: { lotId: string; plots: readonly KnownPlot[] }) {
  const words = useLotWords();
  const { say } = words;
  const { data, error, refetch, fetchMore } = useQuery(LotTrailOfDocument, {
    variables: { id: lotId },
    fetchPolicy: 'cache-and-network',
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const trail = data?.lotTrail;
  if (error !== undefined && trail === undefined) {
    return (
      <Banner action={<Retry onRetry={refetch} />}>{say('lot.part', { reason: errorMessage(words, error) })}</Banner>
    );
  }
  if (trail === undefined || trail === null) {
    return (
      <Delayed label={say('lotHistory.loading')}>
        <ListRowSkeleton />
        <ListRowSkeleton />
        <ListRowSkeleton />
      </Delayed>
    );
  }
  const more = async (before: string) => {
    setBusy(true);
    setFailure(null);
    try {
      await fetchMore({
        variables: { before },
        updateQuery: (known, { fetchMoreResult }) => ({
          lotTrail:
            known.lotTrail && fetchMoreResult.lotTrail
              ? {
                  ...fetchMoreResult.lotTrail,
                  entries: [...known.lotTrail.entries, ...fetchMoreResult.lotTrail.entries],
                }
              : fetchMoreResult.lotTrail,
        }),
      });
    } catch (reason) {
      setFailure(errorMessage(words, reason));
    } finally {
      setBusy(false);
    }
  };
  const { entries, next } = trail;
  return (
    <>
      <chakra.ol listStyleType="none" aria-label={say('trail.title')}>
        {entries.map((entry, index) => (
          <Entry key={entry.id} entry={entry} plots={plots} isLast={index === entries.length - 1} />
        ))}
      </chakra.ol>
      {failure !== null && <Banner mt="3">{failure}</Banner>}
      {next !== null && (
        <Button
          variant="secondary"
          size="sm"
          mt="3"
          busy={busy}
          busyLabel={say('lotHistory.loading')}
          onClick={() => void more(next)}
        >
          {say('trail.more')}
        </Button>
      )}
    </>
  );
}

interface EntryProps {
  entry: TrailEntryFragment;
  plots: readonly KnownPlot[];
  isLast: boolean;
}

function Entry({ entry, plots, isLast }: EntryProps) {
  const words = useLotWords();
  const text = trailText(words, entry);
  return (
    <TimelineRow
      title={trailTitle(words, entry)}
      at={entry.at}
      actor={entry.actor}
      isProgram={isByProgram(entry.action)}
      state={entry.state === 'differs' ? 'differs' : null}
      changes={entry.changes}
      plots={plots}
      isLast={isLast}
    >
      {text !== null && (
        <Box mt="1" fontSize="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {text}
        </Box>
      )}
      {entry.subject?.kind === 'alert' && (
        <TextLink asChild fontSize="sm">
          <Link to={alertPath(entry.subject.id)}>{words.say('lotSentence.openAlert')}</Link>
        </TextLink>
      )}
    </TimelineRow>
  );
}
