import { chakra } from '@chakra-ui/react';
import { useRef, type ComponentProps } from 'react';
import { Button } from '../../design/Button.tsx';
import { useImportWords, type ImportWords } from '../../words/importWords.ts';

/** Of an upload (docs/api.md, 'Imports'). */
const MAX_BYTES = 25 * 1024 * 1024;

export interface TakesFile {
  onFile: (file: File) => void;
  /** why what was chosen or dropped cannot be taken */
  onWrong: (message: string) => void;
}

interface FileButtonProps extends TakesFile {
  /** of files, as an input's `accept` */
  kinds: string;
}

/** One file of those that were chosen or dropped; nothing happens where there is none. */
export function takeFile({ say }: ImportWords, files: FileList | null, { onFile, onWrong }: TakesFile): void {
  const [file, ...more] = files ?? [];
  if (file === undefined) return;
  if (more.length > 0) return onWrong(say('import.oneFile'));
  if (file.size > MAX_BYTES) return onWrong(say('import.tooLarge', { name: file.name }));
  return onFile(file);
}

/** A button that opens the device's choice of files. */
export function FileButton({ onFile, onWrong, kinds, ...button }: FileButtonProps & ComponentProps<typeof Button>) {
  const words = useImportWords();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      {/* The button opens it; a native file control says its words in the browser's language. */}
      <chakra.input
        ref={input}
        type="file"
        accept={kinds}
        display="none"
        onChange={(event) => {
          takeFile(words, event.currentTarget.files, { onFile, onWrong });
          // The same file, mended, must be a change as well.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
