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
  /** undefined while it is not there; null when there is no such lot in sight */
  code: LotQrCodeQuery['lotQrCode'] | undefined;
  /** what a person reads; null while nothing failed */
  error: string | null;
  busy: boolean;
  retry: () => void;
  /** saves a sheet to print */
  onPrint: () => void;
  printing: boolean;
}

/** Of the picture with its margin. */
const WIDTH = '15.5rem';

/** A lot's QR code for consumers, the public address that it holds, and the picture to keep. */
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
      {/* White ground and margin in both schemes: scanners need them. */}
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
      {/* As wide as the picture that they save. */}
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
