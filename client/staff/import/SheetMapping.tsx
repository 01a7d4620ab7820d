import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { SelectField } from '../../design/Field.tsx';
import { Panel } from '../../design/Page.tsx';
import { useImportWords, type ImportWords } from '../../words/importWords.ts';
import {
  DATE_ORDER_NAMES,
  DECIMAL_NAMES,
  DELIMITER_NAMES,
  ENCODING_NAMES,
  formatPart,
  QUALITY_NAMES,
  type FormatPart,
  type InspectedSheet,
} from './inspection.ts';
import { sheetField, type SheetFields } from './sheetFields.ts';
import type { SheetImportJob } from './sheetImportJob.ts';

/** Rows among which the one with the names of the columns is chosen. */
const HEAD_ROWS = 20;
const EXAMPLES = { point: '1,250.5', comma: '1.250,5' } as const;

interface SheetProps<Field extends string> {
  sheet: InspectedSheet<Field>;
  job: SheetImportJob<Field>;
}

interface SheetMappingProps<Field extends string> extends SheetProps<Field> {
  fields: SheetFields<Field>;
}

/** Which column is which field, and how the file is read. */
export function SheetMapping<Field extends string>({ sheet, job, fields }: SheetMappingProps<Field>) {
  const words = useImportWords();
  const { say, formatList } = words;
  const missing = fields.missing(sheet.columns);
  const { rows, remembered, columns } = sheet.found;
  return (
    <Panel title={say('import.map.title')}>
      <Flex direction="column" gap="4">
        <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {say('import.map.hint', { name: sheet.file.name, rows })}
          {remembered && ` · ${say('import.map.remembered')}`}
        </Box>
        <SheetFormat sheet={sheet} job={job} />
        <chakra.ul aria-label={say('import.map.columns')} listStyleType="none" borderTopWidth="1px" borderColor="line">
          {columns.map(({ head, examples }, at) => {
            const name = head === '' ? say('import.map.noHead', { number: at + 1 }) : head;
            return (
              <Grid
                as="li"
                key={`${at} ${head}`}
                templateColumns={{ base: '1fr', sm: 'minmax(0, 1fr) 16rem' }}
                gap={{ base: '2', sm: '4' }}
                alignItems="center"
                py="2.5"
                borderBottomWidth="1px"
                borderColor="line"
              >
                <Box minW="0">
                  <Box fontWeight="500" overflowWrap="anywhere">
                    {name}
                  </Box>
                  <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
                    {examples.join(' · ')}
                  </Box>
                </Box>
                <SelectField
                  label={say('import.map.field', { head: name })}
                  hideLabel
                  value={sheet.columns[at] ?? ''}
                  onChange={(value) => job.changeColumn(at, sheetField(fields, value))}
                  options={[
                    { value: '', label: say('import.map.skip') },
                    ...fields.names.map((field) => ({
                      value: field,
                      label: `${fields.label(field)}${fields.isNeeded(field) ? ' *' : ''}`,
                    })),
                  ]}
                />
              </Grid>
            );
          })}
        </chakra.ul>
        <Flex align="center" justify="space-between" gap="4" wrap="wrap">
          <Box role="status" fontSize="sm" minW="0" flex="1 1 16rem">
            {missing.length > 0
              ? say('import.map.missing', { fields: formatList(missing.map(fields.label)) })
              : say('import.map.complete')}
          </Box>
          <Flex gap="3" wrap="wrap">
            <Button variant="secondary" onClick={job.reset}>
              {say('import.another')}
            </Button>
            <Button disabled={missing.length > 0} onClick={() => void job.checkMapped()}>
              {say('import.map.check')}
            </Button>
          </Flex>
        </Flex>
      </Flex>
    </Panel>
  );
}

