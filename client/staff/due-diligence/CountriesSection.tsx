import { Box } from '@chakra-ui/react';
import { useMemo } from 'react';
import {
  BENCHMARK_SOURCE,
  COUNTRY_BENCHMARKS,
  type CountryBenchmark,
  type RiskLevel,
} from '../../../server/domain/due-diligence/countryBenchmarks.ts';
import { Badge } from '../../design/Badge.tsx';
import type { ToneName } from '../../design/colors.ts';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { useDueDiligenceWords, type DueDiligenceWords } from '../../words/dueDiligenceWords.ts';

const LEVEL_TONES: Record<RiskLevel, ToneName> = { low: 'leaf', standard: 'pod', high: 'alarm' };

/** The risk of countries with source and day. The table comes with the program, so nothing is loaded. */
export function CountriesSection() {
  const words = useDueDiligenceWords();
  const { say, formatDate } = words;
  const columns = useMemo(() => countryColumns(words), [words]);
  const { source, published, checked } = BENCHMARK_SOURCE;
  return (
    <Box display="grid" gap="4">
      <Box color="fg.muted" fontSize="sm" maxW="46rem">
        {say('countries.lead', { source, published: formatDate(published), checked: formatDate(checked) })}
      </Box>
      <Box maxW="32rem">
        <DataTable
          caption={say('countries.list')}
          columns={columns}
          rows={COUNTRY_BENCHMARKS}
          rowId={({ country }) => country}
          loading={say('countries.list')}
          empty={null}
        />
      </Box>
    </Box>
  );
}

function countryColumns({ say, formatCountry }: DueDiligenceWords): Column<CountryBenchmark>[] {
  const nameOf = ({ country }: CountryBenchmark) => formatCountry(country) ?? country;
  return [
    { id: 'country', name: say('countries.country'), usual: '8rem', sortBy: nameOf, render: nameOf },
    {
      id: 'level',
      name: say('countries.level'),
      width: '9rem',
      usual: '5rem',
      sortBy: ({ level }) => ['low', 'standard', 'high'].indexOf(level),
      render: ({ level }) => <Badge tone={LEVEL_TONES[level]}>{say(`level.${level}`)}</Badge>,
    },
  ];
}
