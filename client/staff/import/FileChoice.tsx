import { Box, chakra, Flex } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { useImportWords } from '../../words/importWords.ts';

/** Of an upload (docs/api.md, 'Imports'). */
const MAX_BYTES = 25 * 1024 * 1024;
const KINDS = '.csv,.geojson,.json,text/csv,application/geo+json';

/** Takes one file, chosen or dropped. */
export function FileChoice({ onFile }: { onFile: (file: File) => void }) {
  const { say } = useImportWords();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const take = (files: FileList | null) => {
    const [file, ...more] = files ?? [];
    if (file === undefined) return;
    if (more.length > 0) return setWrong(say('import.oneFile'));
    if (file.size > MAX_BYTES) return setWrong(say('import.tooLarge', { name: file.name }));
    setWrong(null);
    return onFile(file);
  };
  return (
    <Flex direction="column" gap="3">
      {wrong !== null && <Banner>{wrong}</Banner>}
      <Flex
        direction="column"
        align="center"
        gap="3"
        px="4"
        py={{ base: '8', md: '10' }}
        borderWidth="2px"
        borderStyle="dashed"
        borderColor={isOver ? 'leaf.solid' : 'edge'}
        borderRadius="panel"
        bg={isOver ? 'leaf.subtle' : 'bg.raised'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Box color="fg.muted">
          <FileUp aria-hidden size={32} strokeWidth={1.5} />
        </Box>
        <Flex align="center" gap="3" wrap="wrap" justify="center">
          <Button aria-describedby={id} onClick={() => input.current?.click()}>
            {say('import.choose')}
          </Button>
          <Box hideBelow="md" color="fg.muted" fontSize="sm">
            {say('import.drop')}
          </Box>
        </Flex>
        <Box id={id} fontSize="sm" color="fg.muted" textAlign="center">
          {say('import.limits')}
        </Box>
        {/* The button opens it; a native file control says its words in the browser's language. */}
        <chakra.input
          ref={input}
          type="file"
          accept={KINDS}
          display="none"
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file, mended, must be a change as well.
            event.currentTarget.value = '';
          }}
        />
      </Flex>
    </Flex>
  );
}
