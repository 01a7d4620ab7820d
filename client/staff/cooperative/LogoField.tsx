import { Box, chakra, Flex } from '@chakra-ui/react';
import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { LOGO_LIMITS } from '../../../server/domain/cooperative/cooperativeInput.ts';
import { Button } from '../../design/Button.tsx';
import { useOfficeWords } from '../../words/adminMessages.ts';

/** A picture that was chosen, in base64; null takes the logo away, undefined leaves it. */
export type ChosenLogo = { base64: string; type: string } | null | undefined;

interface LogoFieldProps {
  /** data address of the present logo */
  present: string | null;
  chosen: ChosenLogo;
  onChoose: (logo: ChosenLogo) => void;
  onWrong: (message: string) => void;
}

const KILOBYTES = LOGO_LIMITS.bytes / 1_000;

/** Shows the logo, and takes another one. */
export function LogoField({ present, chosen, onChoose, onWrong }: LogoFieldProps) {
  const { say } = useOfficeWords();
  const input = useRef<HTMLInputElement>(null);
  const shown = chosen === undefined ? present : chosen === null ? null : `data:${chosen.type};base64,${chosen.base64}`;
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > LOGO_LIMITS.bytes) {
      onWrong(say('cooperative.logoTooLarge', { name: file.name, kilobytes: KILOBYTES }));
      return;
    }
    onChoose({ base64: base64Of(new Uint8Array(await file.arrayBuffer())), type: file.type });
  };
  return (
    <Box role="group" aria-label={say('cooperative.logo')}>
      <Box fontSize="sm" fontWeight="500" mb="1">
        {say('cooperative.logo')}
      </Box>
      <Box fontSize="sm" color="fg.muted" mb="2">
        {say('cooperative.logoHint', { kilobytes: KILOBYTES })}
      </Box>
      <Flex align="center" gap="4" wrap="wrap">
        <Flex
          align="center"
          justify="center"
          w="9rem"
          h="4.5rem"
          p="2"
          // Papers are white, so the logo is shown on white in both color schemes.
          bg={shown === null ? 'bg.sunken' : 'white'}
          borderWidth="1px"
          borderColor="line"
          borderRadius="control"
          fontSize="xs"
          color="fg.muted"
        >
          {shown === null ? (
            say('cooperative.noLogo')
          ) : (
            <chakra.img src={shown} alt={say('cooperative.logoShown')} maxW="full" maxH="full" objectFit="contain" />
          )}
        </Flex>
        <Button variant="secondary" onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden />
          {say('cooperative.chooseLogo')}
        </Button>
        {shown !== null && (
          <Button variant="quiet" onClick={() => onChoose(null)}>
            <X aria-hidden />
            {say('cooperative.removeLogo')}
          </Button>
        )}
      </Flex>
      {/* The button opens this input; a native file control would show texts in the browser's language. */}
      <chakra.input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        display="none"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // Clear the input, so that selecting the corrected file again is a change.
          event.currentTarget.value = '';
        }}
      />
    </Box>
  );
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
