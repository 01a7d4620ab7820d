import { Box, chakra, Flex } from '@chakra-ui/react';
import { Plus, Trash2, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../design/Button.tsx';
import { CONTROL } from '../../design/Field.tsx';
import { useFarmWords } from '../../words/farmWords.ts';
import { type Corner, cornerOf, cornerText, filledCorners, heldCorners, NO_CORNER } from './corners.ts';

/** A walk may have hundreds of corners; show this many at first. */
const FIRST = 30;

interface CornerListProps {
  /** as stored in the form */
  corners: readonly string[];
  /** indexes from 0 */
  wrong: readonly number[];
  /** @param field the edited field: changes of one field are undone together */
  onChange: (corners: readonly string[], field?: string) => void;
  onUndo: () => void;
  canUndo: boolean;
}

/** The corners of an outline as editable coordinates, whatever method created the outline. */
export function CornerList({ corners, wrong, onChange, onUndo, canUndo }: CornerListProps) {
  const { say } = useFarmWords();
  const list = useRef<HTMLOListElement>(null);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? corners : corners.slice(0, FIRST);
  const type = (at: number, part: Partial<Corner>): void => {
    const [field = ''] = Object.keys(part);
    onChange(
      corners.map((text, index) => (index === at ? cornerText({ ...cornerOf(text), ...part }) : text)),
      `${field} ${at}`,
    );
  };
  const focusRow = (at: number): void => {
    // Wait until the row is rendered or removed.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input')[at * 2]?.focus());
  };
  const add = (): void => {
    setWhole(true);
    onChange([...corners, cornerText(NO_CORNER)]);
    focusRow(corners.length);
  };
  const remove = (at: number): void => {
    const left = corners.filter((_, index) => index !== at);
    onChange(left.length < 3 ? heldCorners(left.map(cornerOf)) : left);
    focusRow(Math.min(at, left.length - 1));
  };
  return (
    <chakra.fieldset border="none" minW="0">
      <chakra.legend fontSize="sm" fontWeight="500">
        {say('corners.title')}
      </chakra.legend>
      <Box fontSize="sm" color="fg.muted" mb="2">
        {say('corners.hint')}
      </Box>
      <chakra.ol
        ref={list}
        listStyleType="none"
        // Latitude, longitude, remove button.
        display="grid"
        gridTemplateColumns="2rem minmax(0, 1fr) minmax(0, 1fr) 2.75rem"
        gap="1.5"
        alignItems="center"
      >
        <Box as="li" aria-hidden display="contents" fontSize="xs" color="fg.muted">
          <span />
          <span>{say('corners.latitudeHead')}</span>
          <span>{say('corners.longitudeHead')}</span>
          <span />
        </Box>
        {shown.map((text, at) => {
          const { latitude, longitude } = cornerOf(text);
          const number = at + 1;
          const isWrong = wrong.includes(at);
          const control = (value: string, label: string, onTyped: (typed: string) => void) => (
            <chakra.input
              {...CONTROL}
              px="2"
              type="text"
              inputMode="text"
              autoComplete="off"
              spellCheck={false}
              fontFamily="mono"
              fontSize={{ base: 'md', md: 'sm' }}
              aria-label={label}
              aria-invalid={isWrong || undefined}
              value={value}
              onChange={(event) => onTyped(event.currentTarget.value)}
            />
          );
          return (
            <Box as="li" key={at} display="contents">
              <Box
                aria-hidden
                fontSize="sm"
                fontWeight="600"
                textAlign="center"
                color={isWrong ? 'alarm' : 'fg.muted'}
                fontVariantNumeric="tabular-nums"
              >
                {number}
              </Box>
              {control(latitude, say('corners.latitude', { number }), (typed) => type(at, { latitude: typed }))}
              {control(longitude, say('corners.longitude', { number }), (typed) => type(at, { longitude: typed }))}
              <IconButton label={say('corners.remove', { number })} icon={<Trash2 />} onClick={() => remove(at)} />
            </Box>
          );
        })}
      </chakra.ol>
      {shown.length < corners.length && (
        <Button size="sm" variant="quiet" mt="2" onClick={() => setWhole(true)}>
          {say('corners.more', { count: corners.length })}
        </Button>
      )}
      <Flex gap="2" mt="3" wrap="wrap">
        <Button size="sm" variant="secondary" onClick={add}>
          <Plus aria-hidden /> {say('corners.add')}
        </Button>
        <Button size="sm" variant="secondary" disabled={!canUndo} onClick={onUndo}>
          <Undo2 aria-hidden /> {say('corners.undo')}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          disabled={filledCorners(corners).length === 0}
          onClick={() => onChange(heldCorners([]))}
        >
          {say('corners.clear')}
        </Button>
      </Flex>
    </chakra.fieldset>
  );
}
