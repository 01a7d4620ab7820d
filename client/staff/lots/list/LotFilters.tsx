import { Flex } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { VARIETIES } from '../../../../server/domain/lot/cacao.ts';
import { DEFORESTATION_STATUSES, isCompliant } from '../../../../server/domain/forest/deforestation.ts';
import { LOT_PRESETS, type LotPreset } from '../../../../server/domain/lot/lotPresets.ts';
import { isStage, STAGES } from '../../../../server/domain/lot/stages.ts';
import { plotFarmId } from '../../../../server/domain/plot/plotInput.ts';
import { Button } from '../../../design/Button.tsx';
import { DateField, SelectField } from '../../../design/Field.tsx';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { FarmPicker } from '../../farms/FarmPicker.tsx';
import { useMay } from '../../session/SessionProvider.tsx';
import { statusWord, varietyWord } from '../../statusLabels.ts';
import { useDebouncedField } from '../../useDebouncedField.ts';
import { activeFilterCount, isRangeReversed, QUALITY_BANDS, type LotListFilter } from './lotList.ts';
import { LOT_ALERT_CHOICES, LOT_CHECK_CHOICES } from './lotListAddress.ts';

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

/** Narrows the list to one farm, once a whole id is typed or taken. */
function FarmFilter({ value, onChange }: { value: string; onChange: (farmId: string) => void }) {
  const { say } = useLotListWords();
  const { text, type, tell } = useDebouncedField(value, (typed) => {
    const farmId = plotFarmId.safeParse(typed);
    if (farmId.success || typed.trim() === '') onChange(farmId.data ?? '');
  });
  return <FarmPicker label={say('filter.farm')} value={text} onChange={type} onTaken={tell} />;
}

/** The fields of the filter panel; each change applies at once. */
export function LotFilters({ filter, onChange, onClear }: LotFiltersProps) {
  const words = useLotListWords();
  const { say } = words;
  const seesAll = useMay('view_all_lots');
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
      <SelectField
        label={say('filter.kind')}
        value={filter.kind}
        onChange={(kind) => onChange({ kind: kind === 'origin' || kind === 'derived' ? kind : '' })}
        options={[
          all,
          { value: 'origin', label: say('filter.kind.origin') },
          { value: 'derived', label: say('filter.kind.derived') },
        ]}
      />
      {seesAll && <FarmFilter value={filter.farmId} onChange={(farmId) => onChange({ farmId })} />}
      <SelectField
        label={say('filter.alert')}
        value={filter.alert}
        onChange={(value) => onChange({ alert: LOT_ALERT_CHOICES.find((one) => one === value) ?? '' })}
        options={[all, ...LOT_ALERT_CHOICES.map((value) => ({ value, label: say(`filter.alert.${value}`) }))]}
      />
      <SelectField
        label={say('filter.check')}
        value={filter.check}
        onChange={(value) => onChange({ check: LOT_CHECK_CHOICES.find((one) => one === value) ?? '' })}
        options={[all, ...LOT_CHECK_CHOICES.map((value) => ({ value, label: say(`filter.check.${value}`) }))]}
      />
      <SelectField
        label={say('filter.quality')}
        value={filter.quality}
        onChange={(value) => onChange({ quality: QUALITY_BANDS.find((one) => one === value) ?? '' })}
        options={[
          all,
          ...QUALITY_BANDS.map((value) => ({
            value,
            label: say('filter.quality.step', { from: Number(value), to: value === '90' ? 100 : Number(value) + 9 }),
          })),
        ]}
      />
      {filter.importId !== '' && (
        <SelectField
          label={say('filter.import')}
          value={filter.importId}
          onChange={(importId) => onChange({ importId })}
          options={[all, { value: filter.importId, label: say('filter.import.one') }]}
        />
      )}
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
  /** the highest risk comes first */
  byRisk: boolean;
  onByRisk: (byRisk: boolean) => void;
}

/** Predefined filters, and the order by risk; a click on an active one clears it. */
export function LotPresets({ chosen, onChoose, byRisk, onByRisk }: LotPresetsProps) {
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
          <Chip key={preset} pressed={pressed} onPress={() => onChoose(pressed ? '' : preset)}>
            {say(`preset.${preset}`)}
          </Chip>
        );
      })}
      <Chip pressed={byRisk} onPress={() => onByRisk(!byRisk)}>
        {say('preset.byRisk')}
      </Chip>
    </Scroller>
  );
}

interface ChipProps {
  pressed: boolean;
  onPress: () => void;
  children: ReactNode;
}

export function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <Button
      size="sm"
      variant="secondary"
      borderRadius="full"
      flexShrink="0"
      aria-pressed={pressed}
      css={pressed ? { bg: 'leaf.subtle', borderColor: 'leaf.solid', color: 'leaf' } : undefined}
      onClick={onPress}
    >
      {pressed && <Check aria-hidden />}
      {children}
    </Button>
  );
}
