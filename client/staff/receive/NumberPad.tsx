import { Grid } from '@chakra-ui/react';
import { Delete } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../design/Button.tsx';
import { useReceiveWords } from '../../words/receiveWords.ts';

const ERASE = 'Backspace';

/**
 * Large number keys for touch, at the lower edge of the window. They type into the focused field, which keeps the focus;
 * the device's own keyboard does the same and stays closed.
 * @param onNext goes on to the next field
 */
export function NumberPad({ onNext }: { onNext: () => void }) {
  const { say, locale } = useReceiveWords();
  const point = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return (
    <Grid
      role="group"
      aria-label={say('receive.keys')}
      templateColumns="repeat(4, minmax(0, 1fr))"
      gap="1.5"
      position="sticky"
      bottom="var(--bottom-bar, 0px)"
      zIndex="sticky"
      bg="bg"
      borderTopWidth="1px"
      borderColor="line"
      mx={{ base: '-4', md: '0' }}
      px={{ base: '2', md: '0' }}
      py="2"
      // The field keeps the focus, and with it the place where the key types.
      onPointerDown={(event) => event.preventDefault()}
    >
      {['1', '2', '3'].map((key) => (
        <PadKey key={key} press={key} />
      ))}
      <PadKey press={ERASE} label={say('receive.keyErase')}>
        <Delete aria-hidden />
      </PadKey>
      {['4', '5', '6'].map((key) => (
        <PadKey key={key} press={key} />
      ))}
      <PadKey press={point} label={say('receive.keyPoint')} />
      {['7', '8', '9'].map((key) => (
        <PadKey key={key} press={key} />
      ))}
      <PadKey press="0" />
      <Button size="lg" minH="14" gridColumn="1 / -1" tabIndex={-1} onClick={onNext}>
        {say('receive.keyNext')}
      </Button>
    </Grid>
  );
}

function PadKey({ press, label, children = press }: { press: string; label?: string; children?: ReactNode }) {
  return (
    <Button
      variant="secondary"
      minH="14"
      fontSize="xl"
      tabIndex={-1}
      aria-label={label}
      onClick={() => typeInto(document.activeElement, press)}
    >
      {children}
    </Button>
  );
}

/** Types a key into a text field, as its keyboard does: it replaces what is selected. */
function typeInto(field: Element | null, key: string): void {
  if (!(field instanceof HTMLInputElement) || field.selectionStart === null || field.selectionEnd === null) return;
  const { selectionStart: start, selectionEnd: end } = field;
  if (key !== ERASE) field.setRangeText(key, start, end, 'end');
  else field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
