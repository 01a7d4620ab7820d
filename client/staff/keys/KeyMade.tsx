import { Box } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import { CheckboxField } from '../../design/Field.tsx';
import { useOfficeWords } from '../../words/officeWords.ts';

interface KeyMadeProps {
  /** in clear */
  secret: string;
  kept: boolean;
  onKept: (kept: boolean) => void;
  /** somebody wanted to go without having kept it */
  reminded: boolean;
}

/** A new key, shown this once. */
export function KeyMade({ secret, kept, onKept, reminded }: KeyMadeProps) {
  const { say } = useOfficeWords();
  const box = useRef<HTMLDivElement>(null);
  // The form and its button are gone: what is read next is the key.
  useEffect(() => box.current?.focus(), []);
  return (
    <>
      <Banner tone="pod" title={say('keyMade.once')} mb="5">
        {say('keyMade.onceText')}
      </Banner>
      <Box
        ref={box}
        role="group"
        aria-label={say('keyMade.key')}
        tabIndex={-1}
        bg="bg.sunken"
        borderWidth="1px"
        borderColor="line"
        borderRadius="control"
        px="4"
        py="3"
        mb="4"
      >
        <CopyableValue name={say('keyMade.key')} text={secret} shown={secret} />
      </Box>
      <CheckboxField
        label={say('keyMade.kept')}
        checked={kept}
        onChange={onKept}
        error={reminded && !kept ? say('keyMade.keepFirst') : null}
      />
    </>
  );
}
