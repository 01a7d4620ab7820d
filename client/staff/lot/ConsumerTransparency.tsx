import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { LotQrCodeDocument, type LotDetailFragment } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useLotWords } from '../../words/lotWords.ts';
import { QrCode } from '../lots/qr/QrCode.tsx';
import { useLotFiles } from '../lots/list/useLotFiles.ts';
import { Part } from './Part.tsx';

/** What consumers see of the lot, and the QR code to their page. */
export function ConsumerTransparency({ lot }: { lot: LotDetailFragment }) {
  const words = useLotWords();
  const { say } = words;
  const { job, qrSheet } = useLotFiles();
  const [shown, setShown] = useState(false);
  const { data, error, loading, refetch } = useQuery(LotQrCodeDocument, {
    variables: { id: lot.lotId },
    skip: !shown,
    notifyOnNetworkStatusChange: true,
  });
  return (
    <Part
      title={say('consumer.title')}
      actions={
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={shown}
          busy={shown && loading && data === undefined}
          busyLabel={say('consumer.generating')}
          onClick={() => setShown(!shown)}
        >
          <QrIcon aria-hidden />
          {say(shown ? 'consumer.hide' : 'consumer.generate')}
        </Button>
      }
    >
      <Box fontSize="sm">{say('consumer.lead')}</Box>
      <Box fontSize="sm" color="fg.muted" mb="4">
        {say(lot.isAnonymized ? 'consumer.anonymized' : 'consumer.named')}
      </Box>
      {shown && (
        <QrCode
          lotId={lot.lotId}
          code={data?.lotQrCode}
          error={error === undefined ? null : errorMessage(words, error, say('qr.failed'))}
          busy={loading}
          retry={() => void refetch().catch(() => undefined)}
          onPrint={() => qrSheet([lot])}
          printing={job !== null}
        />
      )}
    </Part>
  );
}
