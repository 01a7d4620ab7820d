import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

/**
 * The animated chain and particles behind the hero: decorative, loaded after the page, and disabled for reduced motion.
 */
export function HeroDecoration() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    let stop: (() => void) | null = null;
    let isWanted = true;
    const begin = async (): Promise<void> => {
      if (calm.matches || stop !== null) return;
      const { decorate } = await import('./decorate.ts');
      if (isWanted && !calm.matches && stop === null && canvas.current !== null) stop = decorate(canvas.current);
    };
    const quietly = (): void => void begin().catch(() => undefined);
    const changed = (): void => {
      stop?.();
      stop = null;
      quietly();
    };
    // Load after all content.
    if (document.readyState === 'complete') setTimeout(quietly);
    else addEventListener('load', quietly, { once: true });
    calm.addEventListener('change', changed);
    return () => {
      isWanted = false;
      removeEventListener('load', quietly);
      calm.removeEventListener('change', changed);
      stop?.();
    };
  }, []);
  return (
    <chakra.canvas
      ref={canvas}
      aria-hidden
      position="absolute"
      inset="0"
      w="full"
      h="full"
      color="brand"
      pointerEvents="none"
      _print={{ display: 'none' }}
    />
  );
}
