import { useQuery } from '@apollo/client/react';
import { Box, chakra, Grid } from '@chakra-ui/react';
import { Bell, ChevronRight, Satellite, Ship, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { ToneName } from '../../design/colors.ts';
import { AlertBadgeDocument, type DashboardQuery } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';

const lotsWith = (preset: string): string => HOME_PATH + tabSearch('lots', new URLSearchParams({ preset }));
const ALERTS = HOME_PATH + tabSearch('alerts', new URLSearchParams());

/** What waits today: each count opens the list that it counts. */
export function Today({ neverChecked, readyToShip }: Pick<DashboardQuery, 'neverChecked' | 'readyToShip'>) {
  const { say } = useStaffWords();
  const { data } = useQuery(AlertBadgeDocument);
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <chakra.h2 id={title} fontSize="lg" fontWeight="600" mb="2">
        {say('today.title')}
      </chakra.h2>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }} gap={{ base: '2', md: '4' }}>
        <Waiting
          to={ALERTS}
          icon={Bell}
          tone="alarm"
          count={data?.alerts.pagination.total ?? null}
          label={(count) => say('today.openAlerts', { count })}
        />
        <Waiting
          to={lotsWith('neverChecked')}
          icon={Satellite}
          tone="pod"
          count={neverChecked.pagination.total}
          label={(count) => say('today.neverChecked', { count })}
        />
        <Waiting
          to={lotsWith('readyToShip')}
          icon={Ship}
          tone="leaf"
          count={readyToShip.pagination.total}
          label={(count) => say('today.readyToShip', { count })}
        />
      </Grid>
    </section>
  );
}

const Entry = chakra(Link, {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto auto minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '3',
    minH: { base: '14', md: '16' },
    px: '4',
    py: '2',
    bg: 'bg.raised',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'panel',
    transition: 'border-color 120ms ease-out',
    _hover: { borderColor: 'edge' },
  },
});

interface WaitingProps {
  to: string;
  icon: LucideIcon;
  tone: ToneName;
  /** null: not known yet */
  count: number | null;
  label: (count: number) => string;
}

function Waiting({ to, icon: Icon, tone, count, label }: WaitingProps) {
  const { formatCount } = useStaffWords();
  const waits = count !== null && count > 0;
  return (
    <Entry to={to}>
      <Box
        display="grid"
        placeItems="center"
        boxSize="9"
        borderRadius="full"
        bg={waits ? `${tone}.subtle` : 'bg.sunken'}
        color={waits ? tone : 'fg.muted'}
      >
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </Box>
      <Box
        fontFamily="display"
        fontSize="xl"
        fontWeight="600"
        lineHeight="1"
        fontVariantNumeric="tabular-nums"
        color={waits ? 'fg' : 'fg.muted'}
      >
        {formatCount(count)}
      </Box>
      <Box fontSize="sm" color={waits ? 'fg' : 'fg.muted'}>
        {label(count ?? 0)}
      </Box>
      <Box color="fg.muted">
        <ChevronRight aria-hidden size={18} strokeWidth={1.75} />
      </Box>
    </Entry>
  );
}
