import { Box } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { TextField } from './Field.tsx';
import { useSharedWords } from '../words/sharedWords.ts';

/** The selected text, for browsers without clipboard access. */
export function CopyByHand({ label, text }: { label: string; text: string }) {
  const { say } = useSharedWords();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Box mt="2" _print={{ display: 'none' }}>
      <TextField ref={field} label={label} hint={say('copy.byHand')} value={text} onChange={() => undefined} readOnly />
    </Box>
  );
}
