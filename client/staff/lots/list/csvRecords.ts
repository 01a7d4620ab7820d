/**
 * Counts the records of a CSV file that arrives in chunks: line ends outside quotes, without the header row.
 * @returns function that takes the next chunk and returns the count so far
 */
export function csvRecords(): (portion: string) => number {
  let quoted = false;
  let lines = 0;
  return (portion) => {
    for (const character of portion) {
      if (character === '"') quoted = !quoted;
      else if (character === '\n' && !quoted) lines += 1;
    }
    return Math.max(0, lines - 1);
  };
}
