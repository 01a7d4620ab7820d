/** SQL of a timestamptz as ISO 8601 in UTC with microseconds, whatever the connection's time zone. */
export function instantSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** A moment as `instantSql` writes it. */
export function instantText(at: Date): string {
  return at.toISOString().replace('Z', '000Z');
}
