/** A server for map pictures that the operator named (`MAP_TILES_URL`). */
export interface MapTiles {
  /** with {z}, {x} and {y} */
  url: string;
  /** whom the pictures are from, as their licence asks for it */
  attribution: string;
}
