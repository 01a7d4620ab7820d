import { Box, Flex, Grid } from '@chakra-ui/react';
import { X } from 'lucide-react';
import {
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  ALERT_TASKS,
  ALERT_TYPES,
  DUE_SOON_DAYS,
} from '../../../server/domain/alert/alerts.ts';
import { Button } from '../../design/Button.tsx';
import { SelectField } from '../../design/Field.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import type { AlertListState } from './alertListState.ts';

/**
 * Filters by state, type, severity, assignee, due date, and by the farm selected on the map or the lot that opened the
 * list.
 */
export function AlertFilters({
  view,
  onChange,
}: {
  view: AlertListState;
  onChange: (change: Partial<AlertListState>) => void;
}) {
  const { say } = useStaffWords();
  const { farmId, lotId } = view;
  const chosen = [
    ...(lotId === null ? [] : [{ name: say('alertFilter.lot', { lotId }), without: { lotId: null } }]),
    ...(farmId === null ? [] : [{ name: say('alertFilter.farm', { farmId }), without: { farmId: null } }]),
  ];
  const all = { value: '', label: say('alertFilter.all') };
  return (
    <Flex direction="column" gap="3" mb="4">
      <Grid
        templateColumns={{
          base: 'repeat(2, minmax(0, 1fr))',
          sm: 'repeat(2, minmax(0, 1fr))',
          md: 'repeat(4, minmax(0, 1fr))',
        }}
        gap="3"
        maxW="52rem"
      >
        <SelectField
          label={say('alertFilter.status')}
          value={view.status ?? ''}
          options={[all, ...ALERT_STATUSES.map((name) => ({ value: name, label: say(`alertStatus.${name}`) }))]}
          onChange={(value) => onChange({ status: ALERT_STATUSES.find((name) => name === value) ?? null })}
        />
        <SelectField
          label={say('alertFilter.type')}
          value={view.type ?? ''}
          options={[all, ...ALERT_TYPES.map((name) => ({ value: name, label: say(`alertType.${name}`) }))]}
          onChange={(value) => onChange({ type: ALERT_TYPES.find((name) => name === value) ?? null })}
        />
        <SelectField
          label={say('alertFilter.severity')}
          value={view.severity ?? ''}
          options={[all, ...ALERT_SEVERITIES.map((name) => ({ value: name, label: say(`severity.${name}`) }))]}
          onChange={(value) => onChange({ severity: ALERT_SEVERITIES.find((name) => name === value) ?? null })}
        />
        <SelectField
          label={say('alertFilter.task')}
          value={view.task ?? ''}
          options={[
            all,
            ...ALERT_TASKS.map((name) => ({
              value: name,
              label:
                name === 'due_soon' ? say('alertTask.due_soon', { days: DUE_SOON_DAYS }) : say(`alertTask.${name}`),
            })),
          ]}
          onChange={(value) => {
            const task = ALERT_TASKS.find((name) => name === value) ?? null;
            // Alerts under review are open too.
            onChange(task !== null && view.status === 'active' ? { task, status: null } : { task });
          }}
        />
      </Grid>
      {chosen.length > 0 && <ChosenFilters chosen={chosen} onChange={onChange} />}
    </Flex>
  );
}

interface ChosenFiltersProps {
  chosen: readonly { name: string; without: Partial<AlertListState> }[];
  onChange: (change: Partial<AlertListState>) => void;
}

/** The lot and the farm that the list is narrowed to, each with a button that removes it. */
function ChosenFilters({ chosen, onChange }: ChosenFiltersProps) {
  return (
    <Flex gap="2" wrap="wrap">
      {chosen.map(({ name, without }) => (
        <Button key={name} variant="secondary" size="sm" maxW="full" onClick={() => onChange(without)}>
          <Box as="span" truncate title={name}>
            {name}
          </Box>
          <X aria-hidden />
        </Button>
      ))}
    </Flex>
  );
}
