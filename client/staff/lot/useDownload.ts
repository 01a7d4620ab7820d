import { useState } from 'react';
import { toaster } from '../../design/Toaster.tsx';
import { loadFile } from '../../graphql/files.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { saveFile } from '../../saveFile.ts';
import { useLotWords } from '../../words/lotWords.ts';

/**
 * Downloads files that the server creates, one at a time. A toast reports the result, because creation takes a while.
 */
export function useDownload(): { busy: boolean; download: (path: string, name: string) => void } {
  const words = useLotWords();
  const { say } = words;
  const [busy, setBusy] = useState(false);
  const download = async (path: string, name: string): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const id = toaster.create({ type: 'info', title: say('lot.downloading') });
    try {
      saveFile({ name, blob: (await loadFile(path)).blob });
      toaster.create({ type: 'success', title: say('lot.downloaded', { file: name }) });
    } catch (error) {
      toaster.create({ type: 'error', title: say('lot.downloadFailed', { reason: errorMessage(words, error) }) });
    } finally {
      toaster.dismiss(id);
      setBusy(false);
    }
  };
  return { busy, download: (path, name) => void download(path, name) };
}
