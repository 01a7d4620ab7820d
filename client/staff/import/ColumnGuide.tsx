import { Box, chakra } from '@chakra-ui/react';
import { CERTIFICATIONS, VARIETIES } from '../../../server/domain/cacao.ts';
import { factsOf, type SettableField } from '../../../server/domain/lotTable.ts';
import { Panel } from '../../design/Page.tsx';
import { type ImportWords, useImportWords } from '../../words/importWords.ts';
import { IMPORT_COLUMNS } from './lotTemplate.ts';

/** What each column of the file takes. */
export function ColumnGuide() {
  const words = useImportWords();
  const { say } = words;
  const head = { textAlign: 'start', fontWeight: '500', color: 'fg.muted', py: '2', pe: '4' } as const;
  const cell = { py: '2', pe: '4', borderTopWidth: '1px', borderColor: 'line', verticalAlign: 'top' } as const;
  return (
    <Panel title={say('import.columns')}>
      <Box overflowX="auto" tabIndex={0} role="region" aria-label={say('import.columns')}>
        <chakra.table w="full" fontSize="sm">
          <thead>
            <tr>
              <chakra.th {...head}>{say('import.column')}</chakra.th>
              <chakra.th {...head}>{say('import.needed')}</chakra.th>
              <chakra.th {...head}>{say('import.takes')}</chakra.th>
            </tr>
          </thead>
          <tbody>
            {IMPORT_COLUMNS.map(({ name, isNeeded }) => (
              <tr key={name}>
                <chakra.th scope="row" {...cell} textAlign="start" fontWeight="400" fontFamily="mono">
                  {name}
                </chakra.th>
                <chakra.td {...cell} whiteSpace="nowrap">
                  {say(isNeeded ? 'import.required' : 'import.optional')}
                </chakra.td>
                <chakra.td {...cell}>
                  <Box minW="12rem">{takes(words, name)}</Box>
                </chakra.td>
              </tr>
            ))}
          </tbody>
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
    case 'isAnonymized':
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
