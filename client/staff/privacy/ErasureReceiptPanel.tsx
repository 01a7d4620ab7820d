import { Box, chakra, Flex } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../design/Button.tsx';
import { Facts } from '../../design/Page.tsx';
import type { ReceiptFragment } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { saveFile } from '../../saveFile.ts';
import { erasedWord } from './erasedWords.ts';

/** A receipt from the server or from the browser's history. */
export interface ShownReceipt extends Omit<ReceiptFragment, '__typename' | 'kept'> {
  kept: readonly Pick<ReceiptFragment['kept'][number], 'what' | 'whatSaid' | 'until' | 'why' | 'whySaid'>[];
}

const withoutTypes = (key: string, value: unknown): unknown => (key === '__typename' ? undefined : value);

/**
 * What was erased, and what is retained, why and until when. It holds no names.
 * @param wayOn shown beside the save button
 */
export function ErasureReceiptPanel({ receipt, wayOn }: { receipt: ShownReceipt; wayOn: ReactNode }) {
  const words = useOfficeWords();
  const { say, formatDate, formatDateTime, formatCount, formatList } = words;
  const { id, at, fields, kept, ledgerEvents } = receipt;
  const save = () => {
    const text = JSON.stringify({ id, at, fields, kept, ledgerEvents }, withoutTypes, 2);
    saveFile({ name: say('receipt.file', { id }), blob: new Blob([text], { type: 'application/json' }) });
  };
  return (
    <>
      <Facts
        items={[
          [
            say('receipt.number'),
            <chakra.span key="id" fontFamily="mono">
              {id}
            </chakra.span>,
          ],
          [say('receipt.at'), formatDateTime(at)],
          [
            say('receipt.fields'),
            fields.length === 0 ? say('receipt.nothing') : formatList(fields.map((field) => erasedWord(words, field))),
          ],
          [say('receipt.events'), formatCount(ledgerEvents)],
        ]}
      />
      <Box fontWeight="600" fontSize="sm" mt="4" mb="1">
        {say('receipt.kept')}
      </Box>
      <chakra.ul ps="5" listStyleType="disc" fontSize="sm">
        {kept.map(({ whatSaid, until, whySaid }) => (
          <chakra.li key={whatSaid.text} mb="2">
            <Box>
              {localizedText(words, whatSaid)},{' '}
              {until === null ? say('receipt.forLong') : say('receipt.until', { day: formatDate(until) })}
            </Box>
            <Box color="fg.muted">{localizedText(words, whySaid)}</Box>
          </chakra.li>
        ))}
      </chakra.ul>
      <Flex gap="3" wrap="wrap" mt="4">
        <Button onClick={save}>
          <Download aria-hidden />
          {say('receipt.save')}
        </Button>
        {wayOn}
      </Flex>
    </>
  );
}
