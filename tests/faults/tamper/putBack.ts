import type { PastRow } from '../../support/pastRows.ts';
import { isRepeatedOnly, ownerOf, SEALED_PLACES } from '../../support/signedTables.ts';
import type { Change } from './changes.ts';
import type { AttackedDatabase } from './copy.ts';

/** Each earlier state of a sealed row, put back with the seal of then. */
export function putBackChanges({ client }: AttackedDatabase, states: readonly PastRow[]): Change[] {
  return states
    .filter((state) => !isRepeatedOnly(state))
    .map((state, index) => {
      const owner = ownerOf(state, states);
      return {
        table: state.table,
        column: null,
        kind: 'put back',
        part: `state ${index + 1}`,
        text: JSON.stringify(state.row),
        apply: async () => {
          await client.query('begin');
          // What belongs to a row that was removed says nothing without it.
          if (owner !== undefined) await client.query(`${putSql(owner)} on conflict do nothing`, [owner.row]);
          await client.query(removeSql(state), [state.row]);
          await client.query(putSql(state), [state.row]);
          await client.query('commit');
          return keyOf(state)
            .map((name) => String(state.row[name]))
            .join(' ');
        },
      };
    });
}

function keyOf({ table }: PastRow): readonly string[] {
  return SEALED_PLACES.find((place) => place.table === table)?.key ?? [];
}

function removeSql(state: PastRow): string {
  const isThis = keyOf(state).map((name) => `t."${name}" = o."${name}"`);
  return `delete from "${state.table}" t using jsonb_populate_record(null::"${state.table}", $1) o where ${isThis.join(' and ')}`;
}

function putSql({ table, row }: PastRow): string {
  const columns = Object.keys(row).map((name) => `"${name}"`);
  return `insert into "${table}" (${columns.join(', ')})
    select ${columns.join(', ')} from jsonb_populate_record(null::"${table}", $1)`;
}
