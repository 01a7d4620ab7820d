import { Box, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { SEVERITY_TONES, SeverityBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { DetailSkeleton } from '../../design/Skeletons.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { PlacesMap } from '../../design/map/PlacesMap.tsx';
import { Panel } from '../../design/Page.tsx';
import { Scroller } from '../../design/scroll/Scroller.tsx';
import type { AlertFiguresQuery } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { Retry } from '../admin-shared/Retry.tsx';
import { daysSince } from './finding.ts';

type Places = AlertFiguresQuery['alertPlaces'];
type AlertPlace = Places['places'][number];

interface AlertMapProps {
  places: Places | undefined;
  error: unknown;
  /** reloads the places */
  onRetry: () => Promise<unknown>;
  /** the farm that filters the list */
  chosen: string | null;
  onChoose: (farmId: string | null) => void;
  /** ms since 1970 */
  now: number;
}

/** Number of places listed beside the map until the user asks for all. */
const FEW = 5;

const idOf = ({ farmId, latitude, longitude }: AlertPlace): string => `${farmId ?? ''} ${latitude} ${longitude}`;

/**
 * Places with active alerts: a map and the same places as a list of buttons. A place filters the list of alerts by its
 * farm.
 */
export function AlertMap({ places: answer, error, onRetry, chosen, onChoose, now }: AlertMapProps) {
  const words = useStaffWords();
  const { say } = words;
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  /** the places of the selected cluster; the map shows only these */
  const [near, setNear] = useState<ReadonlySet<string> | null>(null);
  const [isWhole, setWhole] = useState(false);
  const all = answer?.places ?? [];
  const closeBy = near === null ? all : all.filter((place) => near.has(idOf(place)));
  // An update may have removed all of them.
  const shown = closeBy.length === 0 ? all : closeBy;
  const isNear = shown.length < all.length;
  const listed = isWhole ? shown : shown.slice(0, FEW);
  const count = shown.reduce((sum, place) => sum + place.count, 0);

  const choose = (ids: string[]) => {
    const [first] = all.filter((place) => ids.includes(idOf(place)));
    if (ids.length > 1) setNear(new Set(ids));
    else if (first !== undefined && first.farmId !== null) onChoose(first.farmId);
  };

  return (
    <Panel title={say('alertMap.title')}>
      {error !== undefined && answer === undefined && (
        <Banner action={<Retry onRetry={onRetry} />}>
          {say('alertMap.failed', { reason: errorMessage(words, error) })}
        </Banner>
      )}
      {error === undefined && answer === undefined && (
        <Delayed label={say('alertMap.loading')}>
          <DetailSkeleton rows={4} />
        </Delayed>
      )}
      {answer !== undefined && all.length === 0 && answer.elsewhere === 0 && (
        <Box fontSize="sm" color="fg.muted">
          {say('alertMap.none')}
        </Box>
      )}
      {shown.length > 0 && (
        <>
          <PlacesMap
            places={shown.map((place) => ({ ...place, id: idOf(place), tone: SEVERITY_TONES[place.severity] }))}
            title={say('alertMap.text', { count, places: shown.length })}
            marked={pointedAt ?? markedBy(shown, chosen)}
            onChoose={choose}
            write={words.formatCount}
            loading={say('alertMap.loading')}
          />
          {isNear && (
            <Button variant="quiet" size="sm" mt="2" onClick={() => setNear(null)}>
              {say('alertMap.whole')}
            </Button>
          )}
          <Scroller label={say('alertMap.places')} maxH="20rem" frame={{ mt: '3' }}>
            <chakra.ul aria-label={say('alertMap.places')}>
              {listed.map((place) => (
                <PlaceLine
                  key={idOf(place)}
                  place={place}
                  isChosen={chosen !== null && place.farmId === chosen}
                  now={now}
                  onChoose={onChoose}
                  onPoint={setPointedAt}
                />
              ))}
            </chakra.ul>
          </Scroller>
          {listed.length < shown.length && (
            <Button variant="quiet" size="sm" mt="1" onClick={() => setWhole(true)}>
              {say('alertMap.more', { count: shown.length })}
            </Button>
          )}
        </>
      )}
      {answer !== undefined && answer.elsewhere > 0 && (
        <Box mt="2" fontSize="sm" color="fg.muted">
          {say('alertMap.elsewhere', { count: answer.elsewhere })}
        </Box>
      )}
    </Panel>
  );
}

function markedBy(places: readonly AlertPlace[], farmId: string | null): string | null {
  const found = farmId === null ? undefined : places.find((place) => place.farmId === farmId);
  return found === undefined ? null : idOf(found);
}

interface PlaceLineProps {
  place: AlertPlace;
  isChosen: boolean;
  now: number;
  onChoose: (farmId: string | null) => void;
  onPoint: (id: string | null) => void;
}

function PlaceLine({ place, isChosen, now, onChoose, onPoint }: PlaceLineProps) {
  const { say, formatCoordinates } = useStaffWords();
  const farm = place.farmId ?? say('alertMap.noFarm');
  const age = say('alert.days', { days: daysSince(place.newestAt, now) });
  const point = () => onPoint(idOf(place));
  const leave = () => onPoint(null);
  return (
    <chakra.li _notFirst={{ borderTopWidth: '1px', borderColor: 'line' }}>
      <chakra.button
        type="button"
        display="grid"
        gridTemplateColumns="minmax(0, 1fr) auto"
        alignItems="center"
        gap="2"
        w="full"
        minH="11"
        px="2"
        py="1.5"
        textAlign="start"
        fontSize="sm"
        borderRadius="control"
        cursor="pointer"
        bg={isChosen ? 'leaf.subtle' : undefined}
        _hover={{ bg: 'bg.sunken' }}
        _disabled={{ cursor: 'default' }}
        _focusVisible={{ outlineOffset: '-2px' }}
        disabled={place.farmId === null}
        aria-pressed={isChosen}
        onClick={() => onChoose(isChosen ? null : place.farmId)}
        onMouseEnter={point}
        onMouseLeave={leave}
        onFocus={point}
        onBlur={leave}
      >
        <Box minW="0">
          <Flex columnGap="2" wrap="wrap">
            <Box fontWeight="600" minW="0" overflowWrap="anywhere">
              {farm}
            </Box>
            <Box color="fg.muted" fontFamily="mono">
              {formatCoordinates(place.latitude, place.longitude)}
            </Box>
          </Flex>
          <Box color="fg.muted">{say('alertMap.here', { count: place.count, age })}</Box>
        </Box>
        <SeverityBadge severity={place.severity} />
      </chakra.button>
    </chakra.li>
  );
}
