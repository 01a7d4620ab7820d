import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

/** A step's h1. With `focused` it gets focus when it appears, so that screen readers start at the new step. */
export function StepHeading({ focused, ...rest }: HTMLChakraProps<'h1'> & { focused: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <chakra.h1
      ref={heading}
      tabIndex={-1}
      fontSize={{ base: 'xl', sm: '2xl' }}
      fontWeight="600"
      letterSpacing="-0.02em"
      lineHeight="1.2"
      outline="none"
      textWrap="balance"
      overflowWrap="anywhere"
      {...rest}
    />
  );
}
