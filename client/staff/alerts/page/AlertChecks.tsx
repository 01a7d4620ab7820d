import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../design/Badge.tsx';
import { Banner } from '../../../design/Banner.tsx';
import { Delayed, Skeleton } from '../../../design/Loading.tsx';
import { Panel } from '../../../design/Page.tsx';
import { PaginationControl } from '../../../design/PaginationControl.tsx';
import { LotChecksOfDocument, type LotCheckRowFragment } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { type AlertWords, useAlertWords } from '../../../words/alertWords.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { Retry } from '../../admin-shared/Retry.tsx';

interface AlertChecksProps {
  lotId: string;
  /** the check whose pixels are shown; null: the newest */
  chosen: LotCheckRowFragment | null;
  /** null: the newest */
  onChoose: (check: LotCheckRowFragment | null) => void;
}

/**
 * All satellite checks of the lot, newest first, each compared with the newest one. Select a check to see its pixels.
 */
export function AlertChecks({ lotId, chosen, onChoose }: AlertChecksProps) {
  const words = useAlertWords();
  const { say } = words;
  const [page, setPage] = useState(1);
  const first = useQuery(LotChecksOfDocument, { variables: { id: lotId, page: 1 } });
  const { data, previousData, error, refetch } = useQuery(LotChecksOfDocument, { variables: { id: lotId, page } });
  const shown = (data ?? previousData)?.lotChecks;
  const newest = first.data?.lotChecks?.checks[0];
  return (
    <Panel title={say('checks.title')}>
      {error !== undefined && (
        <Banner mb="4" action={<Retry onRetry={refetch} />}>
          {errorMessage(words, error)}
        </Banner>
      )}
      {shown === undefined && error === undefined && (
        <Delayed label={say('checks.loading')}>
          <Skeleton h="8rem" />
        </Delayed>
      )}
      {shown?.differs === true && <Banner>{say('checks.differs')}</Banner>}
      {shown?.differs === false && shown.checks.length === 0 && <Box color="fg.muted">{say('checks.none')}</Box>}
      {shown !== undefined && shown !== null && shown.checks.length > 0 && (
        <>
          <Box fontSize="sm" color="fg.muted" mb="2">
            {say('checks.lead')}
          </Box>
          <chakra.ol listStyleType="none" aria-label={say('checks.list')}>
            {shown.checks.map((check) => (
              <CheckLine
                key={check.id}
                check={check}
                newest={newest}
                isChosen={check.id === (chosen ?? newest)?.id}
                onChoose={() => onChoose(check.id === newest?.id ? null : check)}
              />
            ))}
          </chakra.ol>
          <Box mt="3">
            <PaginationControl
              page={page}
              totalPages={shown.pagination.totalPages}
              onChange={setPage}
              label={say('checks.title')}
            />
          </Box>
        </>
      )}
    </Panel>
  );
}

const LOOKS = {
  clear: { tone: 'leaf', icon: CircleCheck },
  loss: { tone: 'alarm', icon: CircleAlert },
  inconclusive: { tone: 'pod', icon: CircleHelp },
} as const;

interface CheckLineProps {
  check: LotCheckRowFragment;
  newest: LotCheckRowFragment | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function CheckLine({ check, newest, isChosen, onChoose }: CheckLineProps) {
  const words = useAlertWords();
  const { say, formatDateTime } = words;
  const { conclusion, dataset, datasetVersion, sample, reason } = check;
  return (
    <chakra.li _notFirst={{ borderTopWidth: '1px', borderColor: 'line' }}>
      <chakra.button
        type="button"
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '11rem minmax(0, 1fr) minmax(0, 1fr)' }}
        columnGap="4"
        rowGap="1"
        alignItems="baseline"
        w="full"
        minH="11"
        px="2"
        py="2"
        textAlign="start"
        fontSize="sm"
        borderRadius="control"
        cursor="pointer"
        bg={isChosen ? 'leaf.subtle' : undefined}
        _hover={{ bg: isChosen ? 'leaf.subtle' : 'bg.sunken' }}
        _focusVisible={{ outlineOffset: '-2px' }}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <Flex gap="2" align="center" wrap="wrap">
          <Box fontWeight="600">{formatDateTime(check.checkedAt)}</Box>
        </Flex>
        <Flex columnGap="2" rowGap="1" align="center" wrap="wrap">
          <Badge tone={LOOKS[conclusion].tone} icon={LOOKS[conclusion].icon}>
            {say(`checks.${conclusion}`)}
          </Badge>
          <span>{pixelsInWords(words, check, newest)}</span>
        </Flex>
        <Box color={isChosen ? 'fg' : 'fg.muted'} overflowWrap="anywhere">
          {dataset === null
            ? say('checks.nothingRead')
            : say('checks.data', { dataset, version: datasetVersion ?? '' })}
          {sample && ` (${say('checks.sample')})`}
          {reason !== null && <Box>{localizedText(words, reason)}</Box>}
        </Box>
      </chakra.button>
    </chakra.li>
  );
}

/** Number of loss pixels then and now; checks of different land are not compared. */
export function pixelsInWords(
  { say, formatList }: Pick<AlertWords, 'say' | 'formatList'>,
  { id, lossPixelsAfterCutoff: then, lossYears, sameLand }: LotCheckRowFragment,
  newest: LotCheckRowFragment | undefined,
): string {
  const years = lossYears.length === 0 ? '' : `, ${say('checks.years', { years: formatList(lossYears.map(String)) })}`;
  if (newest === undefined || id === newest.id) return say('checks.newest', { count: then }) + years;
  if (sameLand !== true) return say('checks.elsewhere', { count: then }) + years;
  return say('checks.then', { before: then, now: newest.lossPixelsAfterCutoff }) + years;
}
