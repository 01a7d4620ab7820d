import { join } from 'node:path';
import type { BaseLogger } from 'pino';
import type { Config, HansenConfig } from '../config.ts';
import { packageRoot } from '../process/packageRoot.ts';
import type { ForestMonitor } from './forestMonitor.ts';
import { gfwMonitor } from './gfw/gfwMonitor.ts';
import { hansenMonitor } from './hansen/hansenMonitor.ts';
import { RangeCache } from './hansen/rangeCache.ts';
import { jointMonitor } from './joint/jointMonitor.ts';
import { SAMPLE_DATASET, SAMPLE_DATASET_VERSION } from './sample/places.ts';

/**
 * The satellite source that the settings name (FOREST); the only place that knows its drivers.
 * @param log told of a cache that cannot be used; without one nothing is cached, as where evidence is read anew
 */
export function openMonitor({ forest }: Pick<Config, 'forest'>, log?: Pick<BaseLogger, 'warn'>): ForestMonitor {
  switch (forest.driver) {
    case 'sample':
      return hansenMonitor({
        source: { kind: 'folder', path: join(packageRoot, 'server', 'satellite', 'sample'), sample: true },
        dataset: SAMPLE_DATASET,
        datasetVersion: SAMPLE_DATASET_VERSION,
        driver: 'sample',
      });
    case 'hansen':
      return tilesOf(forest, log);
    case 'gfw':
      return gfwMonitor(forest);
    case 'hansen+gfw':
      return jointMonitor('hansen+gfw', [tilesOf(forest.hansen, log), gfwMonitor(forest.gfw)]);
  }
}

function tilesOf(
  { tilesUrls, tilesVersion, cache }: HansenConfig,
  log: Pick<BaseLogger, 'warn'> | undefined,
): ForestMonitor {
  return hansenMonitor({
    source: { kind: 'http', baseUrls: tilesUrls, cache: log && tileCache(cache, log) },
    dataset: 'Hansen Global Forest Change',
    datasetVersion: tilesVersion,
    driver: 'hansen',
  });
}

function tileCache(
  cache: { folder: string; mostBytes: number } | null,
  log: Pick<BaseLogger, 'warn'>,
): RangeCache | undefined {
  if (cache === null) return undefined;
  let told = false;
  return new RangeCache({
    ...cache,
    onTrouble: (error) => {
      // A disk that is full says so at each write.
      if (!told)
        log.warn(
          { err: error },
          'The cache of satellite tiles cannot be used as it should; tiles are read all the same',
        );
      told = true;
    },
  });
}
