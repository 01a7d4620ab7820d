import { openMonitor } from '../../server/adapters/openMonitor.ts';
import type { ForestMonitor } from '../../server/domain/forest/forestMonitor.ts';

/** The readings of the sample tiles under the name of real data: what is checked by them can be packed. */
export function realMonitor(): ForestMonitor {
  const sample = openMonitor({ forest: { driver: 'sample' } });
  return {
    driver: 'hansen',
    source: sample.source,
    read: async (geometry, signal) => ({ ...(await sample.read(geometry, signal)), sample: false }),
    health: () => sample.health(),
  };
}
