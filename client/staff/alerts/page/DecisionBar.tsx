import { Box } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../design/Button.tsx';
import { keepClearOfToasts } from '../../../design/toastLift.ts';
import { useAlertWords } from '../../../words/alertWords.ts';

/**
 * On phones and tablets the decision is below the evidence; this bar above the navigation leads to it, and is away while
 * the decision itself is on the screen.
 */
export function DecisionBar({ decisionId }: { decisionId: string }) {
  const { say } = useAlertWords();
  const bar = useRef<HTMLDivElement>(null);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const panel = document.getElementById(decisionId);
    if (panel === null) return;
    const seen = new IntersectionObserver(([entry]) => setThere(entry?.isIntersecting === true), { threshold: 0.25 });
    seen.observe(panel);
    return () => seen.disconnect();
  }, [decisionId]);
  useEffect(() => (bar.current === null || isThere ? undefined : keepClearOfToasts(bar.current)), [isThere]);
  return (
    <Box
      ref={bar}
      className="decision-bar"
      hideFrom="lg"
      position="sticky"
      bottom="var(--bottom-bar, 0px)"
      zIndex="sticky"
      // It keeps its place, so that the page does not move.
      visibility={isThere ? 'hidden' : undefined}
      mx={{ base: '-4', md: '-6' }}
      px={{ base: '4', md: '6' }}
      py="2"
      bg="bg.raised"
      borderTopWidth="1px"
      borderColor="line"
    >
      <Button
        w="full"
        onClick={() => {
          const panel = document.getElementById(decisionId);
          panel?.scrollIntoView({ block: 'start' });
          panel?.querySelector<HTMLElement>('input, a, button')?.focus({ preventScroll: true });
        }}
      >
        {say('decide.open')}
      </Button>
    </Box>
  );
}
