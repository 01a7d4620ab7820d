import { Box, chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { Said } from '../../../server/domain/said/said.ts';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { DASH } from '../../words/format.ts';
import { saidWord } from '../../words/saidWords.ts';
import { useImportWords } from '../../words/importWords.ts';
import type { ImportAnswer } from './importCall.ts';

interface WrongField {
  id: string;
  row: number;
  lotId: string | null;
  field: string;
  said: Said;
}

/** Each field that cannot be taken, by row. */
export function WrongRows({ answer: { rows, invalid } }: { answer: ImportAnswer }) {
  const words = useImportWords();
  const { say, formatCount } = words;
  const wrong = useMemo(
    () =>
      rows.flatMap(({ row, lotId, errors }): WrongField[] =>
        errors.map((error, at) => ({ id: `${row}.${at}`, row, lotId, ...error })),
      ),
    [rows],
  );
  const columns = useMemo(
    (): Column<WrongField>[] => [
      {
        id: 'row',
        name: say('import.row'),
        render: ({ row }) => (
          <>
            {/* Where a row is a card, no head says it. */}
            <chakra.span hideFrom="md">{say('import.row')} </chakra.span>
            {formatCount(row)}
          </>
        ),
        sortBy: ({ row }) => row,
        figures: true,
        width: '5rem',
      },
      {
        id: 'problem',
        name: say('import.problem'),
        render: ({ said }) => (
          <Box whiteSpace="normal" minW={{ md: '14rem' }}>
            {saidWord(words, said)}
          </Box>
        ),
      },
      {
        id: 'field',
        name: say('import.field'),
        render: ({ field }) => (field === '' ? say('import.wholeRow') : field),
        sortBy: ({ field }) => field,
      },
      { id: 'lotId', name: say('import.lotId'), render: ({ lotId }) => lotId ?? DASH, sortBy: ({ lotId }) => lotId },
    ],
    [words, say, formatCount],
  );
  const named = rows.filter(({ errors }) => errors.length > 0).length;
  return (
    <>
      {named < invalid && (
        <Box fontSize="sm" color="fg.muted" mb="2">
          {say('import.wrongMore')}
        </Box>
      )}
      <DataTable
        caption={say('import.errors')}
        columns={columns}
        rows={wrong}
        rowId={({ id }) => id}
        loading={say('import.loading')}
        empty={null}
        maxHeight="28rem"
        stacks
      />
    </>
  );
}
