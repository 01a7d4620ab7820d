import { Box, chakra, Flex } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { TextField } from '../../design/Field.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { saveFile } from '../../saveFile.ts';
import { DASH } from '../../words/format.ts';
import { useImportWords, type ImportWords } from '../../words/importWords.ts';
import { errorLines, errorsCsv, findLines, type ErrorLine } from './errorLines.ts';
import type { ImportResult } from './importCall.ts';
import type { SheetFields } from './sheetFields.ts';

interface ErrorTableProps<Field extends string> {
  answer: ImportResult;
  fields: SheetFields<Field>;
  /** head of the column with the ids of rows */
  name: string;
}

/** The errors of a file, one a line: row, column, value, what is wrong and what is accepted. */
export function ErrorTable<Field extends string>({ answer, fields, name }: ErrorTableProps<Field>) {
  const words = useImportWords();
  const { say } = words;
  const [text, setText] = useState('');
  const lines = useMemo(() => errorLines(words, answer, fields), [words, answer, fields]);
  const shown = useMemo(() => findLines(lines, text), [lines, text]);
  const columns = useMemo(() => errorColumns(words, name), [words, name]);
  const named = answer.rows.filter(({ errors }) => errors.length > 0).length;
  const download = (): void => {
    const heads = [
      say('import.row'),
      name,
      say('import.errors.column'),
      say('import.errors.value'),
      say('import.problem'),
      say('import.takes'),
    ];
    saveFile({
      name: 'import-errors.csv',
      blob: new Blob([errorsCsv(heads, lines)], { type: 'text/csv;charset=utf-8' }),
    });
  };
  return (
    <Box>
      <Flex gap="3" align="end" justify="space-between" wrap="wrap" mb="3">
        <Box flex="1 1 14rem" maxW="24rem">
          <TextField label={say('import.errors.filter')} value={text} onChange={setText} />
        </Box>
        <Button variant="secondary" onClick={download}>
          <Download aria-hidden /> {say('import.errors.download')}
        </Button>
      </Flex>
      {named < answer.invalid && (
        <Box fontSize="sm" color="fg.muted" mb="2">
          {say('import.wrongMore')}
        </Box>
      )}
      <DataTable
        caption={say('import.errors')}
        columns={columns}
        rows={shown}
        rowId={({ id }) => id}
        loading={say('import.loading')}
        empty={
          <Box p="4" color="fg.muted">
            {say('import.errors.none')}
          </Box>
        }
        maxHeight="28rem"
        stacks
      />
    </Box>
  );
}

function errorColumns({ say, formatCount }: ImportWords, called: string): Column<ErrorLine>[] {
  return [
    {
      id: 'row',
      name: say('import.row'),
      render: ({ row }) => (
        <>
          {/* Rows shown as cards have no column headings. */}
          <chakra.span hideFrom="md">{say('import.row')} </chakra.span>
          {formatCount(row)}
        </>
      ),
      sortBy: ({ row }) => row,
      figures: true,
      width: '5rem',
    },
    {
      id: 'name',
      name: called,
      width: '9rem',
      usual: '8rem',
      render: ({ name }) => (name === '' ? DASH : <LongText text={name} />),
      sortBy: ({ name }) => name,
    },
    {
      id: 'column',
      name: say('import.errors.column'),
      width: '9rem',
      render: ({ column }) => (column === '' ? DASH : <LongText text={column} />),
      sortBy: ({ column }) => column,
    },
    {
      id: 'value',
      name: say('import.errors.value'),
      width: '10rem',
      render: ({ value }) => (value === '' ? DASH : <LongText text={value} />),
      sortBy: ({ value }) => value,
    },
    {
      id: 'problem',
      name: say('import.problem'),
      render: ({ problem, accepted }) => (
        <Box whiteSpace="normal" minW={{ md: '18rem' }}>
          {problem}
          {accepted !== '' && (
            <Box fontSize="xs" color="fg.muted">
              {say('import.errors.accepted', { text: accepted })}
            </Box>
          )}
        </Box>
      ),
    },
  ];
}
