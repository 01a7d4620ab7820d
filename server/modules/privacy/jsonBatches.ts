/** A part of the export under a name: a value, or a list whose rows come in portions. */
export type ExportSection = readonly [name: string, content: unknown];

/**
 * The text of `JSON.stringify(value, null, 2)` with a line feed behind it, in pieces: lists that come in portions are written as they
 * come, and never held.
 */
export async function* jsonBatches(
  sections: Iterable<ExportSection> | AsyncIterable<ExportSection>,
): AsyncGenerator<string, void, undefined> {
  yield '{';
  let between = '\n';
  for await (const [name, content] of sections) {
    yield `${between}  ${JSON.stringify(name)}: `;
    if (isBatched(content)) yield* listPortions(content);
    else yield indented(content ?? null, '  ');
    between = ',\n';
  }
  yield between === '\n' ? '}\n' : '\n}\n';
}

async function* listPortions(portions: AsyncIterable<readonly unknown[]>): AsyncGenerator<string, void, undefined> {
  let start = '[\n';
  for await (const rows of portions) {
    if (rows.length === 0) continue;
    yield start + rows.map((row) => `    ${indented(row ?? null, '    ')}`).join(',\n');
    start = ',\n';
  }
  yield start === '[\n' ? '[]' : '\n  ]';
}

function isBatched(content: unknown): content is AsyncIterable<readonly unknown[]> {
  return typeof content === 'object' && content !== null && Symbol.asyncIterator in content;
}

/** Line feeds within texts are escaped in JSON, so each one found begins a line. */
function indented(value: unknown, by: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`);
}
