import { join } from 'node:path';
import type { BaseLogger } from 'pino';
import type { BaselineConfig, Config, HansenConfig } from '../platform/config.ts';
import type { PlaceMicro } from '../domain/text/units.ts';
import { packageRoot } from '../platform/process/packageRoot.ts';
import { BaselineMap } from './forest-baseline/baselineMap.ts';
import { withBaseline } from './forest-baseline/withBaseline.ts';
import type { ForestMonitor } from '../domain/forest/forestMonitor.ts';
import { gfwMonitor } from './forest-gfw/gfwMonitor.ts';
import { httpRanges } from './tile-files/byteRanges.ts';
import { hansenMonitor, type HansenOptions } from './forest-hansen/hansenMonitor.ts';
import { RangeCache } from './tile-files/rangeCache.ts';
import { jointMonitor } from './forest-joint/jointMonitor.ts';
import { PoliteServer } from '../platform/outbound/outboundServer.ts';
import { SAMPLE_DATASET_VERSION } from './forest-sample/places.ts';
import { SAMPLE_DATASET } from '../domain/forest/deforestation.ts';

/**
 * The configured satellite source (FOREST), with a map of forest in 2020 if configured; the only place that knows the
 * drivers.
 * @param log reports a cache that cannot be used; without it nothing is cached, for repeated checks of evidence
 * @param needed locations that checks read, or will read
 */
export function openMonitor(
  { forest, forestBaseline }: Pick<Config, 'forest'> & Partial<Pick<Config, 'forestBaseline'>>,
  log?: Pick<BaseLogger, 'warn'>,
  needed?: () => Promise<readonly PlaceMicro[]>,
): ForestMonitor {
  const source = openSource(forest, log, needed);
  return forestBaseline ? withBaseline(source, baselineOf(forestBaseline, log)) : source;
}

function baselineOf({ url, version, cache }: BaselineConfig, log: Pick<BaseLogger, 'warn'> | undefined): BaselineMap {
  const ranges = httpRanges(new PoliteServer(new URL(url).origin), url);
  const kept = cache && log && tileCache(cache, log);
  return new BaselineMap(
    kept?.over(url, ranges) ?? ranges,
    {
      dataset: 'JRC Global Forest Cover 2020',
      datasetVersion: version,
    },
    { rangesNow: ranges },
  );
}

function openSource(
  forest: Config['forest'],
  log: Pick<BaseLogger, 'warn'> | undefined,
  needed: HansenOptions['needed'],
): ForestMonitor {
  switch (forest.driver) {
    case 'sample':
      return hansenMonitor({
        source: { kind: 'folder', path: join(packageRoot, 'server', 'adapters', 'forest-sample'), sample: true },
        dataset: SAMPLE_DATASET,
        datasetVersion: SAMPLE_DATASET_VERSION,
        driver: 'sample',
      });
    case 'hansen':
      return tilesOf(forest, log, needed);
    case 'gfw':
      return gfwMonitor(forest);
    case 'hansen+gfw':
      return jointMonitor('hansen+gfw', [tilesOf(forest.hansen, log, needed), gfwMonitor(forest.gfw)]);
  }
}

function tilesOf(
  { tilesUrls, tilesVersion, cache }: HansenConfig,
  log: Pick<BaseLogger, 'warn'> | undefined,
  needed: HansenOptions['needed'],
): ForestMonitor {
  return hansenMonitor({
    source: { kind: 'http', baseUrls: tilesUrls, cache: log && tileCache(cache, log) },
    dataset: 'Hansen Global Forest Change',
    datasetVersion: tilesVersion,
    driver: 'hansen',
    ...(needed === undefined ? {} : { needed }),
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
      // A full disk reports an error at each write.
      if (!told)
        log.warn(
          { err: error },
          'The cache of satellite tiles cannot be used as it should; tiles are read all the same',
        );
      told = true;
    },
  });
}
