import type { EntityManager } from '@mikro-orm/postgresql';
import type { Section } from './jsonBatches.ts';
import type { Person } from './person.ts';
import type { Reach } from './reach.ts';

/** Who is erased, and the lots (UUIDs) that named them as their farmer until now. */
export interface Erased {
  person: Person;
  lotIds: readonly string[];
  /** the lots that had to do with the person until now */
  reach: Reach;
}

/**
 * What a feature keeps of people beside accounts, lots and alerts: stored files, answers, requests. Each is joined in
 * `privacyFeature.ts`, so that erasure and export miss none.
 */
export interface PersonalStore {
  /**
   * Erases what names the person or was made for them, in the erasure's transaction.
   * @returns the names of what went, for the receipt; empty when there was nothing
   */
  erase(em: EntityManager, erased: Erased): Promise<string[]>;
  /** What is kept of an account, by the names that it has in the export; in the caller's transaction, each read before the next. */
  export(em: EntityManager, person: Person & { userId: string }): AsyncIterable<Section>;
}
