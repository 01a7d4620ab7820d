import { chakra, Combobox, createListCollection, Portal } from '@chakra-ui/react';
import { useMemo } from 'react';
import { CONTROL, Field, type FieldProps } from './Field.tsx';
import { scrollCue } from './scroll/scrollCue.ts';

/*
 * <ComboboxField label="Who" value={who} onChange={setWho} options={[{ value: 'amina', label: 'Amina Kila', detail: 'amina' }]} />
 *
 * A text that may be typed freely, over a list of what it may be: Up and Down go through it, Enter takes what is marked, Escape leaves the list.
 * The list is the caller's: it is narrowed to what was typed by whoever knows all of it.
 */
export interface ComboboxOption {
  /** what stands in the field once it is taken */
  value: string;
  label: string;
  /** beside the label, quieter */
  detail?: string;
}

export interface ComboboxFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly ComboboxOption[];
  placeholder?: string;
  maxLength?: number;
}

const NOTHING_TAKEN: string[] = [];
const cue = scrollCue();

export function ComboboxField({ value, onChange, options, placeholder, maxLength, ...field }: ComboboxFieldProps) {
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
          // What stands in the field is all that is known of it: a text that was typed is as good as one that was taken.
          value={NOTHING_TAKEN}
          inputValue={value}
          onInputValueChange={({ inputValue }) => onChange(inputValue)}
          onSelect={({ itemValue }) => {
            if (itemValue !== undefined) onChange(itemValue);
          }}
          selectionBehavior="preserve"
          allowCustomValue
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
                aria-label={field.label}
                aria-labelledby={undefined}
                // An empty list is nothing to look at.
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
                  <Combobox.Item
                    key={one.value}
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
                ))}
              </Combobox.Content>
            </Combobox.Positioner>
          </Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}
