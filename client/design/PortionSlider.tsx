import { chakra } from '@chakra-ui/react';

export interface PortionSliderProps {
  /** without it: the label of the `Field` around it */
  label?: string;
  id?: string;
  /** whole units */
  value: number;
  /** whole units; the slider's right end */
  most: number;
  /** the value in words, for screen readers */
  valueText: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** Positions of the slider: an arrow key moves it by half a percent of the whole. */
const STOPS = 200;

/**
 * Chooses a part of an amount. It moves in round steps, and its right end is exactly the whole; a field beside it takes
 * any other value.
 */
export function PortionSlider({ label, id, value, most, valueText, disabled = false, onChange }: PortionSliderProps) {
  return (
    <chakra.input
      id={id}
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={STOPS}
      step={1}
      value={most <= 0 ? 0 : Math.min(STOPS, Math.round((value / most) * STOPS))}
      disabled={disabled || most <= 0}
      onChange={(event) => onChange(portionAt(Number(event.currentTarget.value), most))}
      accentColor="leaf.solid"
      w="full"
      h={{ base: '11', md: '10' }}
      minW="0"
    />
  );
}

/** The amount at a position of the slider, in round steps below the whole. */
export function portionAt(stop: number, most: number): number {
  if (stop >= STOPS) return most;
  const step = Math.max(1, 10 ** Math.floor(Math.log10(Math.max(1, most / STOPS))));
  return Math.min(most, Math.round((most * stop) / STOPS / step) * step);
}
