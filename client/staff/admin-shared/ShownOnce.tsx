import { Box } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { CheckboxField } from '../../design/Field.tsx';

interface ShownOnceProps {
  /** in plain text */
  secret: string;
  kept: boolean;
  onKept: (kept: boolean) => void;
  /** the user tried to close the dialog without confirming that they stored the secret */
  reminded: boolean;
  words: {
    /** name of the secret, such as 'key' */
    name: string;
    title: string;
    text: string;
    kept: string;
    keepFirst: string;
  };
}

/** Shows a new secret, only once. */
export function ShownOnce({ secret, kept, onKept, reminded, words }: ShownOnceProps) {
  const box = useRef<HTMLDivElement>(null);
  // The form and its button are gone, so move focus to the secret.
  useEffect(() => box.current?.focus(), []);
  return (
    <>
      <Banner tone="pod" title={words.title} mb="5">
        {words.text}
      </Banner>
      <Box
        ref={box}
        role="group"
        aria-label={words.name}
        tabIndex={-1}
        bg="bg.sunken"
        borderWidth="1px"
        borderColor="line"
        borderRadius="control"
        px="4"
        py="3"
        mb="4"
      >
        <CopyableValue name={words.name} text={secret} shown={secret} />
      </Box>
      <CheckboxField
        label={words.kept}
        checked={kept}
        onChange={onKept}
        error={reminded && !kept ? words.keepFirst : null}
      />
    </>
  );
}
