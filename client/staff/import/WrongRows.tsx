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
  name: string | null;
  field: string;
  said: Said;
}

/** How a kind of file calls its rows, their names and their fields. */
export interface RowWords {
  row: string;
  name: string;
  field: string;
  /** a field as it stands in the file */
  fieldName?: (field: string) => string;
  /** what is wrong, where the words of the code alone would not do */
  fault?: (said: Said) => string;
}

interface WrongRowsProps {
  answer: ImportAnswer;
  called: RowWords;
}

/** Each field that cannot be taken, by row. */
export function WrongRows({ answer: { rows, invalid }, called }: WrongRowsProps) {
  const words = useImportWords();
  const { say, formatCount } = words;
  const wrong = useMemo(
    () =>
      rows.flatMap(({ row, name, errors }): WrongField[] =>
        errors.map((error, at) => ({ id: `${row}.${at}`, row, name, ...error })),
      ),
    [rows],
  );
  const columns = useMemo(
    (): Column<WrongField>[] => [
      {
        id: 'row',
        name: called.row,
        render: ({ row }) => (
          <>
            {/* Where a row is a card, no head says it. */}
            <chakra.span hideFrom="md">{called.row} </chakra.span>
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
            {called.fault?.(said) ?? saidWord(words, said)}
          </Box>
        ),
      },
      {
        id: 'field',
        name: called.field,
        render: ({ field }) => (field === '' ? say('import.wholeRow') : (called.fieldName?.(field) ?? field)),
        sortBy: ({ field }) => field,
      },
      { id: 'name', name: called.name, render: ({ name }) => name ?? DASH, sortBy: ({ name }) => name },
    ],
    [words, say, formatCount, called],
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
