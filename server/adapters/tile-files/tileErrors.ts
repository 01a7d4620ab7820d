import { ForestMonitorAway } from '../../domain/forest/forestMonitor.ts';

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

/**
 * What geotiff.js throws of itself means that it could not make sense of the bytes.
 * @param left ends the work; its reason is thrown then
 * @throws TileDamaged, TileAbsent, ForestMonitorAway
 */
export async function damagedUnlessKnown<T>(left: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    left.throwIfAborted();
    if (error instanceof TileDamaged || error instanceof TileAbsent || error instanceof ForestMonitorAway) throw error;
    throw new TileDamaged('The file cannot be decoded.', { cause: error });
  }
}
