import { Box, chakra, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { ComplianceBadge } from '../../design/ComplianceBadge.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import type { ComplianceFragment, LotComplianceOfQuery, LotDetailFragment } from '../../graphql/generated.ts';
import { checkName, useLotWords } from '../../words/lotWords.ts';
import { localizedTexts } from '../../words/localizedTexts.ts';
import type { QueryState } from './useAnswer.ts';
import { Answered, Part } from './Part.tsx';

/** The lot's certifications, and the checks behind a due diligence statement. */
export function Compliance({
  lot,
  compliance,
}: {
  lot: LotDetailFragment;
  compliance: QueryState<LotComplianceOfQuery>;
}) {
  const { say } = useLotWords();
  return (
    <Part title={say('comply.title')} actions={<ComplianceBadge status={lot.deforestationStatus} />}>
      <SmallHeading>{say('comply.certifications')}</SmallHeading>
      {lot.certifications.length === 0 ? (
        <Box fontSize="sm" color="fg.muted">
          {say('comply.none')}
        </Box>
      ) : (
        <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap="1.5">
          {lot.certifications.map((name) => (
            <chakra.li
              key={name}
              px="2"
              py="0.5"
              borderWidth="1px"
              borderColor="line"
              borderRadius="full"
              fontSize="xs"
              overflowWrap="anywhere"
            >
              {name}
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      <Box mt="4">
        <SmallHeading>{say('comply.checks')}</SmallHeading>
        <Answered of={compliance} loading={say('comply.loading')} skeleton={<DetailSkeleton rows={8} />}>
          {({ lotCompliance }) => lotCompliance !== null && <Checks checks={lotCompliance.checks} />}
        </Answered>
      </Box>
    </Part>
  );
}

export function SmallHeading({ children }: { children: string }) {
  return (
    <chakra.h4 fontSize="sm" fontWeight="600" mb="2">
      {children}
    </chakra.h4>
  );
}

function Checks({ checks }: { checks: ComplianceFragment['checks'] }) {
  const words = useLotWords();
  const { say } = words;
  return (
    <chakra.ul listStyleType="none">
      {checks.map(({ name, passed, said }) => {
        const Icon = passed ? CircleCheck : CircleAlert;
        return (
          <chakra.li key={name} display="flex" gap="2.5" py="1.5" fontSize="sm">
            <Box color={passed ? 'leaf' : 'pod'} flexShrink="0" mt="0.5">
              <Icon aria-hidden size={18} strokeWidth={1.75} />
            </Box>
            <Box minW="0">
              <Flex columnGap="2" wrap="wrap">
                <chakra.span fontWeight="500">{checkName(words, name)}</chakra.span>
                <chakra.span color={passed ? 'leaf' : 'pod'}>
                  {say(passed ? 'comply.passed' : 'comply.failed')}
                </chakra.span>
              </Flex>
              <Box color="fg.muted" overflowWrap="anywhere">
                {localizedTexts(words, said)}
              </Box>
            </Box>
          </chakra.li>
        );
      })}
    </chakra.ul>
  );
}
