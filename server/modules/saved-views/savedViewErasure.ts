import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';

const rows = z.array(z.object({ id: z.string(), name: z.string(), query: z.string() }));

/** Values of a view's filters as people read them. */
function filterTexts(query: string): string {
  return [...new URLSearchParams(query).values()].join(' | ');
}

/**
 * Deletes the views of an account, and those of others whose name or filters name the person.
 * @returns how many
 */
export async function eraseViews(
  em: EntityManager,
  { userId, names }: { userId: string | null; names: (text: string) => boolean },
): Promise<number> {
  // There are few: each account has a bound.
  const all = rows.parse(await em.execute('select id, name, query from saved_view order by id'));
  const naming = all.filter(({ name, query }) => names(`${name} | ${filterTexts(query)}`)).map(({ id }) => id);
  const gone: unknown[] = await em.execute(
    `delete from saved_view where owner_id = ?::uuid or id in (select value::uuid from json_array_elements_text(?::json))
     returning id`,
    [userId, JSON.stringify(naming)],
  );
  return gone.length;
}

/** Views that a person saved, by name. `?`: the account */
export const VIEWS_SAVED_BY = `select id, list, name, query, shared, saved_at as "savedAt" from saved_view
  where owner_id = ? order by list, lower(name), id`;
