import type { EntityManager } from '@mikro-orm/postgresql';
import { originShares } from '../../domain/mass/inheritance.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import type { PlannedInput } from './transformationPlan.ts';

/** A lot before another one: how much of that comes from it, 0-1, over how few transformations. */
export interface EarlierLot {
  id: string;
  share: number;
  depth: number;
}

/** What lots of one transformation were made of, through all transformations before it. */
export interface Closure {
  /** the shares sum to 1 */
  origins: EarlierLot[];
  /** derived lots between */
  ancestors: EarlierLot[];
}

interface ClosureRow {
  lotId: string;
  isOrigin: boolean;
  id: string;
  share: number;
  depth: number;
}

const READ = new PreparedStatement<ClosureRow>(
  `select lot_id as "lotId", true as "isOrigin", origin_id as id, share, depth from lot_origin where lot_id = any($1::uuid[])
   union all
   select lot_id, false, ancestor_id, share, depth from lot_ancestor where lot_id = any($1::uuid[])`,
);

/** The closure of what a transformation makes of its inputs. One statement, none where all inputs are origin lots. */
export async function closureOf(em: EntityManager, inputs: readonly PlannedInput[]): Promise<Closure> {
  const derived = inputs.filter(({ lot }) => lot.kind === 'derived').map(({ lot }) => lot.id);
  const rows = derived.length === 0 ? [] : await READ.run(em, [derived]);
  const byLot = Map.groupBy(rows, ({ lotId }) => lotId);
  const before = inputs.map(({ lot, grams }) => {
    const own = byLot.get(lot.id) ?? [];
    const itself = { id: lot.id, share: 1, depth: 0 };
    return lot.kind === 'origin'
      ? { grams, origins: [itself], ancestors: [] }
      : {
          grams,
          origins: own.filter(({ isOrigin }) => isOrigin),
          ancestors: [itself, ...own.filter(({ isOrigin }) => !isOrigin)],
        };
  });
  const depths = depthsOf(before.flatMap(({ origins, ancestors }) => [...origins, ...ancestors]));
  const shares = originShares(
    before.map(({ grams, origins }) => ({
      grams,
      origins: origins.map(({ id, share }) => ({ originId: id, share })),
    })),
  );
  return {
    origins: shares.map(({ originId, share }) => ({ id: originId, share, depth: depths.get(originId) ?? 1 })),
    ancestors: ancestorShares(before).map(([id, share]) => ({ id, share, depth: depths.get(id) ?? 1 })),
  };
}

/** Fewest transformations, this one counted. */
function depthsOf(all: readonly EarlierLot[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { id, depth } of all) depths.set(id, Math.min(depths.get(id) ?? Infinity, depth + 1));
  return depths;
}

/** The part of the whole that went through each derived lot: through several of them one after the other counts for each. */
function ancestorShares(before: readonly { grams: number; ancestors: readonly EarlierLot[] }[]): [string, number][] {
  const total = before.reduce((sum, { grams }) => sum + grams, 0);
  const shares = new Map<string, number>();
  for (const { grams, ancestors } of before) {
    for (const { id, share } of ancestors) shares.set(id, (shares.get(id) ?? 0) + (grams * share) / total);
  }
  return [...shares];
}

/** The part of a statement that writes the closure of new lots. @param at number of its first parameter, of three */
export const closureParts = (at: number): string => `
  origins as (
    insert into lot_origin (lot_id, origin_id, share, depth)
    select lot_id, r.id, r.share, r.depth from unnest($${at}::uuid[]) lot_id
      cross join json_to_recordset($${at + 1}::json) r (id uuid, share double precision, depth smallint)
  ), ancestors as (
    insert into lot_ancestor (lot_id, ancestor_id, share, depth)
    select lot_id, r.id, r.share, r.depth from unnest($${at}::uuid[]) lot_id
      cross join json_to_recordset($${at + 2}::json) r (id uuid, share double precision, depth smallint)
  )`;

/** The parameters of `closureParts`. */
export function closureValues(lotIds: readonly string[], { origins, ancestors }: Closure): unknown[] {
  return [lotIds, JSON.stringify(origins), JSON.stringify(ancestors)];
}
