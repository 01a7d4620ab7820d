/** Why no picture comes: it was not allowed, there is no camera, or it does not work or is in use. */
export type CameraFailure = 'denied' | 'missing' | 'broken';

const REASONS: Record<string, CameraFailure> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/** What `getUserMedia` threw, as words can be found for it. */
export function cameraFailure(error: unknown): CameraFailure {
  return (error instanceof Error ? REASONS[error.name] : undefined) ?? 'broken';
}

/** Whether there is a camera that this page may ask for; browsers say so before they ask anybody, and without its name. */
export async function hasCamera(): Promise<boolean> {
  if (!isSecureContext || navigator.mediaDevices === undefined) return false;
  try {
    return (await navigator.mediaDevices.enumerateDevices()).some(({ kind }) => kind === 'videoinput');
  } catch {
    return false;
  }
}

/** The camera on the back where there is one. @throws what `cameraFailure` reads */
export function openCamera(): Promise<MediaStream> {
  const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
