import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { Printer } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { localStore } from '../../deviceStorage.ts';
import { Button } from '../../design/Button.tsx';
import { SelectField } from '../../design/Field.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { LotReceiptDocument } from '../../graphql/generated.ts';
import { useReceiveWords } from '../../words/receiveWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { createReceiveMemory, PAPERS, type Paper } from './receiveMemory.ts';
import { PRINTED_ATTRIBUTE, printStyle } from './printStyle.ts';
import { PAPER_MM, ReceiptSheet, type ReceiptSheetProps } from './ReceiptSheet.tsx';

const memory = createReceiveMemory(localStore);
/** CSS pixels in a millimetre. */
const PX_PER_MM = 96 / 25.4;

/** The receipt of a lot on the screen, the choice of paper, and printing. */
export function ReceiptPanel({ lotId }: { lotId: string }) {
  const { say } = useReceiveWords();
  const { data, error, refetch } = useQuery(LotReceiptDocument, { variables: { id: lotId } });
  const [paper, setPaper] = useState<Paper>(() => memory.read().paper);
  const lot = data?.lot;
  if (lot === undefined && error !== undefined) {
    return <LoadFailure title={say('receipt.unread')} error={error} onRetry={refetch} />;
  }
  if (lot === undefined) {
    return (
      <Delayed label={say('receipt.loading')}>
        <Skeleton h="24rem" maxW="58mm" />
      </Delayed>
    );
  }
  const delivery = lot?.delivery;
  if (lot === null || !delivery) return <Box>{say('receipt.unread')}</Box>;
  const sheet = { lot: { ...lot, delivery }, code: data?.lotQrCode ?? null, paper };
  return (
    <Flex direction="column" gap="4">
      <Flex gap="3" align="flex-end" wrap="wrap">
        <Box w="11rem">
          <SelectField
            label={say('receipt.width')}
            value={paper}
            onChange={(value) => {
              const chosen = PAPERS.find((known) => known === value);
              if (chosen === undefined) return;
              setPaper(chosen);
              memory.write({ paper: chosen });
            }}
            options={PAPERS.map((value) => ({ value, label: say(`receipt.width.${value}`) }))}
          />
        </Box>
        <Button variant="secondary" onClick={() => print()}>
          <Printer aria-hidden />
          {say('receipt.print')}
        </Button>
      </Flex>
      <SheetWithPrint {...sheet} />
    </Flex>
  );
}

/**
 * The sheet on the screen, and the same for the printer, which prints nothing else while it is there. A roll has no
 * length of its own: the page is as long as the sheet.
 */
function SheetWithPrint(props: ReceiptSheetProps) {
  const shown = useRef<HTMLDivElement>(null);
  const [heightMm, setHeightMm] = useState(0);
  useLayoutEffect(() => {
    const sheet = shown.current;
    if (sheet === null) return undefined;
    const observer = new ResizeObserver(() => {
      // Nothing of the screen has a height while the printer's page is laid out.
      if (sheet.offsetHeight > 0) setHeightMm(Math.ceil(sheet.offsetHeight / PX_PER_MM) + 1);
    });
    observer.observe(sheet);
    return () => observer.disconnect();
  }, []);
  const size = props.paper === 'a4' ? 'A4' : `${PAPER_MM[props.paper].width}mm ${heightMm}mm`;
  return (
    <>
      <Box ref={shown} w="fit-content" maxW="full" borderWidth="1px" borderColor="line">
        <ReceiptSheet {...props} />
      </Box>
      {createPortal(
        <div {...{ [PRINTED_ATTRIBUTE]: '' }} aria-hidden>
          <style>{printStyle(size)}</style>
          <ReceiptSheet {...props} />
        </div>,
        document.body,
      )}
    </>
  );
}
