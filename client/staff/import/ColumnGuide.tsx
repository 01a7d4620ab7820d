import { Box, chakra } from '@chakra-ui/react';
import { CERTIFICATIONS, VARIETIES } from '../../../server/domain/lot/cacao.ts';
import { factsOf, type SettableField } from '../../../server/domain/lot/lotTable.ts';
import { Panel } from '../../design/Page.tsx';
import { type ImportWords, useImportWords } from '../../words/importWords.ts';
import { IMPORT_COLUMNS } from './lotTemplate.ts';

/**
 * Table of the file's columns and their values. Rows become cards on phones; explicit roles are needed, because some
 * browsers drop the table semantics then.
 */
export function ColumnGuide() {
  const words = useImportWords();
  const { say } = words;
  const head = {
    textAlign: 'start',
    fontWeight: '500',
    color: 'fg.muted',
    py: '2',
    pe: '4',
    role: 'columnheader',
  } as const;
  const cell = { py: { base: '1', sm: '2' }, pe: { sm: '4' }, verticalAlign: 'top' } as const;
  const line = { borderTopWidth: '1px', borderColor: 'line' } as const;
  return (
    <Panel title={say('import.columns')}>
      <Box overflowX="auto" tabIndex={0} role="region" aria-label={say('import.columns')}>
        <chakra.table role="table" display={{ base: 'block', sm: 'table' }} w="full" fontSize="sm">
          <chakra.thead role="rowgroup" srOnly={{ base: true, sm: false }}>
            <chakra.tr role="row">
              <chakra.th {...head}>{say('import.column')}</chakra.th>
              <chakra.th {...head}>{say('import.needed')}</chakra.th>
              <chakra.th {...head}>{say('import.takes')}</chakra.th>
            </chakra.tr>
          </chakra.thead>
          <chakra.tbody role="rowgroup" display={{ base: 'block', sm: 'table-row-group' }}>
            {IMPORT_COLUMNS.map(({ name, isNeeded }) => (
              <chakra.tr
                key={name}
                role="row"
                {...line}
                display={{ base: 'grid', sm: 'table-row' }}
                gridTemplateColumns="1fr auto"
                py={{ base: '1.5', sm: '0' }}
              >
                <chakra.th scope="row" role="rowheader" {...cell} textAlign="start" fontWeight="400" fontFamily="mono">
                  {name}
                </chakra.th>
                <chakra.td role="cell" {...cell} whiteSpace="nowrap" color={{ base: 'fg.muted', sm: 'fg' }}>
                  {say(isNeeded ? 'import.required' : 'import.optional')}
                </chakra.td>
                <chakra.td role="cell" {...cell} gridColumn="1 / -1" overflowWrap="anywhere">
                  {takes(words, name)}
                </chakra.td>
              </chakra.tr>
            ))}
          </chakra.tbody>
        </chakra.table>
      </Box>
    </Panel>
  );
}

function takes({ say, formatList, formatCount }: ImportWords, name: SettableField): string {
  switch (name) {
    case 'lotId':
    case 'farmId':
    case 'farmerName':
    case 'harvestDate':
    case 'weight':
    case 'qualityScore':
    case 'isAnonymized':
    case 'plots':
      return say(`import.takes.${name}`);
    case 'cacaoVariety':
      return say('import.takes.cacaoVariety', { names: formatList(VARIETIES) });
    case 'certifications':
      return say('import.takes.certifications', { names: formatList(CERTIFICATIONS) });
    default: {
      const { figure } = factsOf(name);
      const bounds = figure?.bounds;
      if (!figure || !bounds) return '';
      return say('import.takes.figure', {
        unit: figure.unit,
        min: formatCount(bounds.min),
        max: formatCount(bounds.max),
      });
    }
  }
}
