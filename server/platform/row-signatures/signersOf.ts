import type { EntityManager } from '@mikro-orm/postgresql';
import type { RowSigner } from './rowSigner.ts';

/** RowSigner by the ORM's configuration, which all units of work of one database share. */
const known = new WeakMap<object, RowSigner>();

/** Says whose seals the units of work of a database make: `Database.connect` does. */
export function bindSigners(em: EntityManager, seals: RowSigner): void {
  known.set(em.config, seals);
}

/** The seals of the database that a unit of work belongs to. @throws Error when it was connected without a secret */
export function signersOf(em: EntityManager): RowSigner {
  const seals = known.get(em.config);
  if (seals === undefined) throw new Error('This connection was opened without AUTH_SECRET: it can seal nothing');
  return seals;
}
