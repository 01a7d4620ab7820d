import { Flex } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { VARIETIES } from '../../../../server/domain/lot/cacao.ts';
import { DEFORESTATION_STATUSES, isCompliant } from '../../../../server/domain/forest/deforestation.ts';
import { LOT_PRESETS, type LotPreset } from '../../../../server/domain/lot/lotPresets.ts';
import { isStage, STAGES } from '../../../../server/domain/lot/stages.ts';
import { Button } from '../../../design/Button.tsx';
import { DateField, SelectField } from '../../../design/Field.tsx';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { statusWord, varietyWord } from '../../statusLabels.ts';
import { useDebouncedField } from '../../useDebouncedField.ts';
import { activeFilterCount, isRangeReversed, type LotListFilter } from './lotList.ts';

export interface LotFiltersProps {
  filter: LotListFilter;
  onChange: (change: Partial<LotListFilter>) => void;
  onClear: () => void;
}

/** A date filter that reports after a pause, because a date is already valid while its digits are typed. */
function FilterDay({ value, onChange, ...props }: ComponentProps<typeof DateField>) {
  const { text, type, tell } = useDebouncedField(value, onChange);
  return <DateField {...props} value={text} onChange={type} onBlur={() => tell()} />;
}

/** The fields of the filter panel; each change applies at once. */
export function LotFilters({ filter, onChange, onClear }: LotFiltersProps) {
  const words = useLotListWords();
  const { say } = words;
  const all = { value: '', label: say('filter.all') };
  const notCompliant = DEFORESTATION_STATUSES.filter((status) => !isCompliant(status));
  return (
    <Flex direction="column" gap="4">
      <SelectField
        label={say('filter.variety')}
        value={filter.variety}
        onChange={(variety) => onChange({ variety })}
        options={[all, ...VARIETIES.map((name) => ({ value: name, label: varietyWord(words, name) }))]}
      />
      <SelectField
        label={say('filter.eudr')}
        value={filter.eudr}
        onChange={(eudr) => onChange({ eudr })}
        options={[
          all,
          // Plain text: the options of a native list cannot contain icons.
          { value: 'compliant', label: say('compliance.yes') },
          { value: 'non-compliant', label: say('compliance.no') },
          ...notCompliant.map((status) => ({ value: status, label: statusWord(words, status) })),
        ]}
      />
      <SelectField
        label={say('filter.blockchain')}
        value={filter.blockchain}
        onChange={(value) => onChange({ blockchain: value === 'recorded' || value === 'pending' ? value : '' })}
        options={[
          all,
          { value: 'recorded', label: say('lotRecord.recorded') },
          { value: 'pending', label: say('lotRecord.pending') },
        ]}
      />
      <SelectField
        label={say('filter.stage')}
        value={filter.stage}
        onChange={(value) => onChange({ stage: isStage(value) ? value : '' })}
        options={[all, ...STAGES.map((stage) => ({ value: stage, label: say(`stage.${stage}`) }))]}
      />
      <FilterDay
        label={say('filter.from')}
        value={filter.harvestedFrom}
        onChange={(harvestedFrom) => onChange({ harvestedFrom })}
        max={filter.harvestedTo || undefined}
      />
      <FilterDay
        label={say('filter.to')}
        value={filter.harvestedTo}
        onChange={(harvestedTo) => onChange({ harvestedTo })}
        min={filter.harvestedFrom || undefined}
        error={isRangeReversed(filter) ? say('filter.reversed') : null}
      />
      <Button variant="secondary" disabled={activeFilterCount(filter) === 0} onClick={onClear}>
        {say('filter.clear')}
      </Button>
    </Flex>
  );
}

interface LotPresetsProps {
  chosen: LotPreset | '';
  onChoose: (preset: LotPreset | '') => void;
}

/** Predefined filters; a click on the active one clears it. */
export function LotPresets({ chosen, onChoose }: LotPresetsProps) {
  const { say } = useLotListWords();
  return (
    <Scroller
      label={say('preset.label')}
      always
      ground="bg"
      frame={{ m: '-3px' }}
      display="flex"
      gap="2"
      p="3px"
      css={{ scrollbarWidth: 'none' }}
    >
      {LOT_PRESETS.map((preset) => {
        const pressed = preset === chosen;
        return (
          <Button
            key={preset}
            size="sm"
            variant="secondary"
            borderRadius="full"
            flexShrink="0"
            aria-pressed={pressed}
            css={pressed ? { bg: 'leaf.subtle', borderColor: 'leaf.solid', color: 'leaf' } : undefined}
            onClick={() => onChoose(pressed ? '' : preset)}
          >
            {pressed && <Check aria-hidden />}
            {say(`preset.${preset}`)}
          </Button>
        );
      })}
    </Scroller>
  );
}
