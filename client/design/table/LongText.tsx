import { Box } from '@chakra-ui/react';

/** A text of any length in two lines at most, so that rows stay even; in full for who asks. */
export function LongText({ text }: { text: string }) {
  return (
    <Box maxW="18rem" overflowWrap="anywhere" whiteSpace="normal" lineClamp="2" title={text} dir="auto">
      {text}
    </Box>
  );
}
