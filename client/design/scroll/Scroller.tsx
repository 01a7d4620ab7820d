import { Box, type BoxProps } from '@chakra-ui/react';
import { useMemo, useState, type ReactNode } from 'react';
import { scrollCue } from './scrollCue.ts';

/*
 * <Scroller label="Where you are signed in" maxH="24rem"><ul>...</ul></Scroller>
 * A part of a page that scrolls and shows that it does. While it scrolls, it is focusable under its label and the arrow
 * keys scroll it.
 */
export interface ScrollerProps extends Omit<BoxProps, 'children'> {
  label: string;
  /** a named group even when it does not scroll */
  always?: boolean;
  /** background that the content fades into */
  ground?: 'bg' | 'bg.raised' | 'bg.sunken';
  /** props of the outer frame */
  frame?: BoxProps;
  children: ReactNode;
}

export function Scroller({ label, always = false, ground = 'bg.raised', frame, children, ...rest }: ScrollerProps) {
  const [scrolls, setScrolls] = useState(false);
  const cue = useMemo(() => scrollCue(setScrolls), []);
  const isGroup = always || scrolls;
  return (
    <Box className="scroll-frame" position="relative" minW="0" css={{ '--ground': `colors.${ground}` }} {...frame}>
      <Box
        ref={cue}
        role={isGroup ? 'group' : undefined}
        aria-label={isGroup ? label : undefined}
        tabIndex={scrolls ? 0 : undefined}
        overflow="auto"
        _focusVisible={{ outlineOffset: '-2px' }}
        {...rest}
      >
        {children}
      </Box>
    </Box>
  );
}
