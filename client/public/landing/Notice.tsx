import { Box, chakra, Flex } from '@chakra-ui/react';
import { useId } from 'react';
import { Button } from '../../design/Button.tsx';
import { useLandingWords } from '../../words/landingWords.ts';
import { useModal } from './useModal.ts';

interface NoticeProps {
  open: boolean;
  title: string;
  text: string;
  onClose: () => void;
}

/** A message to confirm. Uses the browser's own dialog, because the design system's would be larger than the page. */
export function Notice({ open, title, text, onClose }: NoticeProps) {
  const { say } = useLandingWords();
  const id = useId();
  const dialog = useModal(open);
  return (
    <chakra.dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      m="auto"
      w="min(26rem, calc(100vw - 2rem))"
      p={{ base: '5', md: '6' }}
      bg="bg.raised"
      color="fg"
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      boxShadow="panel"
      css={{ '&[open]': { animation: 'rise 180ms ease-out' }, '&::backdrop': { background: 'veil' } }}
    >
      <chakra.h2 id={`${id}-title`} fontSize="lg" fontWeight="600">
        {title}
      </chakra.h2>
      <Box id={`${id}-text`} mt="2">
        {text}
      </Box>
      <Flex mt="5" justify="flex-end">
        <Button onClick={() => dialog.current?.close()}>{say('dialog.ok')}</Button>
      </Flex>
    </chakra.dialog>
  );
}
