import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE_TILES, TileServer } from './tileServer.ts';

const RELEASE = 'GFC-2025-v1.13';

/**
 * A server of the sample tiles under the names of a real release: what is checked by them counts as real data, so that
 * it can be packed and filed. It must be started.
 * @returns it, and the settings with which a program reads it once it runs
 */
export async function realForest(): Promise<{ tiles: TileServer; settings: () => Record<string, string> }> {
  const names = (await readdir(SAMPLE_TILES)).filter((name) => name.endsWith('.tif'));
  const files = await Promise.all(
    names.map(async (name) => [name.replace('sample-1', RELEASE), await readFile(join(SAMPLE_TILES, name))] as const),
  );
  const tiles = new TileServer(new Map(files));
  return {
    tiles,
    settings: () => ({
      FOREST: 'hansen',
      FOREST_TILES_URL: tiles.baseUrl,
      FOREST_TILES_VERSION: RELEASE,
      FOREST_CACHE_MB: '0',
    }),
  };
}
