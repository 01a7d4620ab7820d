import { Flex } from '@chakra-ui/react';
import { VARIETIES } from '../../../server/domain/cacao.ts';
import { DEFORESTATION_STATUSES, isCompliant } from '../../../server/domain/deforestation.ts';
import { isStage, STAGES } from '../../../server/domain/stages.ts';
import { Button } from '../../design/Button.tsx';
import { DateField, SelectField } from '../../design/Field.tsx';
import { inWords } from '../../words/format.ts';
import { activeFilterCount, isRangeReversed, type LotListFilter } from './lotList.ts';

const ALL = { value: '', label: 'All' };
const EUDR = [
  ALL,
  { value: 'compliant', label: 'EUDR ✓' },
  { value: 'non-compliant', label: 'Non-Compliant' },
  ...DEFORESTATION_STATUSES.filter((status) => !isCompliant(status)).map((status) => ({
    value: status,
    label: status,
  })),
];
const LEDGER = [ALL, { value: 'recorded', label: 'On Blockchain' }, { value: 'pending', label: 'Pending Record' }];

export interface LotFiltersProps {
  filter: LotListFilter;
  onChange: (change: Partial<LotListFilter>) => void;
  onClear: () => void;
}

/** The filter panel's fields; each change is applied at once. */
export function LotFilters({ filter, onChange, onClear }: LotFiltersProps) {
  return (
    <Flex direction="column" gap="4">
      <SelectField
        label="Variety"
        value={filter.variety}
        onChange={(variety) => onChange({ variety })}
        options={[ALL, ...VARIETIES.map((name) => ({ value: name, label: name }))]}
      />
      <SelectField label="EUDR status" value={filter.eudr} onChange={(eudr) => onChange({ eudr })} options={EUDR} />
      <SelectField
        label="Blockchain status"
        value={filter.blockchain}
        onChange={(value) => onChange({ blockchain: value === 'recorded' || value === 'pending' ? value : '' })}
        options={LEDGER}
      />
      <SelectField
        label="Process stage"
        value={filter.stage}
        onChange={(value) => onChange({ stage: isStage(value) ? value : '' })}
        options={[ALL, ...STAGES.map((stage) => ({ value: stage, label: inWords(stage) }))]}
      />
      <DateField
        label="Harvested from"
        value={filter.harvestedFrom}
        onChange={(harvestedFrom) => onChange({ harvestedFrom })}
        max={filter.harvestedTo || undefined}
      />
      <DateField
        label="Harvested to"
        value={filter.harvestedTo}
        onChange={(harvestedTo) => onChange({ harvestedTo })}
        min={filter.harvestedFrom || undefined}
        error={isRangeReversed(filter) ? 'This day is before the first one, so the days are not applied.' : null}
      />
      <Button variant="secondary" disabled={activeFilterCount(filter) === 0} onClick={onClear}>
        Clear filters
      </Button>
    </Flex>
  );
}
