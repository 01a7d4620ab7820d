import { Box } from '@chakra-ui/react';
import { ScanLine } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../../design/Button.tsx';
import { ErrorBoundary } from '../../../design/ErrorBoundary.tsx';
import { lazyPart } from '../../../design/lazyPart.ts';
import { Delayed, Skeleton } from '../../../design/Loading.tsx';
import { loadMoreWords } from '../../../words/publicLanguages.ts';
import { useVerifyWords } from '../../../words/verifyWords.ts';
import { hasCamera } from './camera.ts';

/** Loaded on demand, with the QR decoder and its messages. */
const Scanner = lazyPart(async () => {
  const [part] = await Promise.all([import('./Scanner.tsx'), loadMoreWords('details')]);
  return part;
});

/**
 * Offers to scan the number from the pack if there is a camera.
 * @param found called with the lot number of a valid code
 */
export function ScanButton({ found }: { found: (lotId: string) => void }) {
  const { say } = useVerifyWords();
  const [offered, setOffered] = useState(false);
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isHere = true;
    void hasCamera().then((is) => isHere && setOffered(is));
    return () => {
      isHere = false;
    };
  }, []);
  const close = (): void => {
    setOpen(false);
    whole.current?.querySelector('button')?.focus();
  };
  if (!offered) return null;
  return (
    <Box ref={whole}>
      <Button
        variant="secondary"
        size="lg"
        w={{ base: 'full', sm: 'auto' }}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ScanLine aria-hidden />
        {say('search.scan')}
      </Button>
      {open && (
        <Box mt="3">
          <ErrorBoundary>
            <Suspense
              fallback={
                <Delayed label={say('search.scan')}>
                  <Skeleton h="16rem" borderRadius="panel" />
                </Delayed>
              }
            >
              <Scanner
                close={close}
                found={(lotId) => {
                  close();
                  found(lotId);
                }}
              />
            </Suspense>
          </ErrorBoundary>
        </Box>
      )}
    </Box>
  );
}
