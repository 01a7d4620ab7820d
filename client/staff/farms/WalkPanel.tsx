import { Box, Flex } from '@chakra-ui/react';
import { Flag, Footprints, Pause } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { useFarmWords, type FarmId } from '../../words/farmWords.ts';
import { metresBetween, walkedOf, withPoint, type WalkedPoint } from './walkedTrack.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Positions with a larger error are not recorded automatically. */
const LEAST_ACCURATE_M = 20;
/** Minimum distance between recorded positions. */
const STEP_M = 4;

interface WalkPanelProps {
  /** as stored in the form */
  track: readonly string[];
  onChange: (track: readonly string[]) => void;
}

/** Records a walk around the plot: positions automatically, corners on request. Works offline. */
export function WalkPanel({ track, onChange }: WalkPanelProps) {
  const { say } = useFarmWords();
  const record = (position: Position): void => {
    const last = track.at(-1);
    const isStep = last === undefined || metresBetween(walkedOf(last), position) >= STEP_M;
    if (position.accuracyM <= LEAST_ACCURATE_M && isStep) onChange(withPoint(track, point(position, false)));
  };
  const walk = useWalk(record);
  const { position, isWalking } = walk;
  if (!walk.isPossible) return <Banner tone="pod">{say('walk.none')}</Banner>;
  const points = track.map(walkedOf);
  const corners = points.filter(({ isCorner }) => isCorner).length;
  return (
    <Flex direction="column" gap="3">
      <Box fontSize="sm" color="fg.muted">
        {say('walk.lead')}
      </Box>
      <Flex gap="2" wrap="wrap">
        {isWalking ? (
          <>
            <Button
              disabled={position === null}
              onClick={() => position !== null && onChange(withPoint(track, point(position, true)))}
            >
              <Flag aria-hidden /> {say('walk.corner')}
            </Button>
            <Button variant="secondary" onClick={walk.stop}>
              <Pause aria-hidden /> {say('walk.stop')}
            </Button>
          </>
        ) : (
          <Button onClick={walk.start}>
            <Footprints aria-hidden /> {say(track.length > 0 ? 'walk.on' : 'walk.start')}
          </Button>
        )}
        {track.length > 0 && (
          <Button variant="quiet" onClick={() => onChange([])}>
            {say('walk.again')}
          </Button>
        )}
      </Flex>
      <Box fontSize="sm" aria-live="polite">
        {walk.failure !== null && (
          <Box color="alarm" fontWeight="500">
            {say(walk.failure)}
          </Box>
        )}
        {isWalking && <Accuracy position={position} />}
      </Box>
      {(isWalking || track.length > 0) && (
        // No live region: the text changes every second or two.
        <Box fontSize="sm" fontVariantNumeric="tabular-nums">
          {say('walk.recorded', { points: track.length, corners })}
        </Box>
      )}
    </Flex>
  );
}

const point = ({ latitude, longitude }: Position, isCorner: boolean): WalkedPoint => ({
  latitude,
  longitude,
  isCorner,
});

function Accuracy({ position }: { position: Position | null }) {
  const { say } = useFarmWords();
  if (position === null) return say('walk.waiting');
  const { accuracyM } = position;
  return accuracyM <= LEAST_ACCURATE_M ? (
    say('walk.accuracy', { metres: accuracyM })
  ) : (
    <Box color="pod">{say('walk.weak', { metres: accuracyM, least: LEAST_ACCURATE_M })}</Box>
  );
}

/** Position of the device and its accuracy in meters. */
interface Position extends GeoPoint {
  accuracyM: number;
}

interface Walk {
  /** whether this device supports geolocation */
  isPossible: boolean;
  isWalking: boolean;
  position: Position | null;
  failure: FarmId | null;
  start: () => void;
  stop: () => void;
}

/**
 * Code of the browser's geolocation error. Under trees a phone loses its position temporarily, so only a denied
 * permission ends the walk.
 */
const FORBIDDEN = 1;
const FAILURES: Readonly<Record<number, FarmId>> = { [FORBIDDEN]: 'walk.notAllowed', 2: 'walk.notFound' };

const neverChanges = () => () => undefined;
const canLocate = () => 'geolocation' in navigator;

/**
 * Watches the device's position during a walk, and keeps the screen on where supported.
 * @param onPosition receives each position
 */
function useWalk(onPosition: (position: Position) => void): Walk {
  const isPossible = useSyncExternalStore(neverChanges, canLocate, () => false);
  const [isWalking, setWalking] = useState(false);
  const [position, setPosition] = useState<Position | null>(null);
  const [failure, setFailure] = useState<FarmId | null>(null);
  const seen = useEffectEvent((found: Position) => {
    setFailure(null);
    setPosition(found);
    onPosition(found);
  });
  const failed = useEffectEvent((code: number) => {
    const why = FAILURES[code];
    if (why === undefined) return;
    setFailure(why);
    if (code === FORBIDDEN) setWalking(false);
  });
  useEffect(() => {
    if (!isWalking) return undefined;
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        seen({ latitude, longitude, accuracyM: Math.max(1, Math.round(accuracy)) }),
      ({ code }) => failed(code),
      { enableHighAccuracy: true, maximumAge: 1_000, timeout: 30_000 },
    );
    const lit = keepLit();
    return () => {
      navigator.geolocation.clearWatch(watch);
      lit();
    };
  }, [isWalking]);
  return {
    isPossible,
    isWalking,
    position,
    failure,
    start: () => {
      setFailure(null);
      setWalking(true);
    },
    stop: () => setWalking(false),
  };
}

/**
 * Keeps the screen on, because a sleeping phone reports no positions. A page that was hidden has lost the lock, and asks
 * again once it is seen.
 * @returns a function that releases the lock
 */
function keepLit(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isWanted = true;
  const ask = async (): Promise<void> => {
    if (!('wakeLock' in navigator)) return;
    const got = await navigator.wakeLock.request('screen');
    if (isWanted) lock = got;
    else await got.release();
  };
  const askWhenSeen = (): void => {
    // A device on low power refuses the lock; the walk continues without it.
    if (document.visibilityState === 'visible') ask().catch(() => undefined);
  };
  askWhenSeen();
  document.addEventListener('visibilitychange', askWhenSeen);
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', askWhenSeen);
    void lock?.release();
  };
}
