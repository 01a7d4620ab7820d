import type { ForestMonitor } from '../forestMonitor.ts';
import type { BaselineMap } from './baselineMap.ts';

/**
 * A source of loss with a map of 2020 beside it. What the map has of a place stands in what was read; while it is away no check is made, as with
 * several sources.
 */
export function withBaseline(
  monitor: ForestMonitor,
  map: Pick<BaselineMap, 'source' | 'read' | 'health'>,
): ForestMonitor {
  return {
    driver: monitor.driver,
    source: `${monitor.source} + ${map.source}`,
    async health() {
      const states = await Promise.all([monitor.health(), map.health()]);
      const down = states.find(({ status }) => status === 'down');
      return down ?? { status: 'up' };
    },
    async read(geometry, signal) {
      const [answer, baseline] = await Promise.all([monitor.read(geometry, signal), map.read(geometry, signal)]);
      if (answer.kind === 'unreadable' || baseline === null) return answer;
      return { kind: 'read', reading: { ...answer.reading, baseline } };
    },
  };
}
