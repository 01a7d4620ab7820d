/** Why there is no picture: permission denied, no camera, or a camera that is broken or in use. */
export type CameraFailure = 'denied' | 'missing' | 'broken';

const REASONS: Record<string, CameraFailure> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/** Maps an error of `getUserMedia` to a failure. */
export function cameraFailure(error: unknown): CameraFailure {
  return (error instanceof Error ? REASONS[error.name] : undefined) ?? 'broken';
}

/** Whether there is a camera; browsers report that without asking for permission, and without its name. */
export async function hasCamera(): Promise<boolean> {
  if (!isSecureContext || navigator.mediaDevices === undefined) return false;
  try {
    return (await navigator.mediaDevices.enumerateDevices()).some(({ kind }) => kind === 'videoinput');
  } catch {
    return false;
  }
}

/**
 * Opens the back camera if there is one.
 * @throws errors for `cameraFailure`
 */
export function openCamera(): Promise<MediaStream> {
  const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
