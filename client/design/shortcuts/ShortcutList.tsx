import { Box, chakra, Flex } from '@chakra-ui/react';
import { CheckboxField } from '../Field.tsx';
import { Keys } from './Keys.tsx';
import { useCharacterKeys, useShortcutList } from './useShortcuts.ts';

/**
 * <ShortcutList characterKeys="Single-letter shortcuts" />: the shortcuts of this screen, and the switch for single
 * letters. Use inside a dialog.
 */
export function ShortcutList({ characterKeys }: { characterKeys: string }) {
  const shortcuts = useShortcutList();
  const [isOn, set] = useCharacterKeys();
  const groups = [...new Set(shortcuts.map(({ group }) => group))];
  return (
    <Flex direction="column" gap="5">
      {groups.map((group) => (
        <Box key={group} as="section">
          <chakra.h3 fontSize="sm" fontWeight="600" color="fg.muted" mb="1">
            {group}
          </chakra.h3>
          <chakra.dl>
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map(({ keys, label }) => (
                <Flex
                  key={keys}
                  justify="space-between"
                  align="center"
                  gap="4"
                  minH="10"
                  borderBottomWidth="1px"
                  borderColor="line"
                  _last={{ borderBottomWidth: '0' }}
                >
                  <chakra.dt fontSize="sm">{label}</chakra.dt>
                  <chakra.dd>
                    <Keys keys={keys} />
                  </chakra.dd>
                </Flex>
              ))}
          </chakra.dl>
        </Box>
      ))}
      <CheckboxField label={characterKeys} checked={isOn} onChange={set} />
    </Flex>
  );
}
