import { chakra, Flex } from '@chakra-ui/react';
import { readKeys } from './referee.ts';
import { useIsApple } from './useShortcuts.ts';

const ON_APPLE: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥', shift: '⇧' };
const ON_OTHERS: Readonly<Record<string, string>> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' };
const SIGNS: Readonly<Record<string, string>> = {
  escape: 'Esc',
  enter: '↵',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
};

/** <Keys keys="mod+k" />: a shortcut as it is printed on the keyboard in use. */
export function Keys({ keys }: { keys: string }) {
  const printed = useIsApple() ? ON_APPLE : ON_OTHERS;
  const { modifiers, key } = readKeys(keys);
  const caps = [...[...modifiers].map((modifier) => printed[modifier] ?? modifier), SIGNS[key] ?? key.toUpperCase()];
  return (
    <Flex as="span" display="inline-flex" gap="1" flexShrink="0">
      {caps.map((cap) => (
        <chakra.kbd
          key={cap}
          display="inline-grid"
          placeItems="center"
          minW="6"
          h="6"
          px="1.5"
          bg="bg.sunken"
          color="fg.muted"
          borderWidth="1px"
          borderColor="line"
          borderRadius="control"
          fontFamily="body"
          fontSize="xs"
          fontWeight="500"
        >
          {cap}
        </chakra.kbd>
      ))}
    </Flex>
  );
}
