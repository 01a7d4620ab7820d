/** Path of the overview of statements; the page of one is below it. */
export const STATEMENTS_PATH = '/admin/statements';

/** Path of a statement's page. */
export const statementPath = (id: string): string => `${STATEMENTS_PATH}/${encodeURIComponent(id)}`;

/** UUID of the statement in a path; null for the overview. */
export function statementAt(pathname: string): string | null {
  const named = pathname.startsWith(`${STATEMENTS_PATH}/`) ? pathname.slice(STATEMENTS_PATH.length + 1) : '';
  return named.replace(/\/$/, '') || null;
}
