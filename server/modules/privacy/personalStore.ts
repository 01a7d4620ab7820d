import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExportSection } from './jsonBatches.ts';
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
 * `privacyModule.ts`, so that erasure and export miss none.
 */
export interface PersonalStore {
  /**
   * Erases values that name the person or were made for them, in the erasure's transaction.
   * @returns the names of the erased values, for the receipt; may be empty
   */
  erase(em: EntityManager, erased: Erased): Promise<string[]>;
  /**
   * Stored data of an account, by their names in the export; in the caller's transaction, each read before the next.
   */
  export(em: EntityManager, person: Person & { userId: string }): AsyncIterable<ExportSection>;
}
