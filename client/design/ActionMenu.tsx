import { Menu, Portal } from '@chakra-ui/react';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { RowButton, RowIconButton } from './RowButton.tsx';
import { scrollCue } from './scroll/scrollCue.ts';

/** <ActionMenu label="More actions for LOT701" actions={[{ id: 'edit', label: 'Edit Lot', icon: Pencil, onSelect, danger }]} /> */
export interface MenuAction {
  id: string;
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

interface ActionMenuProps {
  label: string;
  /** the button shows its label, not just an icon */
  labelled?: boolean;
  /** a function is called when the menu opens: a list has one menu per row, and few are opened */
  actions: readonly MenuAction[] | (() => readonly MenuAction[]);
}

/**
 * A button with a menu. A list has one per row, so the menu mounts only when it opens. The button stays mounted and
 * opens the menu itself, so no press is lost.
 */
export function ActionMenu({ label, labelled = false, actions }: ActionMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  /** the item highlighted on opening: none after a pointer press, the first or last after a key */
  const [opened, setOpened] = useState<{ marked: string | undefined } | null>(null);
  const all = (): readonly MenuAction[] => (typeof actions === 'function' ? actions() : actions);
  const openByKey = (event: KeyboardEvent): void => {
    if (!['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
    // Prevent the click that the key would also cause.
    event.preventDefault();
    if (opened !== null) return;
    const offered = all().filter(({ disabled }) => disabled !== true);
    setOpened({ marked: offered.at(event.key === 'ArrowUp' ? -1 : 0)?.id });
  };
  const trigger: ComponentProps<'button'> = {
    ref: button,
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': opened !== null,
    'aria-controls': opened === null ? undefined : `${id}-menu`,
    onKeyDown: openByKey,
    // Some browsers click on keyup of the space bar; prevent that too.
    onKeyUp: (event) => {
      if (event.key === ' ') event.preventDefault();
    },
    onClick: () => {
      setOpened(opened === null ? { marked: undefined } : null);
      if (opened !== null) button.current?.focus();
    },
  };
  return (
    <>
      {labelled ? (
        <RowButton {...trigger}>
          <Ellipsis aria-hidden />
          {label}
        </RowButton>
      ) : (
        <RowIconButton label={label} icon={<Ellipsis />} {...trigger} />
      )}
      {opened !== null && <OpenedMenu id={id} marked={opened.marked} actions={all()} onClose={() => setOpened(null)} />}
    </>
  );
}

const cue = scrollCue();

interface OpenedMenuProps {
  /** id of the menu's button */
  id: string;
  marked: string | undefined;
  actions: readonly MenuAction[];
  onClose: () => void;
}

function OpenedMenu({ id, marked, actions, onClose }: OpenedMenuProps) {
  return (
    <Menu.Root
      defaultOpen
      defaultHighlightedValue={marked}
      ids={{ trigger: id, content: `${id}-menu` }}
      positioning={{ placement: 'bottom-end' }}
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
      onSelect={({ value }) => {
        // Focus the button first: what the action opens returns focus to it later, and the menu item is gone by then.
        document.getElementById(id)?.focus();
        actions.find((action) => action.id === value)?.onSelect();
      }}
    >
      <Portal>
        <Menu.Positioner className="scroll-frame">
          <Menu.Content ref={cue}>
            {actions.map(({ id: value, label: name, icon: Icon, danger, disabled }) => (
              <Menu.Item key={value} value={value} disabled={disabled} color={danger ? 'alarm' : undefined}>
                {Icon !== undefined && <Icon aria-hidden size={18} strokeWidth={1.75} />}
                {name}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