/** The format that was found, in a line, and its parts to be changed. */
export function SheetFormat<Field extends string>({ sheet, job }: SheetProps<Field>) {
  const words = useImportWords();
  const { say } = words;
  const [isOpen, setIsOpen] = useState(false);
  const parts = formatParts(words, sheet);
  return (
    <Box>
      <Flex align="center" gap="3" wrap="wrap" fontSize="sm">
        <Box minW="0" overflowWrap="anywhere">
          {formatLine(words, sheet)}
        </Box>
        <Button size="sm" variant="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {say(isOpen ? 'import.format.done' : 'import.format.change')}
        </Button>
      </Flex>
      {isOpen && (
        <Grid templateColumns="repeat(auto-fill, minmax(min(12rem, 100%), 1fr))" gap="3" mt="3">
          {parts.map(({ part, options }) => (
            <SelectField
              key={part}
              label={say(`import.part.${part}`)}
              value={formatPart(sheet, part)}
              onChange={(value) => void job.changeFormat(part, value)}
              options={options}
            />
          ))}
        </Grid>
      )}
    </Box>
  );
}

function formatLine({ say }: ImportWords, sheet: InspectedSheet<string>): string {
  const part = (name: FormatPart): string => formatPart(sheet, name);
  const delimiter = DELIMITER_NAMES.find((name) => name === part('delimiter')) ?? 'comma';
  const decimal = DECIMAL_NAMES.find((name) => name === part('decimal')) ?? 'point';
  const dates = DATE_ORDER_NAMES.find((name) => name === part('dates')) ?? 'dmy';
  const kind =
    sheet.found.format.kind === 'xlsx'
      ? say('import.format.xlsx', { sheet: part('sheet') })
      : say('import.format.csv', {
          delimiter: say(`import.delimiter.${delimiter}`),
          encoding: encodingName(part('encoding')),
        });
  const ways = [
    kind,
    say('import.format.headRow', { row: Number(part('headRow')) }),
    ...(sheet.found.format.kind === 'csv'
      ? [say('import.format.decimal', { example: EXAMPLES[decimal] }), say(`import.format.dates.${dates}`)]
      : []),
    ...(sheet.columns.includes('qualityScore') ? [say('import.format.quality', { most: part('quality') })] : []),
  ];
  return ways.join(' · ');
}

function encodingName(name: string): string {
  return name.startsWith('utf')
    ? name
        .slice(0, 6)
        .replace(/(l|b)e?$/, '')
        .toUpperCase()
    : 'Windows-1252';
}

interface PartChoice {
  part: FormatPart;
  options: { value: string; label: string }[];
}

function formatParts({ say }: ImportWords, sheet: InspectedSheet<string>): PartChoice[] {
  const { kind, sheets } = sheet.found.format;
  const headRows = Array.from({ length: HEAD_ROWS }, (_, at) => String(at + 1));
  const known = formatPart(sheet, 'headRow');
  const csv: PartChoice[] = [
    {
      part: 'delimiter',
      options: DELIMITER_NAMES.map((name) => ({ value: name, label: say(`import.delimiter.${name}`) })),
    },
    { part: 'encoding', options: ENCODING_NAMES.map((name) => ({ value: name, label: name })) },
  ];
  return [
    ...(kind === 'csv'
      ? csv
      : [{ part: 'sheet' as const, options: sheets.map((name) => ({ value: name, label: name })) }]),
    {
      part: 'headRow',
      options: [...new Set([...headRows, known])].map((row) => ({ value: row, label: row })),
    },
    { part: 'decimal', options: DECIMAL_NAMES.map((name) => ({ value: name, label: EXAMPLES[name] })) },
    { part: 'dates', options: DATE_ORDER_NAMES.map((name) => ({ value: name, label: say(`import.dates.${name}`) })) },
    // Sheets of farms have no scores.
    ...(sheet.found.format.quality === null
      ? []
      : [
          {
            part: 'quality' as const,
            options: QUALITY_NAMES.map((name) => ({ value: name, label: say(`import.quality.${name}`) })),
          },
        ]),
  ];
}
