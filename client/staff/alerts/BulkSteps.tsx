import { Box, chakra } from '@chakra-ui/react';
import { Ban, SquareCheck, X } from 'lucide-react';
import { useState } from 'react';
import { ALERT_IDS_AT_ONCE, alertMove, type AlertStatus } from '../../../server/domain/alert/alerts.ts';
import { Button, IconButton } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { SelectionBar } from '../../design/table/SelectionBar.tsx';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useApplicationError } from '../applicationError.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { useAlertSteps } from './useAlertSteps.ts';

interface BulkStepsProps {
  /** selected alerts by id, including those on other pages */
  selected: ReadonlyMap<string, AlertItemFragment>;
  onClear: () => void;
  onAnswered: () => void;
}

interface Asked {
  open: boolean;
  /** alerts to dismiss */
  ids: readonly string[];
  /** number of selected alerts that are already closed */
  closed: number;
}

/**
 * Actions for the selected alerts. The server applies an action to all of them or, if one does not
 * allow it, to none.
 */
export function BulkSteps({ selected, onClear, onAnswered }: BulkStepsProps) {
  const { say } = useStaffWords();
  const mayAcknowledge = useMay('acknowledge_alerts');
  const mayClose = useMay('close_alerts');
  const { updateMany, busy } = useAlertSteps();
  // Keep the question's content while the dialog closes.
  const [asked, setAsked] = useState<Asked>({ open: false, ids: [], closed: 0 });
  const report = useApplicationError();
  const idsThatMove = (to: AlertStatus): string[] =>
    [...selected.values()].filter(({ status }) => alertMove(status, to) === 'moves').map(({ id }) => id);
  const open = idsThatMove('dismissed');
  const active = idsThatMove('acknowledged');
  const tooMany = selected.size > ALERT_IDS_AT_ONCE;

  const review = async () => {
    const step = await updateMany(active, 'acknowledged');
    if (step.kind === 'done') onAnswered();
    if (step.kind === 'failed') report(step.message);
  };

  return (
    <>
      <SelectionBar
        count={selected.size}
        label={say('alerts.selection')}
        said={
          <>
            {say('alerts.selected', { count: selected.size })}
            {tooMany && (
              <chakra.span color="fg.muted" fontWeight="500">
                {' · '}
                {say('alerts.atOnce', { most: ALERT_IDS_AT_ONCE })}
              </chakra.span>
            )}
          </>
        }
      >
        {mayAcknowledge && active.length > 0 && (
          <Button size="sm" variant="quiet" flexShrink="0" busy={busy} disabled={tooMany} onClick={() => void review()}>
            <SquareCheck aria-hidden />
            {say('alerts.reviewMany', { count: active.length })}
          </Button>
        )}
        {mayClose && open.length > 0 && (
          <Button
            size="sm"
            variant="quiet"
            flexShrink="0"
            color="alarm"
            disabled={tooMany || busy}
            onClick={() => setAsked({ open: true, ids: open, closed: selected.size - open.length })}
          >
            <Ban aria-hidden />
            {say('alerts.dismissSome', { count: open.length })}
          </Button>
        )}
        <IconButton size="sm" ms="auto" flexShrink="0" label={say('alerts.unselect')} icon={<X />} onClick={onClear} />
      </SelectionBar>
      <ConfirmDialog
        open={asked.open}
        onClose={() => setAsked({ ...asked, open: false })}
        title={say('alerts.dismissMany', { count: asked.ids.length })}
        action={say('alerts.dismissMany', { count: asked.ids.length })}
        busyLabel={say('dismiss.busy')}
        danger
        onConfirm={async () => {
          const step = await updateMany([...asked.ids], 'dismissed');
          if (step.kind === 'failed') throw new Error(step.message);
          if (step.kind === 'done') onAnswered();
        }}
        message={
          <>
            <Box>{say('alerts.sureMany', { count: asked.ids.length })}</Box>
            {asked.closed > 0 && (
              <Box mt="3" color="fg.muted">
                {say('alerts.sureClosed', { count: asked.closed })}
              </Box>
            )}
          </>
        }
      />
    </>
  );
}
