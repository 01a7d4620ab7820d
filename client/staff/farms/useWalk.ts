import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { FarmId } from '../../words/farmWords.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Position of the device and its accuracy in meters. */
export interface Position extends GeoPoint {
  accuracyM: number;
}

export interface Walk {
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
export function useWalk(onPosition: (position: Position) => void): Walk {
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
 * Keeps the screen on, because a sleeping phone reports no positions.
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
  // A device on low power refuses the lock; the walk continues without it.
  ask().catch(() => undefined);
  return () => {
    isWanted = false;
    void lock?.release();
  };
}
