import { Menu, Portal } from '@chakra-ui/react';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './Button.tsx';

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
  actions: readonly MenuAction[];
}

/** Until its first press it is a button alone: a list has as many of them as rows, and a menu's machine is not made for nothing. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [isPressed, setPressed] = useState(false);
  if (isPressed) return <PressedMenu label={label} actions={actions} />;
  return (
    <IconButton
      label={label}
      icon={<Ellipsis />}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setPressed(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setPressed(true);
      }}
    />
  );
}

function PressedMenu({ label, actions }: ActionMenuProps) {
  return (
    <Menu.Root
      defaultOpen
      positioning={{ placement: 'bottom-end' }}
      onSelect={({ value }) => actions.find((action) => action.id === value)?.onSelect()}
    >
      <Menu.Trigger asChild>
        <IconButton label={label} icon={<Ellipsis />} />
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {actions.map(({ id, label: name, icon: Icon, danger, disabled }) => (
              <Menu.Item key={id} value={id} disabled={disabled} color={danger ? 'alarm' : undefined}>
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
