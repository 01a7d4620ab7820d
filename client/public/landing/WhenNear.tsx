import { Box } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

interface WhenNearProps {
  /** placeholder with the final height, so that the layout does not move */
  before: ReactNode;
  children: ReactNode;
}

/** Renders its content when it is near the viewport: for content that loads more than its script. */
export function WhenNear({ before, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '600px' },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return <Box ref={place}>{isNear ? children : before}</Box>;
}
