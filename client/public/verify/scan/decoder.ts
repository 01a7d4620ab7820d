import { decodeQR } from 'qr/decode.js';

/** Decodes a QR code in the current frame of a video; null if there is none. */
export type Decode = (video: HTMLVideoElement) => Promise<string | null>;

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

export async function makeDecoder(): Promise<Decode> {
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
