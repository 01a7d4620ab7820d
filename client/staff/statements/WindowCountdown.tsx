import { Box, chakra, Flex } from '@chakra-ui/react';
import { Hourglass, TimerOff } from 'lucide-react';
import { useNow } from '../../design/useNow.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { timeLeft, windowStage, type TimeLeft } from './changeWindow.ts';

const MINUTE_MS = 60_000;

/**
 * Until when a statement may be amended or withdrawn, and how long that is from now. The text changes each minute and
 * moves nothing; screen readers are told when a stage is passed.
 * @param endsAt ISO 8601
 */
export function WindowCountdown({ endsAt }: { endsAt: string }) {
  const { say, formatDateTime } = useStatementWords();
  const now = useNow(MINUTE_MS);
  const left = timeLeft(endsAt, now);
  const stage = windowStage(left);
  const when = formatDateTime(endsAt);
  const isUrgent = stage === 'hours' || stage === 'hour';
  const Icon = left === null ? TimerOff : Hourglass;
  return (
    <Flex gap="2" align="flex-start" color={isUrgent ? 'pod' : undefined} fontWeight={left === null ? '400' : '600'}>
      <Box flexShrink="0" mt="0.5">
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </Box>
      <chakra.time dateTime={endsAt} minW="0" fontVariantNumeric="tabular-nums">
        {left === null ? say('window.over', { when }) : say('window.left', { when, left: leftInWords(say, left) })}
      </chakra.time>
      <chakra.span role="status" srOnly>
        {say(`window.said.${stage}`)}
      </chakra.span>
    </Flex>
  );
}

function leftInWords(say: ReturnType<typeof useStatementWords>['say'], { days, hours, minutes }: TimeLeft): string {
  if (days > 0) return say('window.days', { days, hours, minutes });
  return hours > 0 ? say('window.hours', { hours, minutes }) : say('window.minutes', { minutes });
}
