import { Installation, type Member, type Role } from './installation.ts';
import { countLosses, type Losses } from './losses.ts';
import { Writers, type Told } from './writers.ts';

export type Trouble = 'web' | 'worker' | 'primary' | 'replica' | 'failover';

/** What is done to it when so many lots have been made. */
export interface Planned {
  at: number;
  trouble: Trouble;
}

/** What is drilled: how many lots, on what, and what happens meanwhile. */
export interface Drill {
  lots: number;
  connections: number;
  roles: readonly Role[];
  /** a data folder whose cluster is copied; null: a new one */
  template: string | null;
  plan: readonly Planned[];
  /** whether its end is waited for until all places are checked */
  withChecks: boolean;
  /** whether the replica that took over gets one of its own */
  renewed: boolean;
}

export interface Outcome {
  told: Told;
  losses: Losses;
  /** each trouble, with ms until what was killed was back, or another had its place, and the longest time in which no write was answered */
  troubles: { trouble: Trouble; at: number; backMs: number; silentMs: number }[];
}

/** Creates lots while processes and databases are killed, and counts the results. @param say called with progress */
export async function failoverDrill(drill: Drill, say: (line: string) => void): Promise<Outcome> {
  const { lots, connections, roles, template, plan } = drill;
  const world = await Installation.open(roles, template);
  const troubles: Outcome['troubles'] = [];
  try {
    say(`${roles.join(', ')}; PostgreSQL with a synchronous replica. ${lots} lots over ${connections} connections.`);
    const writers = new Writers(world.webs, lots);
    const troubling = (async () => {
      writers.letBegin(plan[1]?.at ?? lots);
      for (const [turn, { at, trouble }] of plan.entries()) {
        await writers.reached(at);
        if (trouble === 'failover') {
          // Under writes the two are in step for moments only, and a slow machine makes all lots before it sees one.
          writers.letBegin(0);
          await world.inStep();
          writers.letBegin(plan[turn + 1]?.at ?? lots);
          await writers.reached(Math.min(writers.made + 1, lots));
        }
        const made = writers.made;
        const began = performance.now();
        writers.watchSilence();
        await make(trouble, world, turn);
        const backMs = performance.now() - began;
        // Starting again takes a loaded machine longer than many writes: each trouble meets some of them under way.
        writers.letBegin(plan[turn + 2]?.at ?? lots);
        await writers.reached(Math.min(writers.made + connections, lots));
        const silentMs = writers.silence;
        troubles.push({ trouble, at: made, backMs, silentMs });
        say(`${made} made: ${trouble}; back after ${seconds(backMs)}; nobody was answered for ${seconds(silentMs)}`);
        if (trouble === 'failover' && drill.renewed) await world.addReplica();
      }
    })();
    await Promise.all([writers.run(connections), troubling]);
    say(`${lots} made after ${seconds(writers.told.ms)}, ${writers.told.repeated} calls repeated.`);
    return { told: writers.told, losses: await countLosses(world, writers.told, drill.withChecks), troubles };
  } finally {
    await world.close();
  }
}

async function make(trouble: Trouble, world: Installation, turn: number): Promise<void> {
  const again = async (member: Member | undefined): Promise<void> => {
    await member?.kill();
    await member?.start();
  };
  switch (trouble) {
    case 'web':
      return again(world.webs[turn % world.webs.length]);
    case 'worker':
      return again(world.workers[turn % world.workers.length]);
    case 'primary':
      await world.primary.kill();
      return world.primary.start();
    case 'replica':
      await world.replica.kill();
      return world.replica.start();
    case 'failover':
      return world.failOver();
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
