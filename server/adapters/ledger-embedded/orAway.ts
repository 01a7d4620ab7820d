import { isConnectionError } from '../../platform/database/connectionErrors.ts';
import { LedgerAway } from '../../domain/ledger/ledger.ts';

/** Runs a call to the ledger's database; a connection error becomes `LedgerAway`, any other stays as it is. */
export async function orAway<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    throw new LedgerAway('The database of the ledger cannot be reached', { cause: error });
  }
}
