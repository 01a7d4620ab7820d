import { Box } from '@chakra-ui/react';
import { FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { AnchorButton } from '../../design/Button.tsx';
import { saveFile } from '../../saveFile.ts';
import { useVerifyWords, type VerifyWord } from '../../words/verifyWords.ts';
import { certificateAddress, fetchCertificate, userMessage } from './publicApi.ts';

type Saving = { status: 'idle' } | { status: 'busy' } | { status: 'saved' } | { status: 'failed'; message: VerifyWord };

/** Saves the lot's certificate, a printable page. A link, so that it works without scripts. */
export function CertificateButton({ lotId }: { lotId: string }) {
  const { say, tell, locale } = useVerifyWords();
  const [saving, setSaving] = useState<Saving>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save(): Promise<void> {
    running.current = new AbortController();
    const { signal } = running.current;
    setSaving({ status: 'busy' });
    try {
      const blob = await fetchCertificate(lotId, locale, signal);
      if (signal.aborted) return;
      saveFile({ name: say('certificate.file', { lotId }), blob });
      setSaving({ status: 'saved' });
    } catch (error) {
      if (!signal.aborted) setSaving({ status: 'failed', message: userMessage(error) });
    }
  }

  const isBusy = saving.status === 'busy';
  return (
    <Box>
      <AnchorButton
        variant="secondary"
        href={certificateAddress(lotId, locale)}
        download
        aria-disabled={isBusy || undefined}
        onClick={(event) => {
          event.preventDefault();
          if (!isBusy) void save();
        }}
      >
        <FileDown aria-hidden />
        {say(isBusy ? 'certificate.loading' : 'certificate.button')}
      </AnchorButton>
      <Box aria-live="polite" fontSize="sm">
        {saving.status === 'saved' && (
          <Box mt="1" color="leaf" fontWeight="500">
            {say('certificate.saved')}
          </Box>
        )}
        {saving.status === 'failed' && (
          <Box mt="1" color="alarm">
            {tell(saving.message)}
          </Box>
        )}
      </Box>
    </Box>
  );
}
