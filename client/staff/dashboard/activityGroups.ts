import type { ActivityEntryFragment } from '../../graphql/generated.ts';

/** So many alike in a row are one line: fewer are read faster than opened. */
const LEAST = 3;

/** Entries in a row in which the same happened; a single one otherwise. */
export type ActivityGroup = readonly [ActivityEntryFragment, ...ActivityEntryFragment[]];

/** What an entry says beside its lot. */
function sameAs({ action, deforestationStatus, stage }: ActivityEntryFragment): string {
  return JSON.stringify([action, deforestationStatus, action === 'stage' ? stage : null]);
}

/** Groups entries, newest first, of which at least three in a row say the same. */
export function activityGroups(entries: readonly ActivityEntryFragment[]): ActivityGroup[] {
  const runs: [ActivityEntryFragment, ...ActivityEntryFragment[]][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run !== undefined && sameAs(run[0]) === sameAs(entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run): ActivityGroup[] => (run.length < LEAST ? run.map((entry) => [entry]) : [run]));
}

/**
 * A key for each group, that of an earlier rendering while one of its lots has it: a group that grows at either end
 * stays as it is, opened or focused.
 * @param before keys of that rendering
 */
export function groupKeys(groups: readonly ActivityGroup[], before: ReadonlySet<string>): string[] {
  return groups.map((group) => (group.findLast(({ lotId }) => before.has(lotId)) ?? group[0]).lotId);
}

/** The entries with older ones of a longer list; each lot once. */
export function withOlder(
  entries: readonly ActivityEntryFragment[],
  longer: readonly ActivityEntryFragment[],
): ActivityEntryFragment[] {
  const known = new Set(entries.map(({ lotId }) => lotId));
  return [...entries, ...longer.filter(({ lotId }) => !known.has(lotId))];
}
