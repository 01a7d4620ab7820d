/**
 * Counts the records of a CSV file that comes in portions: line ends outside of quotes, less the line of heads.
 * @returns takes the next portion, and answers the records so far
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
