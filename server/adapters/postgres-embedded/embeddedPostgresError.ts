/** The embedded database cannot be used. The message is one line with the cause and the remedy. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
