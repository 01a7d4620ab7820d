import { Box, chakra, createListCollection, Dialog, Flex, Listbox, Portal } from '@chakra-ui/react';
import { Search, type LucideIcon } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { scrollCue } from '../scroll/scrollCue.ts';
import { Spinner } from '../Spinner.tsx';
import { Keys } from '../shortcuts/Keys.tsx';
import { useOpenings } from '../useOpenings.ts';
import { found } from './match.ts';

/*
 * <CommandPalette open onClose={close} label="Search and commands" placeholder="Find a lot, or do something"
 *   none="Nothing found"
 *   groups={[{ id: 'do', name: 'Do', commands: [{ id: 'create', label: 'Create a lot', keys: 'n', icon: Plus, run }] }]}
 *   onQuery={search} busy={searching} />
 *
 * A search field over a list of commands: typing filters, Up and Down choose, Enter runs and closes, Escape closes.
 * Groups from a server search (`isFound`) are not filtered again. Open it with a shortcut (`useShortcuts`, 'mod+k').
 */
export interface Command {
  id: string;
  label: string;
  /** secondary text beside the label; also searched */
  detail?: string;
  icon?: LucideIcon;
  /** the equivalent shortcut */
  keys?: string;
  run: () => void;
}

export interface CommandGroup {
  id: string;
  name: string;
  commands: readonly Command[];
  /** the group is already filtered by the query */
  isFound?: boolean;
}

export interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  /** accessible name of the dialog and its field */
  label: string;
  placeholder: string;
  groups: readonly CommandGroup[];
  /** shown when nothing matches */
  none: ReactNode;
  /** called with the query, to search the server */
  onQuery?: (query: string) => void;
  /** shown beside the field while a server search runs */
  busy?: string;
}

export function CommandPalette(props: CommandPaletteProps) {
  const openings = useOpenings(props.open);
  return (
    <Dialog.Root
      open={props.open}
      onOpenChange={({ open }) => {
        if (!open) props.onClose();
      }}
      onFocusOutside={(event) => event.preventDefault()}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner alignItems={{ base: 'flex-start', md: 'flex-start' }} pt={{ base: '0', md: '12dvh' }}>
          <Dialog.Content
            aria-label={props.label}
            borderTopRadius={{ base: '0', md: 'panel' }}
            borderBottomRadius="panel"
          >
            <Found key={openings} {...props} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Found({ onClose, label, placeholder, groups, none, onQuery, busy }: CommandPaletteProps) {
  const list = useId();
  const [query, setQuery] = useState('');
  const shown = groups
    .map((group) => ({
      ...group,
      commands: group.isFound
        ? group.commands
        : found(query, group.commands, (one) => `${one.label} ${one.detail ?? ''}`),
    }))
    .filter(({ commands }) => commands.length > 0);
  const commands = shown.flatMap((group) => group.commands);
  const collection = createListCollection({
    items: commands,
    itemToValue: ({ id }) => id,
    itemToString: ({ label: name }) => name,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  // The first command is chosen until the user chooses another, and again when that one no longer matches.
  const highlighted = commands.some(({ id }) => id === chosen) ? chosen : (commands[0]?.id ?? null);

  const run = (id: string): void => {
    const command = commands.find((one) => one.id === id);
    if (command === undefined) return;
    onClose();
    command.run();
  };

  return (
    <Listbox.Root
      ids={{ content: list }}
      collection={collection}
      value={[]}
      highlightedValue={highlighted}
      onHighlightChange={({ highlightedValue }) => setChosen(highlightedValue)}
      onSelect={({ value }) => run(value)}
      loopFocus
      display="flex"
      flexDirection="column"
      minH="0"
    >
      <Flex align="center" gap="3" px="4" borderBottomWidth="1px" borderColor="line" color="fg.muted">
        <Search aria-hidden size={20} strokeWidth={1.75} />
        <Listbox.Input
          // The list is always open.
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-label={label}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(null);
            onQuery?.(event.currentTarget.value);
          }}
          flex="1"
          minW="0"
          h="14"
          bg="transparent"
          color="fg"
          fontSize="md"
          outline="none"
        />
        {busy !== undefined && (
          <chakra.output display="flex" alignItems="center" gap="2" fontSize="sm">
            <Spinner />
            {busy}
          </chakra.output>
        )}
      </Flex>
      <Flex className="scroll-frame" position="relative" direction="column" flex="1" minH="0">
        <Listbox.Content
          ref={cue}
          aria-label={label}
          flex="1"
          minH="0"
          maxH="24rem"
          overflowY="auto"
          p="2"
          outline="none"
          // Hide an empty list.
          display={commands.length === 0 ? 'none' : undefined}
        >
          {shown.map((group) => (
            <Listbox.ItemGroup key={group.id}>
              <Listbox.ItemGroupLabel px="3" py="1.5" fontSize="xs" fontWeight="600" color="fg.muted">
                {group.name}
              </Listbox.ItemGroupLabel>
              {group.commands.map((command) => (
                <Entry key={command.id} command={command} />
              ))}
            </Listbox.ItemGroup>
          ))}
        </Listbox.Content>
      </Flex>
      <Box aria-live="polite" px="4" pb={commands.length === 0 ? '8' : '0'} textAlign="center" color="fg.muted">
        {commands.length === 0 && busy === undefined && none}
      </Box>
    </Listbox.Root>
  );
}

const cue = scrollCue();

function Entry({ command }: { command: Command }) {
  const { label, detail, icon: Icon, keys } = command;
  return (
    <Listbox.Item
      item={command}
      display="flex"
      alignItems="center"
      gap="3"
      minH="11"
      px="3"
      borderRadius="control"
      fontSize="sm"
      cursor="pointer"
      _highlighted={{ bg: 'bg.sunken', boxShadow: 'inset 0 0 0 2px var(--chakra-colors-focus)' }}
    >
      {Icon !== undefined && <Icon aria-hidden size={18} strokeWidth={1.75} />}
      <Listbox.ItemText minW="0" flex="1" truncate title={detail === undefined ? label : `${label} ${detail}`}>
        {label}
        {detail !== undefined && (
          <chakra.span color="fg.muted" ms="2">
            {detail}
          </chakra.span>
        )}
      </Listbox.ItemText>
      {keys !== undefined && (
        <Box as="span" hideBelow="md">
          <Keys keys={keys} />
        </Box>
      )}
    </Listbox.Item>
  );
}
