import type { Selectable } from 'kysely';
import type { TableName, Tables } from './schema/tables.ts';

type ColumnOf<Table extends TableName> = keyof Selectable<Tables[Table]> & string;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Columns of a row as they are read, under their own names; all of them by default. */
export type StoredRow<Table extends TableName, Column extends ColumnOf<Table> = ColumnOf<Table>> = Pick<
  Selectable<Tables[Table]>,
  Column
>;

/** The same under the names that statements give them: `lat_micro as "latMicro"`. */
export type NamedRow<Table extends TableName, Column extends ColumnOf<Table>> = {
  [Name in Column as CamelCase<Name>]: Selectable<Tables[Table]>[Name];
};
