/** A server for map tiles, configured by the operator (`MAP_TILES_URL`). */
export interface MapTileServer {
  /** with {z}, {x} and {y} */
  url: string;
  /** attribution required by the license of the tiles */
  attribution: string;
}
