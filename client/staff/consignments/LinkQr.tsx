import { Box, chakra } from '@chakra-ui/react';
import encodeQR from 'qr';
import { useConsignmentWords } from '../../words/consignmentWords.ts';

/** A link as a QR code, drawn here: the link is a secret and is sent nowhere. */
export default function LinkQr({ url }: { url: string }) {
  const { say } = useConsignmentWords();
  const rows = encodeQR(url, 'raw', { border: 2 });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    // White in both color schemes, for scanners.
    <Box bg="white" p="2" borderRadius="control" borderWidth="1px" borderColor="line" w="fit-content" mx="auto" mt="4">
      <chakra.svg
        role="img"
        aria-label={say('links.qr')}
        viewBox={`0 0 ${rows.length} ${rows.length}`}
        w="12rem"
        h="12rem"
      >
        <path d={path} fill="black" />
      </chakra.svg>
    </Box>
  );
}
