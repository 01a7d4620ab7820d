import type { Base, Running } from '../feature.ts';
import type { Register } from '../ledger/register/register.ts';
import type { ComparedLots } from '../provenance/comparedLots.ts';
import { LedgerWalk, WALK_SCHEDULE } from './ledgerWalk.ts';
import type { NewestEvents, WholeLedger } from '../ledger/ledger.ts';
import { WalkRequests } from './walkRequests.ts';

export interface WalkServices {
  ledgerWalk: LedgerWalk;
  walkRequests: WalkRequests;
}

/** The nightly comparison of the ledger and all seals with the tables of every feature. */
export function makeWalk(
  { database, ledger, jobs, log }: Base,
  { comparedLots, register, own }: { comparedLots: ComparedLots; register: Register; own: WholeLedger & NewestEvents },
): { services: WalkServices; running: Running } {
  const compare: ComparedLots['compare'] = (ids) => comparedLots.compare(ids);
  const ledgerWalk = new LedgerWalk({ database, ledger, whole: own, register, compare, log, rests: true });
  return {
    services: { ledgerWalk, walkRequests: new WalkRequests({ database, jobs }) },
    running: { tasks: ledgerWalk.tasks, schedule: WALK_SCHEDULE },
  };
}
