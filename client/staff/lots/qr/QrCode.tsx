import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { Download, Printer } from 'lucide-react';
import { Banner } from '../../../design/Banner.tsx';
import { AnchorButton, Button } from '../../../design/Button.tsx';
import { CopyableValue } from '../../../design/CopyableValue.tsx';
import { LINE_LINK } from '../../../design/linkLooks.ts';
import { Skeleton } from '../../../design/Loading.tsx';
import { TextLink } from '../../../design/TextLink.tsx';
import type { LotQrCodeQuery } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';

export interface QrCodeProps {
  lotId: string;
  /** undefined while loading; null if the lot is not visible to the user */
  code: LotQrCodeQuery['lotQrCode'] | undefined;
  /** text for the user; null without an error */
  error: string | null;
  busy: boolean;
  retry: () => void;
  /** saves a printable sheet */
  onPrint: () => void;
  printing: boolean;
}

/** Width of the picture with its margin. */
const WIDTH = '15.5rem';

/** A lot's QR code for consumers, its public address, and downloads of the picture. */
export function QrCode({ lotId, code, error, busy, retry, onPrint, printing }: QrCodeProps) {
  const { say } = useLotListWords();
  if (error !== null || code === null) {
    return (
      <Banner
        w="full"
        action={
          <Button size="sm" variant="secondary" busy={busy} busyLabel={say('again.trying')} onClick={retry}>
            {say('again.try')}
          </Button>
        }
      >
        {error ?? say('qr.failed')}
      </Banner>
    );
  }
  if (code === undefined) return <Skeleton w={WIDTH} h={WIDTH} mx="auto" />;
  return (
    <Flex direction="column" align="center" gap="4" textAlign="center">
      {/* White background and margin in both color schemes, for scanners. */}
      <Box bg="white" p="3" borderRadius="control" borderWidth="1px" borderColor="line">
        <chakra.img src={code.qrCode} alt={say('qr.picture', { lotId })} w="14rem" h="14rem" />
      </Box>
      <Box fontSize="sm" color="fg.muted">
        {say('qr.opens')}
      </Box>
      <Box fontSize="sm" maxW="full">
        <CopyableValue name={say('qr.link')} text={code.url} shown={code.url} />
      </Box>
      <TextLink {...LINE_LINK} href={code.url} target="_blank" rel="noopener" fontSize="sm">
        {say('qr.open')}
      </TextLink>
      {/* As wide as the picture. */}
      <Grid gap="2" w={WIDTH}>
        <AnchorButton variant="secondary" href={code.qrCode} download={`${lotId}-qr.png`}>
          <Download aria-hidden /> {say('qr.download')}
        </AnchorButton>
        <Button variant="secondary" busy={printing} busyLabel={say('files.sheet')} onClick={onPrint}>
          <Printer aria-hidden /> {say('qr.print')}
        </Button>
      </Grid>
    </Flex>
  );
}
