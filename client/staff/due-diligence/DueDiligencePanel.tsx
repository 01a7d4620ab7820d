import { useQuery } from '@apollo/client/react';
import { Box, chakra } from '@chakra-ui/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LinkButton } from '../../design/LinkButton.tsx';
import { LINE_LINK } from '../../design/linkLooks.ts';
import { Delayed } from '../../design/Loading.tsx';
import { Panel } from '../../design/Page.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { ConsignmentDueDiligenceDocument, type ConsignmentDueDiligenceQuery } from '../../graphql/generated.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { DUE_DILIGENCE_PATH } from './dueDiligenceAddress.ts';

type Gap = NonNullable<ConsignmentDueDiligenceQuery['consignment']>['dueDiligence']['missing'][number];

/** What the due diligence of a consignment lacks, each with a link to where it is mended. */
export default function DueDiligencePanel({ consignmentId }: { consignmentId: string }) {
  const { say } = useDueDiligenceWords();
  const { data, error, refetch } = useQuery(ConsignmentDueDiligenceDocument, {
    variables: { id: consignmentId },
    fetchPolicy: 'cache-and-network',
  });
  const found = data?.consignment?.dueDiligence;
  return (
    <Panel
      title={say('gaps.title')}
      actions={
        <LinkButton size="sm" variant="secondary" to={DUE_DILIGENCE_PATH}>
          {say('gaps.all')}
        </LinkButton>
      }
    >
      {found === undefined && error !== undefined && (
        <LoadFailure title={say('gaps.failed')} error={error} onRetry={refetch} />
      )}
      {found === undefined && error === undefined && (
        <Delayed label={say('gaps.loading')}>
          <DetailSkeleton rows={4} />
        </Delayed>
      )}
      {found !== undefined && (
        <>
          <Box color="fg.muted" fontSize="sm" mb="3">
            {say('gaps.lead')} {say('gaps.documents', { count: found.documents })}
          </Box>
          {found.missing.length === 0 ? (
            <Box display="flex" gap="2" fontSize="sm">
              <Box color="leaf" flexShrink="0" mt="0.5">
                <CircleCheck aria-hidden size={18} />
              </Box>
              {say('gaps.none')}
            </Box>
          ) : (
            <chakra.ul listStyleType="none" display="grid" gap="3" aria-label={say('gaps.list')}>
              {found.missing.map((gap) => (
                <GapLine key={`${gap.reason.code} ${gap.link} ${gap.reason.text}`} gap={gap} />
              ))}
            </chakra.ul>
          )}
        </>
      )}
    </Panel>
  );
}

function GapLine({ gap: { reason, mend, farms, link } }: { gap: Gap }) {
  const words = useDueDiligenceWords();
  const { say, formatList } = words;
  return (
    <chakra.li display="flex" gap="2" fontSize="sm" minW="0">
      <Box flexShrink="0" mt="0.5" color="pod">
        <TriangleAlert aria-hidden size={18} />
      </Box>
      <Box minW="0" overflowWrap="anywhere">
        {localizedText(words, reason)}
        {farms.length > 0 && <Box color="fg.muted">{say('gaps.farms', { names: formatList(farms) })}</Box>}
        <Box>
          <TextLink asChild {...LINE_LINK}>
            <Link to={link}>{say(`gaps.mend.${mend}`)}</Link>
          </TextLink>
        </Box>
      </Box>
    </chakra.li>
  );
}
