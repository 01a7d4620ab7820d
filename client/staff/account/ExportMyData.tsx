import { Box } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import { loadFile } from '../../graphql/files.ts';
import { saveFile } from '../../saveFile.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';

/** Downloads everything stored about the user (GDPR Art. 15 and 20). */
export function ExportMyData() {
  const words = useOfficeWords();
  const { say, formatDecimals } = words;
  const [busy, setBusy] = useState(false);
  // Bytes received so far, as text.
  const [size, setSize] = useState<string | null>(null);
  const [said, setNotice] = useState<{ tone: 'leaf' | 'alarm'; text: string } | null>(null);

  const sizeOf = (bytes: number) => say('export.size', { kilobytes: formatDecimals(Math.max(bytes / 1000, 0.1), 1) });
  const save = async () => {
    setBusy(true);
    setNotice(null);
    setSize(null);
    try {
      const { blob } = await loadFile('/gdpr/export', { onProgress: ({ received }) => setSize(sizeOf(received)) });
      saveFile({ name: say('export.file'), blob });
      setNotice({ tone: 'leaf', text: say('export.done', { size: sizeOf(blob.size) }) });
    } catch (failure) {
      setNotice({ tone: 'alarm', text: errorMessage(words, failure, say('export.failed')) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Panel title={say('export.title')}>
      <Box fontSize="sm" color="fg.muted" mb="4">
        {say('export.lead')}
      </Box>
      {said !== null && (
        <Banner tone={said.tone} mb="4" onDismiss={() => setNotice(null)}>
          {said.text}
        </Banner>
      )}
      <Button variant="secondary" busy={busy} busyLabel={say('export.busy')} onClick={() => void save()}>
        <Download aria-hidden />
        {say('export.action')}
      </Button>
      <Box fontSize="sm" color="fg.muted" mt="2" aria-live="polite">
        {busy && size !== null && say('export.received', { size })}
      </Box>
    </Panel>
  );
}
