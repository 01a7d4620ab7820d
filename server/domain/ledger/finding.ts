/** Something in the database that does not fit what the program wrote. */
export interface Finding {
  table: string;
  /** what the row is found by */
  row: string;
  /** what is wrong, in words that follow 'it' */
  fault: string;
}
