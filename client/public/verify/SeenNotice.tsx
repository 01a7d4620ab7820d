import { Box, chakra } from '@chakra-ui/react';
import { useVerifyWords } from '../../words/verifyWords.ts';
import type { LotAnswer } from './publicAnswers.ts';
import { IN_KEPT, useSeen } from './useSeen.ts';

/**
 * Shows the date of an offline copy. Every lot page includes it; CSS shows it when the service worker has marked the
 * document, so that it works without scripts.
 */
export function SeenNotice({ answer }: { answer: LotAnswer }) {
  const { say, formatDateTime } = useVerifyWords();
  const seen = useSeen(answer);
  if (!seen.withDocument) return null;
  return (
    <Box
      role="status"
      display="none"
      px="4"
      py="3"
      bg="sky.subtle"
      borderWidth="1px"
      borderColor="sky"
      borderRadius="panel"
      css={{ [IN_KEPT]: { display: 'block' } }}
    >
      <Box fontWeight="600" color="sky">
        {seen.at === null ? say('seen.earlier') : say('seen.asOf', { moment: formatDateTime(seen.at) })}
      </Box>
      <Box fontSize="sm">{say('seen.text')}</Box>
      <chakra.a
        href=""
        display="inline-flex"
        alignItems="center"
        minH="11"
        fontSize="sm"
        fontWeight="500"
        color="fg"
        textDecoration="underline"
        textUnderlineOffset="0.2em"
        borderRadius="control"
        _print={{ display: 'none' }}
      >
        {say('seen.now')}
      </chakra.a>
    </Box>
  );
}
