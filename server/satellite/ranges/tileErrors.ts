/** There is no such tile: the dataset does not cover this place. */
export class TileAbsent extends Error {
  override name = 'TileAbsent';
}

/** The tile is there, but it is cut short, cannot be decoded or is not in Hansen's layout. */
export class TileDamaged extends Error {
  override name = 'TileDamaged';
}

/** The file was replaced while it was read: the next read may succeed. */
export class TileReplaced extends TileDamaged {
  override name = 'TileReplaced';
}
