/** Why a ledger is not moved, or not whole on the other side, in one line. */
export class NotMoved extends Error {
  override name = 'NotMoved';
}
