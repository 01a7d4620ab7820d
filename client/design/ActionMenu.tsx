import { Menu, Portal } from '@chakra-ui/react';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { RowIconButton } from './RowButton.tsx';
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
  /** a function is asked as the menu opens: a list has as many menus as rows, and few are ever opened */
  actions: readonly MenuAction[] | (() => readonly MenuAction[]);
}

/**
 * A button and the menu that it opens. A list has as many as rows, so the menu is made when it opens. The button is the same all the time and
 * opens it itself: no press is lost.
 */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  /** what is marked as it opens: a press marks nothing, a key the first or the last */
  const [opened, setOpened] = useState<{ marked: string | undefined } | null>(null);
  const all = (): readonly MenuAction[] => (typeof actions === 'function' ? actions() : actions);
  const openByKey = (event: KeyboardEvent): void => {
    if (!['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(event.key)) return;
    // A key is not a press as well.
    event.preventDefault();
    if (opened !== null) return;
    const offered = all().filter(({ disabled }) => disabled !== true);
    setOpened({ marked: offered.at(event.key === 'ArrowUp' ? -1 : 0)?.id });
  };
  return (
    <>
      <RowIconButton
        ref={button}
        id={id}
        label={label}
        icon={<Ellipsis />}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-controls={opened === null ? undefined : `${id}-menu`}
        onKeyDown={openByKey}
        // Some browsers press at the end of the space bar's way, unless that is prevented as well.
        onKeyUp={(event) => {
          if (event.key === ' ') event.preventDefault();
        }}
        onClick={() => {
          setOpened(opened === null ? { marked: undefined } : null);
          if (opened !== null) button.current?.focus();
        }}
      />
      {opened !== null && <OpenedMenu id={id} marked={opened.marked} actions={all()} onClose={() => setOpened(null)} />}
    </>
  );
}

const cue = scrollCue();

interface OpenedMenuProps {
  /** of its button */
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
        // What the action opens gives the focus back to what had it then: the button, not an item that is gone by that time.
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
