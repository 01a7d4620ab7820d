import { Box, chakra, Flex } from '@chakra-ui/react';
import { use, useEffect, useRef, useState } from 'react';
import { Button } from '../../../design/Button.tsx';
import { SiteOrigin } from '../../../siteOrigin.ts';
import { useScanWords } from '../../../words/scanWords.ts';
import { readScanned, type Scanned } from './readScanned.ts';
import { useScan, type ScanState } from './useScan.ts';

interface ScannerProps {
  found: (lotId: string) => void;
  close: () => void;
}

const WORDS = {
  starting: 'scan.starting',
  looking: 'scan.looking',
  hint: 'scan.hint',
  nothing: 'scan.nothing',
  denied: 'scan.denied',
  missing: 'scan.missing',
  broken: 'scan.broken',
} as const satisfies Record<ScanState, string>;

/** The camera picture with a text status. Escape closes it. */
export default function Scanner({ found, close }: ScannerProps) {
  const { say } = useScanWords();
  const [run, setRun] = useState(0);
  const [refused, setRefused] = useState<Scanned | null>(null);
  const origins = [use(SiteOrigin), location.origin];
  const closing = useRef<HTMLDivElement>(null);
  useEffect(() => closing.current?.querySelector('button')?.focus(), []);
  useEffect(() => {
    // On the search step, Escape would leave the step.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [close]);
  const again = (): void => {
    setRefused(null);
    setRun(run + 1);
    closing.current?.querySelector('button')?.focus();
  };
  const read = (text: string): void => {
    const scanned = readScanned(text, origins);
    if (scanned.kind === 'lot') found(scanned.lotId);
    else setRefused(scanned);
  };
  return (
    <Box role="group" aria-label={say('scan.title')} p="3" bg="bg.sunken" borderRadius="panel">
      {refused === null ? (
        <Picture key={run} read={read} close={close} again={again} />
      ) : (
        <Box role="alert" fontSize="sm">
          {refused.kind === 'elsewhere' ? say('scan.elsewhere', { host: refused.host }) : say('scan.noLot')}
        </Box>
      )}
      <Flex mt="3" gap="3" wrap="wrap">
        {refused !== null && <Button onClick={again}>{say('scan.again')}</Button>}
        <Box ref={closing}>
          <Button variant="secondary" onClick={close}>
            {say('scan.close')}
          </Button>
        </Box>
      </Flex>
    </Box>
  );
}

function Picture({ read, close, again }: { read: (text: string) => void; close: () => void; again: () => void }) {
  const { say } = useScanWords();
  const [state, video] = useScan(read, close);
  const isOn = state === 'starting' || state === 'looking' || state === 'hint';
  return (
    <>
      <chakra.video
        ref={video}
        muted
        playsInline
        aria-hidden
        display={isOn ? 'block' : 'none'}
        w="full"
        aspectRatio={4 / 3}
        maxH="60dvh"
        objectFit="cover"
        bg="fg"
        borderRadius="control"
      />
      <Box role="status" mt={isOn ? '2' : '0'} fontSize="sm">
        {say(WORDS[state])}
      </Box>
      {!isOn && state !== 'missing' && (
        <Box mt="3">
          <Button onClick={again}>{say('scan.again')}</Button>
        </Box>
      )}
    </>
  );
}
