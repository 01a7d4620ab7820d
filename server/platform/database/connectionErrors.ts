/** SQLSTATEs (and their classes) that say the database cannot serve now: PostgreSQL documentation, appendix A. */
const AWAY_CLASSES = ['08', '53', '58'];
const AWAY_STATES = [
  // cancelled or shut down
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // a standby that is not (or no longer) the primary
  '25006',
  // stopped for too long in the middle of a transaction
  '25P03',
  // lost a race for locks
  '40001',
  '40P01',
  '55P03',
];
const SYSTEM_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
];
/** Texts of the pg client for a lost connection; these errors have no code. */
const CLIENT_TEXTS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout)/;

function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Whether an error means that the database cannot be reached or cannot serve now. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isConnectionError)) return true;
  const code = codeOf(error);
  if (code === null) return CLIENT_TEXTS.test(error.message);
  // Of a socket; a missing file is a defect of the program.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  if (SYSTEM_CODES.includes(code)) return true;
  return /^[0-9A-Z]{5}$/.test(code) && (AWAY_CLASSES.includes(code.slice(0, 2)) || AWAY_STATES.includes(code));
}
