import { erasePlotNames, plotNamesOf, type PlotName } from '../farms/plotErasure.ts';
import { jsonRows } from './jsonRows.ts';
import { mentions, unmistakable, type Person } from './person.ts';
import type { PersonalStore } from './personalStore.ts';
import { searchWords } from './reach.ts';

/** Picks the names of plots that a person gave, or that name them. */
function theirs(person: Person, others: readonly string[]): (plot: PlotName) => boolean {
  return ({ actorId, farmId, name }) =>
    (person.userId !== null && actorId === person.userId) ||
    mentions(name, farmId === person.farmId ? person : unmistakable(person), others);
}

/**
 * Plots: a plot's name is erased with the person who gave it or who is named in it; the land belongs to the farm, and
 * is kept like the locations of its lots.
 */
export const plots: PersonalStore = {
  async erase(em, { person, reach }) {
    const named = await plotNamesOf(em, { userId: person.userId, words: searchWords(person) });
    const gone = named.filter(theirs(person, reach.others));
    if (gone.length > 0) await erasePlotNames(em, gone);
    return gone.length > 0 ? ['plotNames'] : [];
  },
  async *export(em, { userId }) {
    const sql = `select v.plot_id as "plotId", v.version, v.change, v.name, v.geometry, v.at from plot_version v
       where v.actor_id = ? order by v.at, v.id`;
    yield ['plotsDrawn', jsonRows(em, sql, [userId])];
  },
};
