import { chakra, Combobox, createListCollection, Portal } from '@chakra-ui/react';
import { useMemo } from 'react';
import { CONTROL, Field, type FieldProps } from './Field.tsx';
import { scrollCue } from './scroll/scrollCue.ts';

/*
 * <ComboboxField label="Who" value={who} onChange={setWho} options={[{ value: 'amina', label: 'Amina Kila', detail:
 * 'amina' }]} />
 *
 * A text field with a list of suggestions; free text is allowed. Up and Down move through the list, Enter takes the
 * highlighted option, Escape closes the list. The caller filters the options.
 */
export interface ComboboxOption {
  /** the field's text after the option is taken */
  value: string;
  label: string;
  /** secondary text beside the label */
  detail?: string;
}

export interface ComboboxFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly ComboboxOption[];
  placeholder?: string;
  maxLength?: number;
  /** called after an option was taken; typing its text does not count */
  onTaken?: ((value: string) => void) | undefined;
  /** name of the list, where it must differ from the field's */
  listLabel?: string;
}

const NOTHING_TAKEN: string[] = [];
const cue = scrollCue();

export function ComboboxField({
  value,
  onChange,
  options,
  placeholder,
  maxLength,
  onTaken,
  listLabel,
  ...field
}: ComboboxFieldProps) {
  const collection = useMemo(
    () => createListCollection({ items: options, itemToValue: (one) => one.value, itemToString: (one) => one.label }),
    [options],
  );
  return (
    <Field {...field}>
      {(aria) => (
        <Combobox.Root
          ids={{ input: aria.id }}
          collection={collection}
          // The field's text is the only state: typed text counts the same as a taken option.
          value={NOTHING_TAKEN}
          inputValue={value}
          onInputValueChange={({ inputValue }) => onChange(inputValue)}
          onSelect={({ itemValue }) => {
            if (itemValue === undefined) return;
            onChange(itemValue);
            onTaken?.(itemValue);
          }}
          selectionBehavior="preserve"
          allowCustomValue
          // A list that is there before a dialog opens around its field would be hidden from screen readers with the page.
          lazyMount
          unmountOnExit
          openOnClick
          positioning={{ sameWidth: true, gutter: 4 }}
        >
          <Combobox.Control>
            <Combobox.Input {...CONTROL} {...aria} placeholder={placeholder} maxLength={maxLength} />
          </Combobox.Control>
          <Portal>
            <Combobox.Positioner className="scroll-frame">
              <Combobox.Content
                ref={cue}
                aria-label={listLabel ?? field.label}
                aria-labelledby={undefined}
                // Hide an empty list.
                display={options.length === 0 ? 'none' : undefined}
                maxH="18rem"
                overflowY="auto"
                p="1"
                zIndex="popover"
                bg="bg.raised"
                color="fg"
                borderWidth="1px"
                borderColor="line"
                borderRadius="panel"
                boxShadow="panel"
              >
                {options.map((one) => (
                  <OptionItem key={one.value} one={one} />
                ))}
              </Combobox.Content>
            </Combobox.Positioner>
          </Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}

function OptionItem({ one }: { one: ComboboxOption }) {
  return (
    <Combobox.Item
      item={one}
      display="block"
      px="3"
      py={{ base: '3', md: '2' }}
      borderRadius="control"
      fontSize="sm"
      cursor="pointer"
      overflowWrap="anywhere"
      _highlighted={{ bg: 'bg.sunken', boxShadow: 'inset 0 0 0 2px var(--chakra-colors-focus)' }}
    >
      <bdi>{one.label}</bdi>{' '}
      {one.detail !== undefined && (
        <chakra.span color="fg.muted" ms="1">
          {one.detail}
        </chakra.span>
      )}
    </Combobox.Item>
  );
}
