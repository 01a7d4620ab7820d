import { Box } from '@chakra-ui/react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { scrollCue } from './scroll/scrollCue.ts';

/*
 * <Disclosed label="Menu" button={{ variant: 'quiet', children: 'Menu' }}>{(close) => <nav>...</nav>}</Disclosed>
 * A button that shows and hides content below itself: links and buttons in tab order. A press outside, Escape (focus
 * returns to the button) and focus leaving the content hide it. Uses no library, because it is part of the first
 * screen.
 */
export interface DisclosedProps {
  button: ButtonProps;
  /** accessible name of the content */
  label: string;
  /** on phones the content is a sheet above the bar at the lower edge, in which the button stands */
  sheet?: boolean;
  children: (close: () => void) => ReactNode;
}

const cue = scrollCue();

/** Across the phone, above the bar that holds the button. */
const SHEET = {
  mdDown: {
    insetX: '0',
    top: 'auto',
    bottom: '100%',
    w: 'auto',
    maxW: 'none',
    borderRadius: '0',
    borderTopRadius: 'panel',
    borderInlineWidth: '0',
    animation: 'rise 180ms ease-out',
  },
};

export function Disclosed({ button, label, sheet = false, children }: DisclosedProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: Event): void => {
      if (event.target instanceof Node && whole.current?.contains(event.target)) return;
      setOpen(false);
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      whole.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);

  return (
    // A sheet is as wide as the bar, not as its button.
    <Box ref={whole} position={{ base: sheet ? 'static' : 'relative', md: 'relative' }} minW="0">
      <Button {...button} aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)} />
      {open && (
        <Box
          id={id}
          role="group"
          aria-label={label}
          position="absolute"
          insetEnd="0"
          top="calc(100% + 0.25rem)"
          zIndex="popover"
          w="max-content"
          minW="15rem"
          maxW="min(22rem, calc(100vw - 2rem))"
          css={sheet ? SHEET : undefined}
          className="scroll-frame"
          bg="bg.raised"
          color="fg"
          borderWidth="1px"
          borderColor="line"
          borderRadius="control"
          boxShadow="panel"
          animation="appear 120ms ease-out"
        >
          <Box ref={cue} maxH="calc(100dvh - 5rem)" overflowY="auto" p="1">
            {children(() => setOpen(false))}
          </Box>
        </Box>
      )}
    </Box>
  );
}
