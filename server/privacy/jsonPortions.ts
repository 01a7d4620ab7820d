/** Rows that are written at a time. */
const ROWS = 200;

/**
 * The text of `JSON.stringify(value, null, 2)` with a line feed behind it, in pieces: long lists within it are not written
 * in one go.
 */
export function* jsonPortions(value: Readonly<Record<string, unknown>>): Generator<string> {
  yield '{';
  let between = '\n';
  for (const [name, content] of Object.entries(value)) {
    if (content === undefined) continue;
    yield `${between}  ${JSON.stringify(name)}: `;
    if (Array.isArray(content) && content.length > 0) yield* listPortions(content);
    else yield indented(content, '  ');
    between = ',\n';
  }
  yield between === '\n' ? '}\n' : '\n}\n';
}

function* listPortions(rows: readonly unknown[]): Generator<string> {
  let start = '[\n';
  for (let at = 0; at < rows.length; at += ROWS) {
    const lines = rows.slice(at, at + ROWS).map((row) => `    ${indented(row ?? null, '    ')}`);
    yield start + lines.join(',\n');
    start = ',\n';
  }
  yield '\n  ]';
}

/** Line feeds within texts are escaped in JSON, so each one found begins a line. */
function indented(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);
}
