import { Box, chakra, Flex } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './Button.tsx';
import { DASH } from '../words/format.ts';
import { useSharedWords } from '../words/sharedWords.ts';
import { CopyByHand } from './CopyByHand.tsx';
import { copyFacility, copyText } from './copyText.ts';

/**
 * The beginning of a long value in the mono face, with a way to copy the whole. A dash when there is none.
 * @param name what is copied, e.g. 'transaction id'
 */
export function CopyableValue({ name, text, shown }: { name: string; text: string | null; shown: string }) {
  const { say } = useSharedWords();
  const [outcome, setOutcome] = useState<'copied' | 'show' | null>(null);
  if (text === null) return DASH;
  return (
    <>
      <Flex align="flex-start" gap="1" minW="0">
        <chakra.span
          fontFamily="mono"
          minW="0"
          // A beginning stays in its line, with its dots; what is shown whole goes on in the next.
          {...(shown === text ? { overflowWrap: 'anywhere' } : { truncate: true, title: text })}
        >
          {shown}
        </chakra.span>
        {/* The button is higher than the line it stands in; the margin centers it on that line. */}
        <Box mt={{ base: '-2.5', md: '-1.5' }} flexShrink="0" _print={{ display: 'none' }}>
          <IconButton
            size="sm"
            label={say('copy.button', { what: name })}
            icon={outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
            onClick={async () => setOutcome(await copyText(text, copyFacility()))}
          />
        </Box>
      </Flex>
      <Box aria-live="polite" fontSize="xs" color="leaf" _print={{ display: 'none' }}>
        {outcome === 'copied' && say('copy.copied')}
      </Box>
      {outcome === 'show' && <CopyByHand label={say('copy.the', { what: name })} text={text} />}
    </>
  );
}
