import { Flex } from '@chakra-ui/react';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { ToneIcon } from '../../design/ToneIcon.tsx';
import { useLedgerNotice } from './useLedgerNotice.ts';

/** Says when the ledger is not the one of an earlier visit, grown; nothing otherwise. */
export function LedgerNotice() {
  const { tell } = useVerifyWords();
  const notice = useLedgerNotice();
  if (notice === null) return null;
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
      {tell(notice.word)}
    </Flex>
  );
}
