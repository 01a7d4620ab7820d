import { FileDown, FileUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Button } from '../../design/Button.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { toaster } from '../../design/Toaster.tsx';
import { loadFile } from '../../graphql/files.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { saveFile } from '../../saveFile.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { useApplicationError } from '../applicationError.ts';

const ImportFarmsDialog = lazyPart(() => import('./ImportFarmsDialog.tsx'));

interface FarmFilesProps {
  /** farms were added or changed */
  onImported: () => void;
}

/** Import and export of the register, for those who manage it. */
export function FarmFiles({ onImported }: FarmFilesProps) {
  const words = useFarmWords();
  const { say } = words;
  const report = useApplicationError();
  const [isImporting, setIsImporting] = useState(false);
  // Mounted from the first opening on, so that the dialog can close by itself.
  const [wasOpened, setWasOpened] = useState(false);
  const download = async (format: 'csv' | 'geojson'): Promise<void> => {
    try {
      const file = await loadFile(`/farms/export?format=${format}`);
      saveFile(file);
      toaster.create({ type: 'success', title: say('farmFiles.exported', { name: file.name }) });
    } catch (error) {
      report(say('shell.failedBecause', { what: say('farmFiles.exportFailed'), reason: errorMessage(words, error) }));
    }
  };
  return (
    <>
      <ActionMenu
        label={say('farmFiles.export')}
        actions={[
          { id: 'csv', label: say('farmFiles.csv'), icon: FileDown, onSelect: () => void download('csv') },
          { id: 'geojson', label: say('farmFiles.geojson'), icon: FileDown, onSelect: () => void download('geojson') },
        ]}
      />
      <Button
        variant="secondary"
        onClick={() => {
          setWasOpened(true);
          setIsImporting(true);
        }}
      >
        <FileUp aria-hidden /> {say('farmFiles.import')}
      </Button>
      {wasOpened && (
        <Suspense>
          <ImportFarmsDialog open={isImporting} onClose={() => setIsImporting(false)} onImported={onImported} />
        </Suspense>
      )}
    </>
  );
}
