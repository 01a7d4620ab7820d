import { Box, chakra, Flex } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './Button.tsx';
import { DASH } from '../words/format.ts';
import { useSharedWords } from '../words/sharedWords.ts';
import { CopyByHand } from './CopyByHand.tsx';
import { copyFacility, copyText } from './copyText.ts';

/**
 * The start of a long value in the mono font, with a button that copies the whole value. Shows a dash for null.
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
          // A shortened value stays on one line with an ellipsis; a complete value wraps.
          {...(shown === text ? { overflowWrap: 'anywhere' } : { truncate: true, title: text })}
        >
          {shown}
        </chakra.span>
        {/* The button is taller than its line; the margin centers it. */}
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
