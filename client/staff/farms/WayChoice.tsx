import { Box, chakra, Grid } from '@chakra-ui/react';
import { ClipboardPaste, Footprints, MapPin, PencilLine, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { useFarmWords } from '../../words/farmWords.ts';
import { WAYS, type Way } from './judgeOutline.ts';

const ICONS: Record<Way, LucideIcon> = {
  point: MapPin,
  draw: PencilLine,
  walk: Footprints,
  paste: ClipboardPaste,
};

interface WayChoiceProps {
  value: string;
  onChange: (way: Way) => void;
}

/** Choice of four input methods; the method for small gardens is first. */
export function WayChoice({ value, onChange }: WayChoiceProps) {
  const { say } = useFarmWords();
  const name = useId();
  return (
    <chakra.fieldset border="none" minW="0">
      <chakra.legend fontSize="sm" fontWeight="500" mb="1.5">
        {say('plotForm.way')}
      </chakra.legend>
      <Grid
        // Two and two: four do not fit beside the map, and three leave one alone.
        templateColumns="repeat(2, minmax(0, 1fr))"
        gap="2"
      >
        {WAYS.map((way) => {
          return <WayOption key={way} way={way} value={value} name={name} onChange={onChange} />;
        })}
      </Grid>
    </chakra.fieldset>
  );
}

interface WayOptionProps {
  way: Way;
  value: string;
  name: string;
  onChange: (way: Way) => void;
}

function WayOption({ way, value, name, onChange }: WayOptionProps) {
  const { say } = useFarmWords();
  const Icon = ICONS[way];
  const isChosen = way === value;
  return (
    <chakra.label
      display="flex"
      alignItems="center"
      gap={{ base: '2', sm: '3' }}
      minH={{ base: '12', sm: '14' }}
      px="3"
      py="2"
      borderWidth="1px"
      borderColor={isChosen ? 'leaf.solid' : 'edge'}
      borderRadius="control"
      bg={isChosen ? 'leaf.subtle' : 'bg.raised'}
      cursor="pointer"
      css={{
        '&:has(input:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
      }}
    >
      <chakra.input
        type="radio"
        name={name}
        value={way}
        checked={isChosen}
        onChange={() => onChange(way)}
        accentColor="leaf.solid"
        boxSize="4"
        flexShrink="0"
      />
      <Box minW="0" flex="1">
        <Box fontSize="sm" fontWeight="600">
          {say(`plotForm.${way}`)}
        </Box>
        <Box fontSize="xs" hideBelow="sm" color={isChosen ? 'fg' : 'fg.muted'}>
          {say(`plotForm.${way}Hint`)}
        </Box>
      </Box>
      <Box color={isChosen ? 'leaf' : 'fg.muted'} flexShrink="0" hideBelow="sm">
        <Icon aria-hidden size={20} strokeWidth={1.75} />
      </Box>
    </chakra.label>
  );
}
