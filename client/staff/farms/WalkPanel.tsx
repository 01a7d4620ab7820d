import { Box, Flex } from '@chakra-ui/react';
import { Flag, Footprints, Pause } from 'lucide-react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { useFarmWords } from '../../words/farmWords.ts';
import { type Position, useWalk } from './useWalk.ts';
import { metresBetween, walkedOf, withPoint, type WalkedPoint } from './walkedTrack.ts';

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
