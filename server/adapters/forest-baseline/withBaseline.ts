import { withDamaged, type ForestMonitor } from '../../domain/forest/forestMonitor.ts';
import { TileDamaged } from '../tile-files/tileErrors.ts';
import type { BaselineMap } from './baselineMap.ts';

/**
 * A source of loss combined with a map of 2020. The map's data is part of the reading; while the map is away no check
 * is made, as with several sources. A damaged map is left out, and health names it: the map decides no status
 * (docs/decisions/0061).
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
      return withDamaged(
        down ?? { status: 'up' },
        states.flatMap(({ damaged = [] }) => damaged),
      );
    },
    async read(geometry, signal) {
      const [answer, baseline] = await Promise.all([
        monitor.read(geometry, signal),
        map.read(geometry, signal).catch((error: unknown) => {
          if (error instanceof TileDamaged) return null;
          throw error;
        }),
      ]);
      if (answer.kind === 'unreadable') return answer;
      if (baseline === null) return answer;
      return { kind: 'read', reading: { ...answer.reading, baseline } };
    },
  };
}
