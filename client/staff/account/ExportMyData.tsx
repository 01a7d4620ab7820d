import { Box } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import { fetchFile } from '../../graphql/files.ts';
import { messageOf } from '../../graphql/messages.ts';
import { useOfficeWords } from '../../words/officeWords.ts';
import { saveFile } from '../saveFile.ts';

/** Everything that is stored about the person, as a file (GDPR Art. 15 and 20). */
export function ExportMyData() {
  const words = useOfficeWords();
  const { say, formatDecimals } = words;
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ tone: 'leaf' | 'alarm'; text: string } | null>(null);

  const save = async () => {
    setBusy(true);
    setSaid(null);
    try {
      const file = await fetchFile('/api/v1/gdpr/export');
      saveFile(say('export.file'), file);
      const kilobytes = Math.max(file.size / 1000, 0.1);
      setSaid({
        tone: 'leaf',
        text: say('export.done', { size: say('export.size', { kilobytes: formatDecimals(kilobytes, 1) }) }),
      });
    } catch (failure) {
      setSaid({ tone: 'alarm', text: messageOf(words, failure, say('export.failed')) });
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
        <Banner tone={said.tone} mb="4" onDismiss={() => setSaid(null)}>
          {said.text}
        </Banner>
      )}
      <Button variant="secondary" busy={busy} busyLabel={say('export.busy')} onClick={() => void save()}>
        <Download aria-hidden />
        {say('export.action')}
      </Button>
    </Panel>
  );
}
