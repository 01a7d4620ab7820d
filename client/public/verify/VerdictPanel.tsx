import { Box, chakra, Flex } from '@chakra-ui/react';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import type { LotAnswer } from './publicAnswers.ts';
import { StepHeading } from './StepHeading.tsx';
import { IN_KEPT, useSeen } from './useSeen.ts';
import { lotVerdict, type Verdict } from './words.ts';

interface VerdictPanelProps {
  answer: LotAnswer;
  now: Date | null;
  focused: boolean;
  /** heading level, if the verdict is not the page title */
  as?: 'h1' | 'h2';
}

/** The verdict, shown first. */
export function VerdictPanel({ answer, now, focused, as = 'h1' }: VerdictPanelProps) {
  const words = useVerifyWords();
  const { say } = words;
  const { tone, claim, how, unconfirmed, reason, notLeft, record } = lotVerdict(words, answer, now);
  const seen = useSeen(answer);
  const past = seen.at !== null;
  return (
    <Box
      px={{ base: '4', sm: '6' }}
      py={{ base: '5', sm: '7' }}
      bg={`${tone}.subtle`}
      borderWidth="1px"
      borderColor={tone}
      borderRadius="panel"
    >
      <Flex align="center" gap="3" mb="3">
        <ToneIcon tone={tone} size={36} past={past} />
        <Box fontSize="sm" fontWeight="600" color={tone} overflowWrap="anywhere">
          {say('result.title', { lotId: answer.lot.lotId })}
        </Box>
      </Flex>
      <StepHeading as={as} focused={focused}>
        {claim}
        {how !== null && <How>{how}</How>}
      </StepHeading>
      {unconfirmed !== null && (
        <Box mt="3" fontSize="sm">
          {unconfirmed}
        </Box>
      )}
      {reason !== null && <Box mt="3">{reason}</Box>}
      {notLeft !== null && <Box mt="3">{notLeft}</Box>}
      {record !== null && (
        <Flex gap="2" align="flex-start" mt="4" pt="3" borderTopWidth="1px" borderColor={tone} fontSize="sm">
          <Box mt="0.5">
            <ToneIcon tone={record.tone} size={18} past={past} />
          </Box>
          <RecordText record={record} answer={answer} />
        </Flex>
      )}
    </Box>
  );
}

/** The verdict of the record. In an offline copy it says that the record matched when it was stored. */
function RecordText({ record, answer }: { record: Verdict; answer: LotAnswer }) {
  const { say, formatDateTime } = useVerifyWords();
  const seen = useSeen(answer);
  if (!seen.withDocument || record.tone !== 'leaf') return record.text;
  return (
    <Box>
      <chakra.span css={{ [IN_KEPT]: { display: 'none' } }}>{record.text}</chakra.span>
      <chakra.span display="none" css={{ [IN_KEPT]: { display: 'inline' } }}>
        {seen.at === null ? say('seen.matched') : say('seen.matchedOn', { moment: formatDateTime(seen.at) })}
      </chakra.span>
    </Box>
  );
}

/** The evidence for the claim, on a separate line; screen readers read it as one sentence with the claim. */
function How({ children }: { children: string }) {
  const { say } = useVerifyWords();
  return (
    <chakra.span
      display="block"
      mt="2"
      fontSize="md"
      fontWeight="400"
      letterSpacing="normal"
      lineHeight="1.45"
      css={{ '&::first-letter': { textTransform: 'uppercase' } }}
    >
      <chakra.span srOnly>{say('verdict.between')}</chakra.span>
      {children}
    </chakra.span>
  );
}
