import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { StatusDot } from '../../design/StatusDot.tsx';
import { PlacesMap } from '../../design/map/PlacesMap.tsx';
import { Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { DashboardFarmsDocument, type DashboardFarmsQuery } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { FARMS_PATH, farmPath } from '../farms/farmAddress.ts';
import { farmState, type FarmState } from './farmState.ts';

type FarmRow = DashboardFarmsQuery['farms']['farms'][number];

/** Farms in the list beside the map; all are on the map and under 'Farms'. */
const LISTED = 6;
const TONES = { loss: 'alarm', open: 'pod', compliant: 'leaf' } as const;

/** The farms on a map, by what is known of their land; the first ones as a list. Nothing while no farm has a place. */
export default function FarmsMap() {
  const words = useStaffWords();
  const { say } = words;
  const navigate = useNavigate();
  const [marked, setMarked] = useState<string | null>(null);
  const { data } = useQuery(DashboardFarmsDocument);
  const farms = (data?.farms.farms ?? []).map((farm) => ({ ...farm, state: farmState(farm) })).sort(byGravity);
  const places = farms.flatMap(({ farmId, latitude, longitude, lots, state }) =>
    latitude === null || longitude === null
      ? []
      : [{ id: farmId, latitude, longitude, count: lots, tone: TONES[state] }],
  );
  if (data === undefined || places.length === 0) return null;
  const { total } = data.farms.pagination;
  return (
    <Panel
      title={say('farmsMap.title')}
      actions={
        <TextLink asChild fontSize="sm">
          <Link to={FARMS_PATH}>{say('farmsMap.all', { count: total })}</Link>
        </TextLink>
      }
    >
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
        gap="5"
        alignItems="start"
      >
        <PlacesMap
          places={places}
          title={say('farmsMap.text', { count: places.length })}
          marked={marked}
          onChoose={(ids) => void navigate(ids.length === 1 && ids[0] !== undefined ? farmPath(ids[0]) : FARMS_PATH)}
          write={words.formatCount}
          loading={say('farmsMap.loading')}
        />
        <Box>
          <chakra.ul listStyleType="none" aria-label={say('farmsMap.title')}>
            {farms.slice(0, LISTED).map((farm) => (
              <FarmLine key={farm.farmId} farm={farm} state={farm.state} onPoint={setMarked} />
            ))}
          </chakra.ul>
          <Box mt="3" fontSize="xs" color="fg.muted">
            {say('farmsMap.numbers')}
          </Box>
        </Box>
      </Grid>
    </Panel>
  );
}

function byGravity(a: { state: FarmState; lots: number }, b: { state: FarmState; lots: number }): number {
  const order = Object.keys(TONES);
  return order.indexOf(a.state) - order.indexOf(b.state) || b.lots - a.lots;
}

interface FarmLineProps {
  farm: FarmRow;
  state: FarmState;
  onPoint: (farmId: string | null) => void;
}

function FarmLine({ farm: { farmId, name, lots, compliantLots, detectedLots }, state, onPoint }: FarmLineProps) {
  const { say } = useStaffWords();
  const count = state === 'loss' ? detectedLots : state === 'open' ? lots - compliantLots : lots;
  return (
    <chakra.li _notFirst={{ borderTopWidth: '1px', borderColor: 'line' }}>
      <Line
        to={farmPath(farmId)}
        onMouseEnter={() => onPoint(farmId)}
        onMouseLeave={() => onPoint(null)}
        onFocus={() => onPoint(farmId)}
        onBlur={() => onPoint(null)}
      >
        <StatusDot tone={TONES[state]} />
        <Box minW="0">
          <Box fontWeight="500" truncate>
            {name === '' ? farmId : name}
          </Box>
          <Flex columnGap="2" wrap="wrap" color="fg.muted">
            {name !== '' && <span>{farmId}</span>}
            <span>{say(`farmsMap.${state}`, { count })}</span>
          </Flex>
        </Box>
      </Line>
    </chakra.li>
  );
}

const Line = chakra(Link, {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    gap: '3',
    minH: '12',
    py: '1.5',
    px: '2',
    fontSize: 'sm',
    borderRadius: 'control',
    _hover: { bg: 'bg.sunken' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});
