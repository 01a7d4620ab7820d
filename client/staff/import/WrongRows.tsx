import { Box, chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { Message } from '../../../server/domain/messages/message.ts';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { DASH } from '../../words/format.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useImportWords, type ImportWords } from '../../words/importWords.ts';
import type { ImportResult } from './importCall.ts';

type WrongRow = ImportResult['rows'][number];

/** Names of the rows of a kind of file. */
export interface RowWords {
  row: string;
  name: string;
  /** name of a field in the file */
  fieldName?: (field: string) => string;
  /** text of a fault, if the message alone is not enough */
  fault?: (said: Message) => string;
}

interface WrongRowsProps {
  answer: ImportResult;
  called: RowWords;
}

/** The invalid rows, each once, with all its faults. */
export function WrongRows({ answer: { rows, invalid, complete }, called }: WrongRowsProps) {
  const words = useImportWords();
  const { say } = words;
  const wrong = useMemo(() => rows.filter(({ errors }) => errors.length > 0), [rows]);
  const columns = useMemo(() => wrongRowColumns(words, called), [words, called]);
  return (
    <>
      {wrong.length < invalid && (
        <Box fontSize="sm" color="fg.muted" mb="2">
          {say('import.wrongMore')}
        </Box>
      )}
      {!complete && (
        <Box fontSize="sm" color="fg.muted" mb="2">
          {say('import.wrongIncomplete')}
        </Box>
      )}
      <DataTable
        caption={say('import.errors')}
        columns={columns}
        rows={wrong}
        rowId={({ row }) => String(row)}
        loading={say('import.loading')}
        empty={null}
        maxHeight="28rem"
        stacks
      />
    </>
  );
}

/** Row number, name, and what is wrong in it. */
function wrongRowColumns(words: ImportWords, called: RowWords): Column<WrongRow>[] {
  const { say, formatCount } = words;
  return [
    {
      id: 'row',
      name: called.row,
      render: ({ row }) => (
        <>
          {/* Rows shown as cards have no column headings. */}
          <chakra.span hideFrom="md">{called.row} </chakra.span>
          {formatCount(row)}
        </>
      ),
      sortBy: ({ row }) => row,
      figures: true,
      width: '5rem',
    },
    {
      id: 'name',
      name: called.name,
      width: '12rem',
      usual: '8rem',
      render: ({ name }) => (name === null ? DASH : <LongText text={name} />),
      sortBy: ({ name }) => name,
    },
    {
      id: 'problem',
      name: say('import.problem'),
      render: ({ errors }) => (
        <chakra.ul display="grid" gap="1" whiteSpace="normal" minW={{ md: '20rem' }} listStyleType="none">
          {errors.map(({ field, said }) => (
            <li key={`${field} ${said.code} ${said.text}`}>
              {called.fault?.(said) ?? localizedText(words, said)}
              {field !== '' && (
                <chakra.span color="fg.muted" fontSize="xs" ms="2" overflowWrap="anywhere">
                  {called.fieldName?.(field) ?? field}
                </chakra.span>
              )}
            </li>
          ))}
        </chakra.ul>
      ),
    },
  ];
}
