import { Box, chakra } from '@chakra-ui/react';
import { Ban, Eye, SquareCheck } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { alertMove } from '../../../server/domain/alert/alerts.ts';
import { ActionMenu, type MenuAction } from '../../design/ActionMenu.tsx';
import { Badge, SeverityBadge } from '../../design/Badge.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { useStaffWords, type StaffWords } from '../../words/staffWords.ts';
import { LotLink } from '../LotLink.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { DueBadge } from './DueBadge.tsx';
import { daysSince, headingOf, isSample } from './finding.ts';

interface AlertTableProps {
  alerts: readonly AlertItemFragment[] | undefined;
  /** ms since 1970 */
  now: number;
  /** ids of alerts that arrived while the user viewed the list */
  fresh: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** actions for the selected alerts */
  bar: ReactNode;
  onOpen: (alert: AlertItemFragment) => void;
  onDetails: (alert: AlertItemFragment) => void;
  onReview: (alert: AlertItemFragment) => void;
  onDismiss: (alert: AlertItemFragment) => void;
  empty: ReactNode;
  busy: boolean;
}

/** The full list with pages and selectable rows. */
export function AlertTable(props: AlertTableProps) {
  const words = useStaffWords();
  const { say } = words;
  const { now, fresh, onDetails, onReview, onDismiss } = props;
  const mayAcknowledge = useMay('acknowledge_alerts');
  const mayClose = useMay('close_alerts');
  const columns = useMemo(() => columnsOf(words, now, fresh), [words, now, fresh]);
  const actions = useMemo(() => {
    const actionsOf = (alert: AlertItemFragment): MenuAction[] => [
      { id: 'details', label: say('alert.details'), icon: Eye, onSelect: () => onDetails(alert) },
      ...(mayAcknowledge && alertMove(alert.status, 'acknowledged') === 'moves'
        ? [{ id: 'review', label: say('alert.review'), icon: SquareCheck, onSelect: () => onReview(alert) }]
        : []),
      ...(mayClose && alertMove(alert.status, 'dismissed') === 'moves'
        ? [{ id: 'dismiss', label: say('alert.dismiss'), icon: Ban, onSelect: () => onDismiss(alert) }]
        : []),
    ];
    return {
      name: say('alert.actions'),
      render: (alert: AlertItemFragment) => (
        <ActionMenu
          label={say('alert.actionsOf', { title: headingOf(words, alert), lotId: alert.lotId })}
          actions={actionsOf(alert)}
        />
      ),
    };
  }, [words, say, mayAcknowledge, mayClose, onDetails, onReview, onDismiss]);
  return (
    <DataTable
      stacks
      caption={say('alerts.pages')}
      columns={columns}
      rows={props.alerts}
      rowId={idOf}
      // The server sorts: newest first.
      sort={null}
      sortedElsewhere
      selection={
        mayAcknowledge
          ? {
              selected: props.selected,
              onChange: props.onSelect,
              bar: props.bar,
              all: say('alerts.selectAll'),
              one: (alert) => say('alerts.selectOne', { title: headingOf(words, alert), lotId: alert.lotId }),
            }
          : undefined
      }
      onOpen={props.onOpen}
      actions={actions}
      loading={say('alerts.loading')}
      empty={props.empty}
      busy={props.busy}
    />
  );
}

const idOf = ({ id }: AlertItemFragment): string => id;

function columnsOf(words: StaffWords, now: number, fresh: ReadonlySet<string>): Column<AlertItemFragment>[] {
  const { say, formatCoordinates, formatDateTime } = words;
  return [
    {
      id: 'finding',
      name: say('alert.finding'),
      width: '16rem',
      usual: '11rem',
      render: (alert) => headingOf(words, alert),
    },
    {
      id: 'lot',
      name: say('alert.lot'),
      usual: '7rem',
      // Do not break the id: a cut id reads as a different one.
      render: (alert) => (
        <Box whiteSpace={{ md: 'nowrap' }}>
          <LotLink lotId={alert.lotId} />
        </Box>
      ),
    },
    {
      id: 'severity',
      name: say('alert.severity'),
      usual: '4rem',
      render: (alert) => (
        <Box display="flex" flexWrap="wrap" gap="1">
          <SeverityBadge severity={alert.severity} />
          {isSample(alert) && <Badge tone="sky">{say('alert.sample')}</Badge>}
          {fresh.has(alert.id) && alert.status === 'active' && <Badge tone="sky">{say('alerts.new')}</Badge>}
        </Box>
      ),
    },
    {
      id: 'farm',
      name: say('alert.farm'),
      width: '12rem',
      usual: '8rem',
      render: ({ lot }) => (
        <>
          <LongText text={lot.farmerName ?? DASH} />
          <Box color="fg.muted" fontSize="xs" overflowWrap="anywhere">
            {lot.farmId ?? DASH}
          </Box>
        </>
      ),
    },
    {
      id: 'place',
      name: say('alert.coordinates'),
      usual: '8rem',
      render: (alert) => (
        <chakra.span fontFamily="mono" whiteSpace="nowrap">
          {formatCoordinates(alert.latitude, alert.longitude)}
        </chakra.span>
      ),
    },
    {
      id: 'raised',
      name: say('alert.raised'),
      usual: '6rem',
      render: ({ createdAt }) => (
        <chakra.time dateTime={createdAt} whiteSpace="nowrap">
          {say('alert.days', { days: daysSince(createdAt, now) })}
          <Box as="span" display="block" color="fg.muted" fontSize="xs">
            {formatDateTime(createdAt)}
          </Box>
        </chakra.time>
      ),
    },
    {
      id: 'status',
      name: say('alert.status'),
      usual: '5rem',
      render: (alert) => (
        <Box display="flex" flexWrap="wrap" gap="1">
          <Badge>{say(`alertStatus.${alert.status}`)}</Badge>
          <DueBadge alert={alert} now={now} />
        </Box>
      ),
    },
  ];
}
