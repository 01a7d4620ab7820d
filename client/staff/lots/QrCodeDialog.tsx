import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Skeleton } from '../../design/Loading.tsx';
import { LotQrCodeDocument, type LotCardFragment } from '../../graphql/generated.ts';
import { messageOf } from '../../graphql/messages.ts';
import { useStaffWords } from '../../words/staffWords.ts';

export interface QrCodeDialogProps {
  open: boolean;
  lot: LotCardFragment;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** The lot's QR code for consumers, its address, and the picture to keep. */
export function QrCodeDialog({ open, lot, onClose, returnFocusTo }: QrCodeDialogProps) {
  const words = useStaffWords();
  const { say } = words;
  const { data, error, loading, refetch } = useQuery(LotQrCodeDocument, { variables: { id: lot.id }, skip: !open });
  const code = data?.lotQrCode;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      size="sm"
      title={say('qr.title', { lotId: lot.lotId })}
      footer={
        code && (
          <chakra.a
            href={code.qrCode}
            download={`${lot.lotId}-qr.png`}
            display="inline-flex"
            alignItems="center"
            gap="2"
            minH={{ base: '11', md: '10' }}
            px="4"
            borderRadius="control"
            bg="leaf.solid"
            color="leaf.on"
            fontSize="sm"
            fontWeight="600"
            _hover={{ filter: 'brightness(0.93)' }}
          >
            <Download aria-hidden size={18} strokeWidth={1.75} /> {say('qr.download')}
          </chakra.a>
        )
      }
    >
      <Flex direction="column" align="center" gap="4" textAlign="center">
        {code ? (
          <>
            {/* White ground and margin in both schemes: scanners need them. */}
            <Box bg="white" p="3" borderRadius="control" borderWidth="1px" borderColor="line">
              <chakra.img src={code.qrCode} alt={say('qr.picture', { lotId: lot.lotId })} w="14rem" h="14rem" />
            </Box>
            <Box fontSize="sm" color="fg.muted">
              {say('qr.opens')}
            </Box>
            <chakra.a
              href={code.url}
              target="_blank"
              rel="noopener"
              fontSize="sm"
              color="brand"
              textDecoration="underline"
              overflowWrap="anywhere"
            >
              {code.url}
            </chakra.a>
          </>
        ) : error !== undefined || data?.lotQrCode === null ? (
          <Banner
            w="full"
            action={
              <Button
                size="sm"
                variant="secondary"
                busy={loading}
                busyLabel={say('again.trying')}
                onClick={() => void refetch()}
              >
                {say('again.try')}
              </Button>
            }
          >
            {error === undefined ? say('qr.failed') : messageOf(words, error, say('qr.failed'))}
          </Banner>
        ) : (
          <Skeleton w="15.5rem" h="15.5rem" />
        )}
      </Flex>
    </Dialog>
  );
}
