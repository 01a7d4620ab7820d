/** Whether this device can render the drawing map. Checked before the large map library (0.5 MB) is loaded. */
export function canDrawMaps(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}
