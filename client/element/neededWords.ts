import { build, parseSync, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { CATALOGUES, compiledCatalogue, withoutServerTexts } from '../compiledWords.ts';

/*
 * Finds the messages that a file can show: those whose ids occur in its code, complete or as a prefix (`prove.${code}`,
 * 'field.' + name). The code is known only after tree shaking, so the file is built twice, the first time without
 * messages.
 */

/** String literals of a script, and prefixes from which ids may be built. */
function textsIn(path: string, code: string): { whole: Set<string>; beginnings: string[] } {
  const whole = new Set<string>();
  const beginnings: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value, quasis } = node as Partial<Record<string, unknown>>;
    if (type === 'Literal' && typeof value === 'string') {
      whole.add(value);
      if (value.endsWith('.')) beginnings.push(value);
    }
    if (type === 'TemplateLiteral' && Array.isArray(quasis)) {
      const first: unknown = quasis[0]?.value?.cooked;
      if (typeof first === 'string' && quasis.length === 1) whole.add(first);
      else if (typeof first === 'string') beginnings.push(first);
    }
    for (const member of Object.values(node)) visit(member);
  };
  visit(parseSync(path, code).program);
  return { whole, beginnings: beginnings.filter((text) => /^[a-z]+\.[\w. ]*$/i.test(text)) };
}

/** Keeps the messages of each catalogue that `isNeeded` selects, and collects all existing ids. */
function withWords(
  isNeeded: (id: string) => boolean,
  tell: (ids: readonly string[]) => void = () => undefined,
): Plugin {
  return {
    name: 'with-needed-words',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOGUES },
      handler: (code) => {
        tell(Object.keys(JSON.parse(code)));
        return { code: compiledCatalogue(code, isNeeded), map: null };
      },
    },
  };
}

/** Compiles the catalogues and keeps only messages that a script of this configuration can show. */
export async function withNeededWords(config: InlineConfig): Promise<Plugin> {
  const ids = new Set<string>();
  const empty = withWords(
    () => false,
    (found) => found.forEach((id) => ids.add(id)),
  );
  const inMemory = { ...config.build, write: false, emptyOutDir: false, reportCompressedSize: false };
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [empty, withoutServerTexts],
    build: inMemory,
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const chunks = outputs.filter((one): one is Rolldown.OutputChunk => one.type === 'chunk');
  const texts = chunks.map(({ fileName, code }) => textsIn(fileName, code));
  return withWords((id) =>
    texts.some(({ whole, beginnings }) => whole.has(id) || beginnings.some((begun) => id.startsWith(begun))),
  );
}
