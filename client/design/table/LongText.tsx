import { Box } from '@chakra-ui/react';

/** Long text clamped to two lines, so that rows stay even; the tooltip shows the full text. */
export function LongText({ text }: { text: string }) {
  return (
    <Box maxW="18rem" overflowWrap="anywhere" whiteSpace="normal" lineClamp="2" title={text} dir="auto">
      {text}
    </Box>
  );
}
