import { decodeQR } from 'qr/decode.js';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { cameraFailure, closeCamera, openCamera, type CameraFailure } from './camera.ts';

/** Interval between two frames: fast enough to feel immediate, slow enough for a low-end phone. */
const LOOK_MS = 150;
/** When to show a hint, and when to stop, because the camera uses battery. */
const HINT_MS = 8_000;
const GIVE_UP_MS = 60_000;

export type ScanState = 'starting' | 'looking' | 'hint' | 'nothing' | CameraFailure;

/**
 * Scans the camera for a QR code while mounted. The camera stops when a code is found, when the page is hidden, after a
 * minute, and on unmount.
 * @param found called once
 * @param hidden called when the page is hidden
 */
export function useScan(
  found: (text: string) => void,
  hidden: () => void,
): [ScanState, RefObject<HTMLVideoElement | null>] {
  const [state, setState] = useState<ScanState>('starting');
  const video = useRef<HTMLVideoElement>(null);
  const told = useRef({ found, hidden });
  useEffect(() => {
    told.current = { found, hidden };
  });
  useEffect(() => {
    const life = new AbortController();
    const { signal } = life;
    const hide = (): void => {
      if (!document.hidden) return;
      life.abort();
      told.current.hidden();
    };
    document.addEventListener('visibilitychange', hide, { signal });
    const look = async (): Promise<void> => {
      const stream = await openCamera();
      signal.addEventListener('abort', () => closeCamera(stream));
      const screen = video.current;
      if (signal.aborted || screen === null) return closeCamera(stream);
      screen.srcObject = stream;
      const [decode] = await Promise.all([makeDecoder(), screen.play()]);
      if (signal.aborted) return undefined;
      setState('looking');
      const began = performance.now();
      for (;;) {
        const text = await decode(screen);
        if (signal.aborted) return undefined;
        const passed = performance.now() - began;
        if (text !== null || passed > GIVE_UP_MS) {
          life.abort();
          if (text === null) setState('nothing');
          else told.current.found(text);
          return undefined;
        }
        if (passed > HINT_MS) setState('hint');
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    };
    look().catch((error: unknown) => {
      if (signal.aborted) return;
      life.abort();
      setState(cameraFailure(error));
    });
    return () => life.abort();
  }, []);
  return [state, video];
}

/** Decodes a QR code in the current frame of a video; null if there is none. */
type Decode = (video: HTMLVideoElement) => Promise<string | null>;

/** The browser's own decoder (Shape Detection API), if available. */
interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

const QR = 'qr_code';
/** px; enough for a code that fills a third of the frame; larger frames take longer to decode. */
const WIDEST = 800;

async function ownDetector(): Promise<Detector | null> {
  // Not in TypeScript's DOM types: few browsers support it.
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  try {
    return Own !== undefined && (await Own.getSupportedFormats()).includes(QR) ? new Own({ formats: [QR] }) : null;
  } catch {
    return null;
  }
}

async function makeDecoder(): Promise<Decode> {
  const own = await ownDetector();
  if (own !== null) return async (video) => (await own.detect(video)).at(0)?.rawValue ?? null;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, WIDEST / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (context === null || canvas.width === 0 || canvas.height === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // The decoder throws if it finds no code.
      return null;
    }
  };
}
