import type { EntityManager } from '@mikro-orm/postgresql';
import type { Seals } from './seals.ts';

/** Seals by the ORM's configuration, which all units of work of one database share. */
const known = new WeakMap<object, Seals>();

/** Says whose seals the units of work of a database make: `Database.connect` does. */
export function bindSeals(em: EntityManager, seals: Seals): void {
  known.set(em.config, seals);
}

/** The seals of the database that a unit of work belongs to. @throws Error when it was connected without a secret */
export function sealsOf(em: EntityManager): Seals {
  const seals = known.get(em.config);
  if (seals === undefined) throw new Error('This connection was opened without AUTH_SECRET: it can seal nothing');
  return seals;
}
