import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { alertMove } from '../../../../server/domain/alert/alerts.ts';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { Form } from '../../../design/form/Form.tsx';
import { DateInput, SelectInput } from '../../../design/form/inputs.tsx';
import { useForm } from '../../../design/form/useForm.ts';
import { Panel } from '../../../design/Page.tsx';
import {
  AlertAssigneesDocument,
  type AlertItemFragment,
  type InvestigationFragment,
} from '../../../graphql/generated.ts';
import { useAlertWords } from '../../../words/alertWords.ts';
import { DASH } from '../../../words/format.ts';
import { useMay } from '../../session/SessionProvider.tsx';
import type { Investigating } from './useInvestigation.ts';

interface AlertTaskProps {
  alert: AlertItemFragment;
  investigation: InvestigationFragment;
  assign: Investigating['assign'];
}

/** Assignee and due date of the alert; users who work on alerts can change them while it is open. */
export function AlertTaskPanel({ alert, investigation, assign }: AlertTaskProps) {
  const { say, formatDate } = useAlertWords();
  const mayWork = useMay('acknowledge_alerts') && alertMove(alert.status, 'resolved') === 'moves';
  const { assignee, dueOn } = investigation;
  const isLate = mayWork && dueOn !== null && dueOn < today();
  return (
    <Panel title={say('task.title')}>
      <Box mb={mayWork ? '4' : '0'}>
        {assignee ?? say('task.none')}
        {dueOn !== null && !isLate && `, ${formatDate(dueOn)}`}
        {isLate && (
          <Box color="alarm.fg" fontSize="sm">
            {say('task.overdue', { day: formatDate(dueOn) })}
          </Box>
        )}
      </Box>
      {mayWork && <TaskForm investigation={investigation} assign={assign} />}
    </Panel>
  );
}

const taskForm = z.object({
  assigneeId: z.string().transform((id) => id || null),
  dueOn: z.string().transform((day) => day || null),
});

function TaskForm({ investigation, assign }: Pick<AlertTaskProps, 'investigation' | 'assign'>) {
  const { say } = useAlertWords();
  const { alertId, assignee, assigneeId, dueOn } = investigation;
  const { data } = useQuery(AlertAssigneesDocument, { variables: { id: alertId } });
  const [isSaved, setSaved] = useState(false);
  const form = useForm({
    schema: taskForm,
    initial: { assigneeId: assigneeId ?? '', dueOn: dueOn ?? '' },
    send: async (input) => assign(input.assigneeId, input.dueOn),
    onDone: () => setSaved(true),
  });
  // Also when another user changed the task.
  const showTask = useEffectEvent((who: string, day: string) => {
    form.propose('assigneeId', who);
    form.propose('dueOn', day);
  });
  useEffect(() => showTask(assigneeId ?? '', dueOn ?? ''), [assigneeId, dueOn]);
  const people = data?.alertAssignees ?? [];
  const known = people.some(({ id }) => id === assigneeId) || assigneeId === null;
  return (
    <Form form={form} display="grid" gap="4">
      <SelectInput
        form={form}
        field="assigneeId"
        label={say('task.who')}
        options={[
          { value: '', label: say('task.nobody') },
          ...(known ? [] : [{ value: assigneeId, label: assignee ?? DASH }]),
          ...people.map(({ id, name, role }) => ({ value: id, label: `${name} (${say(`role.${role}`)})` })),
        ]}
        onTyped={() => setSaved(false)}
      />
      <DateInput form={form} field="dueOn" label={say('task.due')} onTyped={() => setSaved(false)} />
      {form.failure !== null && <Banner>{form.failure}</Banner>}
      <Flex align="center" gap="3">
        <Button type="submit" variant="secondary" busy={form.busy} busyLabel={say('task.saving')}>
          {say('task.save')}
        </Button>
        <Box aria-live="polite" fontSize="sm" color="fg.muted">
          {isSaved && say('task.saved')}
        </Box>
      </Flex>
    </Form>
  );
}

/** Today's date in the user's time zone, YYYY-MM-DD. */
function today(): string {
  const now = new Date();
  const two = (figure: number): string => String(figure).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
