/** Whether this device can show a map to draw on: asked before half a megabyte of script is loaded for it. */
export function canDrawMaps(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}
