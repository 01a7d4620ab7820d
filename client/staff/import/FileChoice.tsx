import { Box, Flex } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { useImportWords } from '../../words/importWords.ts';
import { FileButton, takeFile, type TakesFile } from './FileButton.tsx';

interface FileChoiceProps extends Pick<TakesFile, 'onFile'> {
  /** accepted file types, as an input's `accept` */
  kinds: string;
  /** text about accepted types and sizes */
  limits: string;
}

/** Selects one file by dialog or drag and drop. */
export function FileChoice({ onFile, kinds, limits }: FileChoiceProps) {
  const words = useImportWords();
  const { say } = words;
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const taker: TakesFile = {
    onFile: (file) => {
      setWrong(null);
      onFile(file);
    },
    onWrong: setWrong,
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
          takeFile(words, event.dataTransfer.files, taker);
        }}
      >
        <Box color="fg.muted">
          <FileUp aria-hidden size={32} strokeWidth={1.5} />
        </Box>
        <Flex align="center" gap="3" wrap="wrap" justify="center">
          <FileButton kinds={kinds} aria-describedby={id} {...taker}>
            {say('import.choose')}
          </FileButton>
          <Box hideBelow="md" color="fg.muted" fontSize="sm">
            {say('import.drop')}
          </Box>
        </Flex>
        <Box id={id} fontSize="sm" color="fg.muted" textAlign="center">
          {limits}
        </Box>
      </Flex>
    </Flex>
  );
}
