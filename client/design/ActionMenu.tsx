import { Menu, Portal } from '@chakra-ui/react';
import { Ellipsis, type LucideIcon } from 'lucide-react';
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

export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  return (
    <Menu.Root
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
