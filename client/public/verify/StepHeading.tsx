import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

/** A step's h1. With `focused` it takes the focus when it appears, so that a screen reader starts where the new step starts. */
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
