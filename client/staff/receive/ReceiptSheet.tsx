import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { LotReceiptQuery, ReceiptFactsFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { useReceiveWords, type ReceiveWords } from '../../words/receiveWords.ts';
import type { Paper } from './receiveMemory.ts';

/** Width of each paper, and the margin that printers leave blank, in mm. */
export const PAPER_MM: Readonly<Record<Paper, { width: number; margin: number }>> = {
  '58': { width: 58, margin: 4 },
  '80': { width: 80, margin: 5 },
  a4: { width: 210, margin: 20 },
};

export interface ReceiptSheetProps {
  lot: ReceiptFactsFragment & { delivery: NonNullable<ReceiptFactsFragment['delivery']> };
  code: LotReceiptQuery['lotQrCode'];
  paper: Paper;
}

/** A delivery receipt, black on white, as wide as its paper. */
export function ReceiptSheet({ lot, code, paper }: ReceiptSheetProps) {
  const words = useReceiveWords();
  const { say } = words;
  const { width, margin } = PAPER_MM[paper];
  const isWide = paper === 'a4';
  return (
    <Box
      w={`${width}mm`}
      maxW="full"
      p={`${margin}mm`}
      bg="white"
      color="black"
      fontSize={isWide ? '12pt' : '9pt'}
      lineHeight="1.35"
      fontVariantNumeric="tabular-nums"
      overflowWrap="anywhere"
    >
      <Box fontWeight="600">{say('app.name')}</Box>
      <Box>{location.host}</Box>
      <Rule />
      <Box fontWeight="600">{say('receipt.heading')}</Box>
      <chakra.dl>
        {factsOf(words, lot).map(([name, value]) => (
          <Line key={name} name={name} wide={isWide}>
            {value}
          </Line>
        ))}
      </chakra.dl>
      <Rule />
      <Box display="flex" justifyContent="space-between" columnGap="2mm" fontWeight="700" fontSize="1.35em">
        <span>{say('receipt.net')}</span>
        <span>{words.formatKg(lot.delivery.netKg)}</span>
      </Box>
      <Rule />
      {code !== null && (
        <Box textAlign={isWide ? 'start' : 'center'}>
          <chakra.img
            src={code.qrCode}
            alt={say('receipt.code', { lotId: lot.lotId })}
            w="32mm"
            h="32mm"
            display="inline-block"
          />
          <Box>{say('receipt.check')}</Box>
          <Box fontSize="0.85em">{code.url}</Box>
        </Box>
      )}
    </Box>
  );
}

function factsOf(
  words: ReceiveWords,
  { delivery, ...lot }: ReceiptSheetProps['lot'],
): readonly (readonly [string, string])[] {
  const { say, formatKg, formatPercent, formatCount, formatDateTime } = words;
  return [
    [say('receipt.lot'), lot.lotId],
    [say('receipt.date'), formatDateTime(delivery.receivedAt)],
    [say('receipt.farm'), lot.farmId ?? DASH],
    [say('receipt.farmer'), lot.farmerName ?? DASH],
    [say('receipt.clerk'), delivery.receivedBy ?? DASH],
    [say('receipt.bags'), formatCount(delivery.bags)],
    [say('receipt.moisture'), formatPercent(lot.moistureContent)],
    [say('receipt.grade'), delivery.grade ?? say('receive.notGraded')],
    [say('receipt.gross'), formatKg(delivery.grossKg)],
    [say('receipt.tare'), formatKg(delivery.tareKg)],
  ];
}

function Line({ name, wide, children }: { name: string; wide: boolean; children: ReactNode }) {
  return (
    <Box display="flex" justifyContent={wide ? 'flex-start' : 'space-between'} columnGap="2mm">
      <chakra.dt flexShrink="0" minW={wide ? '35mm' : '0'}>
        {name}
      </chakra.dt>
      <chakra.dd textAlign={wide ? 'start' : 'end'} minW="0">
        {children}
      </chakra.dd>
    </Box>
  );
}

function Rule() {
  return <Box borderTop="1px solid black" my="1.5mm" />;
}
