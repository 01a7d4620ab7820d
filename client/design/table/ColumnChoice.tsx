import { Menu, Portal } from '@chakra-ui/react';
import { Check, Columns3 } from 'lucide-react';
import { Button } from '../Button.tsx';
import { scrollCue } from '../scroll/scrollCue.ts';
import { shownColumns, type Column, type ColumnChoices } from './columns.ts';

/**
 * <ColumnChoice label="Columns" columns={columns} choices={choices} onChange={keep} />: a menu that stays open while
 * columns are toggled.
 */
export interface ColumnChoiceProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  choices: ColumnChoices;
  onChange: (choices: ColumnChoices) => void;
}

const cue = scrollCue();

export function ColumnChoice<Row>({ label, columns, choices, onChange }: ColumnChoiceProps<Row>) {
  const shown = shownColumns(columns, choices);
  return (
    <Menu.Root closeOnSelect={false} positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button variant="secondary">
          <Columns3 aria-hidden />
          {label}
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner className="scroll-frame">
          <Menu.Content ref={cue}>
            {columns.slice(1).map(({ id, name }) => (
              <Menu.CheckboxItem
                key={id}
                value={id}
                checked={shown[id] ?? false}
                onCheckedChange={(checked) => onChange({ ...choices, [id]: checked })}
              >
                <Check aria-hidden size={18} strokeWidth={1.75} visibility={shown[id] ? 'visible' : 'hidden'} />
                {name}
              </Menu.CheckboxItem>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
