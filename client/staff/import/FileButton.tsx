import { chakra } from '@chakra-ui/react';
import { useRef, type ComponentProps } from 'react';
import { Button } from '../../design/Button.tsx';
import { useImportWords, type ImportWords } from '../../words/importWords.ts';

/** Maximum size of an upload (docs/api.md, 'Imports'). */
const MAX_BYTES = 25 * 1024 * 1024;

export interface TakesFile {
  onFile: (file: File) => void;
  /** receives the reason for a rejected file */
  onWrong: (message: string) => void;
}

interface FileButtonProps extends TakesFile {
  /** accepted file types, as an input's `accept` */
  kinds: string;
}

/** Takes one of the selected or dropped files; does nothing without a file. */
export function takeFile({ say }: ImportWords, files: FileList | null, { onFile, onWrong }: TakesFile): void {
  const [file, ...more] = files ?? [];
  if (file === undefined) return;
  if (more.length > 0) return onWrong(say('import.oneFile'));
  if (file.size > MAX_BYTES) return onWrong(say('import.tooLarge', { name: file.name }));
  return onFile(file);
}

/** A button that opens the device's file dialog. */
export function FileButton({ onFile, onWrong, kinds, ...button }: FileButtonProps & ComponentProps<typeof Button>) {
  const words = useImportWords();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      {/* The button opens this input; a native file control would show texts in the browser's language. */}
      <chakra.input
        ref={input}
        type="file"
        accept={kinds}
        display="none"
        onChange={(event) => {
          takeFile(words, event.currentTarget.files, { onFile, onWrong });
          // Clear the input, so that selecting the corrected file again is a change.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
