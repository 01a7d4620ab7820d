import { DUE_DILIGENCE_LIMITS } from '../../../server/domain/due-diligence/dueDiligenceInput.ts';

const { thumbnailBytes, thumbnailPixels } = DUE_DILIGENCE_LIMITS;
/** Of the JPEG, tried in this order until it is small enough. */
const QUALITIES = [0.8, 0.6, 0.4];

/** A small JPEG of a photo, upright; null for other files, and for a photo that the browser cannot decode. */
export async function thumbnailOf(file: File): Promise<Blob | null> {
  if (!file.type.startsWith('image/')) return null;
  const photo = await createImageBitmap(file).catch(() => null);
  if (photo === null) return null;
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, thumbnailPixels / Math.max(photo.width, photo.height));
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // What is transparent in a PNG would be black in a JPEG.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  photo.close();
  for (const quality of QUALITIES) {
    const made = await jpegOf(canvas, quality);
    if (made !== null && made.size <= thumbnailBytes) return made;
  }
  return null;
}

function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
