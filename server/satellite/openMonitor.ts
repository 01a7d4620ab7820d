import { join } from 'node:path';
import type { Config } from '../config.ts';
import { packageRoot } from '../process/packageRoot.ts';
import type { ForestMonitor } from './forestMonitor.ts';
import { hansenMonitor } from './hansen/hansenMonitor.ts';
import { SAMPLE_DATASET, SAMPLE_DATASET_VERSION } from './sample/places.ts';

/** The satellite source that the settings name (FOREST); the only place that knows its drivers. @throws Error for one that is not built */
export function openMonitor({ forest }: Pick<Config, 'forest'>): ForestMonitor {
  switch (forest.driver) {
    case 'sample':
      return hansenMonitor({
        source: { kind: 'folder', path: join(packageRoot, 'server', 'satellite', 'sample'), sample: true },
        dataset: SAMPLE_DATASET,
        datasetVersion: SAMPLE_DATASET_VERSION,
        driver: 'sample',
      });
    case 'hansen':
      return hansenMonitor({
        source: { kind: 'http', baseUrl: forest.tilesUrl },
        dataset: 'Hansen Global Forest Change',
        datasetVersion: 'GFC-2025-v1.13',
        driver: 'hansen',
      });
    case 'gfw':
      throw new Error('This version has no satellite driver gfw');
  }
}
