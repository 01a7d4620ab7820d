import { Flex } from '@chakra-ui/react';
import { publicMessageText } from '../../words/publicMessageText.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import { useLedgerNotice } from './useLedgerNotice.ts';

/** Warns if the ledger does not extend the one of an earlier visit; otherwise nothing. */
export function LedgerNotice() {
  const words = useVerifyWords();
  const { say, tell } = words;
  const notice = useLedgerNotice();
  if (notice === null) return null;
  const reason = publicMessageText(words, notice.reason ?? []);
  return (
    <Flex
      role={notice.tone === 'alarm' ? 'alert' : 'status'}
      gap="3"
      align="flex-start"
      p="4"
      bg={`${notice.tone}.subtle`}
      borderWidth="1px"
      borderColor={notice.tone}
      borderRadius="panel"
    >
      <ToneIcon tone={notice.tone} />
      {reason === null ? tell(notice.word) : say('notice.changedMessage', { reason })}
    </Flex>
  );
}
