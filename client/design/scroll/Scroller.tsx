import { Box, type BoxProps } from '@chakra-ui/react';
import { useMemo, useState, type ReactNode } from 'react';
import { scrollCue } from './scrollCue.ts';

/*
 * <Scroller label="Where you are signed in" maxH="24rem"><ul>...</ul></Scroller>
 * A part of a page that scrolls by itself and shows that it does. While it does, the keyboard comes to it by its name and the arrows move it.
 */
export interface ScrollerProps extends Omit<BoxProps, 'children'> {
  label: string;
  /** a group by that name whether it scrolls or not */
  always?: boolean;
  /** what lies under it, which what goes on fades into */
  ground?: 'bg' | 'bg.raised' | 'bg.sunken';
  /** of the frame, beside what stands around it */
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
