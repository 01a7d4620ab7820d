import { Box } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { TextField } from '../../design/Field.tsx';

/** The text itself, selected, where the browser copies nothing by itself. */
export function CopyByHand({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Box mt="2" _print={{ display: 'none' }}>
      <TextField
        ref={field}
        label={label}
        hint="This browser does not copy by itself. The text is selected: copy it from here."
        value={text}
        onChange={() => undefined}
        readOnly
      />
    </Box>
  );
}
