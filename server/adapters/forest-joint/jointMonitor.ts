import type { ForestAnswer, OtherAnswer } from '../../domain/forest/forest.ts';
import { withDamaged, type ForestMonitor, type SourceHealth } from '../../domain/forest/forestMonitor.ts';

/**
 * Asks several sources for each location, and stores each answer. While one is away no check is made: it is retried,
 * with all of them. `domain/forest/convergence.ts` combines their conclusions.
 * @param monitors at least two; the shown pixels are those of the first readable one
 */
export function jointMonitor(driver: ForestMonitor['driver'], monitors: readonly ForestMonitor[]): ForestMonitor {
  return {
    driver,
    source: monitors.map(({ source }) => source).join(' + '),
    async health() {
      const states = await Promise.all(monitors.map((monitor) => monitor.health()));
      const down = states
        .filter(({ status }) => status === 'down')
        .map(({ message }) => message ?? 'A source is away.');
      const health: SourceHealth = down.length === 0 ? { status: 'up' } : { status: 'down', message: down.join(' ') };
      return withDamaged(
        health,
        states.flatMap(({ damaged = [] }) => damaged),
      );
    },
    async read(geometry, signal): Promise<ForestAnswer> {
      const ended = new AbortController();
      const left = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
      try {
        const answers = await Promise.all(
          monitors.map(async (monitor) => ({ by: monitor.driver, answer: await monitor.read(geometry, left) })),
        );
        return joined(answers);
      } finally {
        // When one of them is away, the others are aborted.
        ended.abort();
      }
    },
  };
}

function joined(answers: readonly { by: string; answer: ForestAnswer }[]): ForestAnswer {
  const main = answers.find(({ answer }) => answer.kind === 'read') ?? answers[0];
  if (main === undefined) throw new Error('No source was asked');
  if (main.answer.kind === 'unreadable') return main.answer;
  const others = answers.filter((one) => one !== main).map(otherAnswer);
  return { kind: 'read', reading: { ...main.answer.reading, readBy: main.by, others } };
}

function otherAnswer({ by, answer }: { by: string; answer: ForestAnswer }): OtherAnswer {
  return { driver: by, reading: answer.reading, reason: answer.kind === 'unreadable' ? answer.reason : null };
}
