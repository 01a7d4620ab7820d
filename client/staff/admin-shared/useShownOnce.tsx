import { Box } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
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
    done: string;
  };
}

/** Shows a new secret, only once. */
function ShownOnce({ secret, kept, onKept, reminded, words }: ShownOnceProps) {
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

/**
 * Shows a new secret in the dialog that made it. Escape and the cross close the dialog only once the secret was kept.
 * @param secret null: not made yet
 * @returns how the dialog closes, and what stands in the form's place
 */
export function useShownOnce(
  secret: string | null,
  words: ShownOnceProps['words'],
  onClose: () => void,
): { close: () => void; after: { children: ReactNode; footer: ReactNode } | undefined } {
  const [kept, setKept] = useState(false);
  const [reminded, setReminded] = useState(false);
  const close = () => (secret === null || kept ? onClose() : setReminded(true));
  if (secret === null) return { close, after: undefined };
  const children = <ShownOnce secret={secret} kept={kept} onKept={setKept} reminded={reminded} words={words} />;
  const footer = (
    <Button key="done" onClick={close}>
      {words.done}
    </Button>
  );
  return { close, after: { children, footer } };
}
