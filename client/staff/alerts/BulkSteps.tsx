import { Box, chakra, Flex } from '@chakra-ui/react';
import { Ban, SquareCheck, X } from 'lucide-react';
import { useState } from 'react';
import { ALERT_IDS_AT_ONCE, alertMove, type AlertStatus } from '../../../server/domain/alerts.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button, IconButton } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { useAlertSteps } from './useAlertSteps.ts';

interface BulkStepsProps {
  /** by id, those on other pages too */
  selected: ReadonlyMap<string, AlertItemFragment>;
  onClear: () => void;
  onAnswered: () => void;
}

interface Asked {
  open: boolean;
  /** alerts that are to be dismissed */
  ids: readonly string[];
  /** selected ones that are closed already */
  closed: number;
}

/** What can be done with the selected alerts: all of them, or none when one cannot take the step. */
export function BulkSteps({ selected, onClear, onAnswered }: BulkStepsProps) {
  const { say } = useStaffWords();
  const mayAcknowledge = useMay('acknowledge_alerts');
  const mayClose = useMay('close_alerts');
  const { updateMany, busy } = useAlertSteps();
  // What is asked stays in the question while it closes.
  const [asked, setAsked] = useState<Asked>({ open: false, ids: [], closed: 0 });
  const [failure, setFailure] = useState<string | null>(null);
  const idsThatMove = (to: AlertStatus): string[] =>
    [...selected.values()].filter(({ status }) => alertMove(status, to) === 'moves').map(({ id }) => id);
  const open = idsThatMove('dismissed');
  const active = idsThatMove('acknowledged');
  const tooMany = selected.size > ALERT_IDS_AT_ONCE;

  const review = async () => {
    setFailure(null);
    const step = await updateMany(active, 'acknowledged');
    if (step.kind === 'done') onAnswered();
    if (step.kind === 'failed') setFailure(step.message);
  };

  return (
    <>
      {failure !== null && (
        <Banner mt="3" onDismiss={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      {/* At the lower edge of the window while the list reaches below it; nothing above moves when it comes. */}
      {selected.size > 0 && (
        <Flex
          role="toolbar"
          aria-label={say('alerts.selection')}
          position="sticky"
          bottom="3"
          zIndex="sticky"
          align="center"
          gap="2"
          wrap="wrap"
          mt="3"
          p="2"
          ps="4"
          bg="bg.raised"
          borderWidth="1px"
          borderColor="leaf.solid"
          borderRadius="control"
          boxShadow="panel"
          fontSize="sm"
        >
          <chakra.output fontWeight="600" fontVariantNumeric="tabular-nums" me="2" flex={{ base: '1', sm: 'initial' }}>
            {say('alerts.selected', { count: selected.size })}
          </chakra.output>
          <IconButton
            order={{ base: '0', sm: '1' }}
            ms={{ sm: 'auto' }}
            label={say('alerts.unselect')}
            icon={<X />}
            onClick={onClear}
          />
          <Flex gap="2" wrap="wrap">
            {mayAcknowledge && active.length > 0 && (
              <Button variant="secondary" size="sm" busy={busy} disabled={tooMany} onClick={() => void review()}>
                <SquareCheck aria-hidden />
                {say('alerts.reviewMany', { count: active.length })}
              </Button>
            )}
            {mayClose && open.length > 0 && (
              <Button
                variant="danger"
                size="sm"
                disabled={tooMany || busy}
                onClick={() => setAsked({ open: true, ids: open, closed: selected.size - open.length })}
              >
                <Ban aria-hidden />
                {say('alerts.dismissMany', { count: open.length })}
              </Button>
            )}
          </Flex>
          {tooMany && <Box color="fg.muted">{say('alerts.atOnce', { most: ALERT_IDS_AT_ONCE })}</Box>}
        </Flex>
      )}
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
