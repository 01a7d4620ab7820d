import { chakra, Flex } from '@chakra-ui/react';
import { useSharedWords } from '../../words/sharedWords.ts';
import { readKeys } from './shortcutRegistry.ts';
import { useIsApple } from './useShortcuts.ts';

const ON_APPLE = { mod: '⌘', alt: '⌥', shift: '⇧' } as const;
const ON_OTHERS = { mod: 'key.ctrl', alt: 'key.alt', shift: 'key.shift' } as const;
const SIGNS: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
};

/** <Keys keys="mod+k" />: a shortcut with the symbols of the user's keyboard. */
export function Keys({ keys }: { keys: string }) {
  const { say } = useSharedWords();
  const isApple = useIsApple();
  const { modifiers, key } = readKeys(keys);
  const caps = [
    ...[...modifiers].map((modifier) => (isApple ? ON_APPLE[modifier] : say(ON_OTHERS[modifier]))),
    key === 'escape' || key === 'enter' ? say(`key.${key}`) : (SIGNS[key] ?? key.toUpperCase()),
  ];
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
