import { fileURLToPath } from 'node:url';
import { failoverDrill, type Planned, type Trouble } from './failoverDrill.ts';

/*
 * `npm run drill [-- LOTS]`: 10,000 lots, unless told, are made over two web processes while these, two workers, the database and
 * its replica are killed (SIGKILL) one after another, and at 60 % the database for good, so that the replica takes its place. Prints what happened and
 * what became of the lots. Status 1: an answered lot is lost, something is there twice, or the ledger does not check out.
 */
// The program is loaded again and again: it is compiled once.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

const lots = Number(process.argv[2] ?? 10_000);
const STEPS = 25;
const TURNS: readonly Trouble[] = ['web', 'worker', 'primary', 'replica', 'web', 'worker', 'primary'];

const plan: Planned[] = Array.from({ length: STEPS - 1 }, (_, step) => ({
  at: Math.round((lots * (step + 1)) / STEPS),
  trouble: step + 1 === Math.round(STEPS * 0.6) ? 'failover' : (TURNS[step % TURNS.length] ?? 'web'),
}));
const { told, losses, troubles } = await failoverDrill(
  {
    lots,
    connections: 12,
    roles: ['web', 'web', 'worker', 'worker'],
    template: null,
    plan,
    withChecks: true,
    renewed: true,
  },
  say,
);

say('');
const longest = (trouble: Trouble): string => {
  const of = troubles.filter((one) => one.trouble === trouble);
  const most = Math.max(0, ...of.map(({ silentMs }) => silentMs));
  return `${of.length} ${trouble} (nobody answered for at most ${(most / 1_000).toFixed(1)} s)`;
};
say(`Killed: ${(['web', 'worker', 'primary', 'replica', 'failover'] as const).map(longest).join(', ')}.`);
say(
  `Answered: ${told.made.size} lots made, ${told.madeUnheard.size} made without an answer that arrived; ` +
    `${(lots / (told.ms / 1_000)).toFixed(0)} a second; ${told.repeated} calls repeated.`,
);
say(
  `Lists asked for right after an answer, of the other process: ${told.listed}; without the lot: ${told.missing.length}.`,
);
say(`Recorded and checked ${losses.drainSeconds.toFixed(0)} s after the last answer. ${losses.ledger}`);
say(
  `Lost: ${losses.lost}. Doubled: ${losses.doubled}. Incomplete: ${losses.incomplete}. Places checked again after a kill: ${losses.checkedAgain}.`,
);
const sound = losses.lost + losses.doubled + losses.incomplete + told.missing.length === 0;
process.exitCode = sound && !losses.ledger.startsWith('FAULT') ? 0 : 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
