import { z } from 'zod';

/** A fenced block of a guide. */
interface Block {
  language: string;
  /** the text inside the fence, ending with a line break */
  text: string;
  /** line of the opening fence, from 1 */
  line: number;
}

/** A shell example of a guide, with what it must print. */
export interface Example {
  line: number;
  script: string;
  /** what the guide shows below it; null when it prints nothing */
  shown: { form: 'json' | 'text'; text: string; line: number } | null;
}

/** A program of a guide: saved under its name, run by one of the shell examples. */
export interface Program {
  line: number;
  name: string;
  text: string;
}

export interface Guide {
  programs: Program[];
  examples: Example[];
}

const FENCE = /^```(\S*)[^\n]*\n([\s\S]*?)^```[ \t]*$/gm;

/**
 * Reads all fenced blocks of a guide: `bash` is run, `ts` saved (its first line is `// name.ts`), `json` and `text` are what the
 * `bash` block before prints.
 * @throws Error for a block that is none of these, a program without a name or that no example runs, an output without its example
 */
export function readGuide(markdown: string): Guide {
  const guide: Guide = { programs: [], examples: [] };
  let before: Block | null = null;
  for (const block of blocksOf(markdown)) {
    const { language, text, line } = block;
    if (language === 'bash') {
      guide.examples.push({ line, script: text, shown: null });
    } else if (language === 'ts') {
      const name = /^\/\/ ([\w-]+\.ts)$/m.exec(text.split('\n')[0] ?? '')?.[1];
      if (name === undefined) throw new Error(`The program in line ${line} does not begin with its name`);
      guide.programs.push({ line, name, text });
    } else if (language === 'json' || language === 'text') {
      const example = guide.examples.at(-1);
      if (before?.language !== 'bash' || example === undefined)
        throw new Error(`Nothing prints what line ${line} shows`);
      example.shown = { form: language, text, line };
    } else {
      throw new Error(`Line ${line} begins a block of '${language}': it takes bash, ts, json or text`);
    }
    before = block;
  }
  const used = [...guide.examples.map(({ script }) => script), ...guide.programs.map(({ text }) => text)].join('\n');
  const idle = guide.programs.find(({ name }) => !used.includes(`node ${name}`) && !used.includes(`'./${name}'`));
  if (idle !== undefined) throw new Error(`Nothing runs ${idle.name} of line ${idle.line}`);
  return guide;
}

function blocksOf(markdown: string): Block[] {
  const blocks = [...markdown.matchAll(FENCE)].map(({ index, 1: language = '', 2: text = '' }) => ({
    language,
    text,
    line: markdown.slice(0, index).split('\n').length,
  }));
  const fences = markdown.split('\n').filter((line) => line.trimStart().startsWith('```')).length;
  if (fences !== blocks.length * 2) throw new Error('A fence of the guide is not closed, or is indented');
  return blocks;
}

/**
 * Values that vary between calls, with their placeholders, for comparing shown and printed documents. Everything else
 * must be equal.
 */
const VARYING: readonly [RegExp, string][] = [
  [/\bmtk_[\w-]{43}(?![\w-])/g, '<key>'],
  [/\bmtk_[\w-]{6}(?![\w-])/g, '<key prefix>'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, '<uuid>'],
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '<instant>'],
  [/\b\d{4}-\d{2}-\d{2}\b/g, '<day>'],
  [/\b[\da-f]{32,}\b/g, '<hex>'],
];

/** A text in which what varies is replaced by what it is. */
function shapeOf(text: string): string {
  return VARYING.reduce((shaped, [pattern, name]) => shaped.replace(pattern, name), text);
}

/**
 * Compares what an example printed with what the guide shows. In shown JSON `"..."` as the last item stands for further items, as a
 * member's name for further members, and `...` within a text for any text; in shown text `...` stands for anything in a line,
 * and alone in the last line for any further lines.
 * @returns what differs, in words; null when they agree
 */
export function difference({ shown }: Example, printed: string): string | null {
  if (shown === null) return printed === '' ? null : `prints, but the guide shows nothing:\n${printed}`;
  if (shown.form === 'text') return linesDiffer(shown.text, printed);
  const parsed = parseJson(printed);
  if (parsed === undefined) return `does not print JSON:\n${printed}`;
  const where = jsonDiffers(z.json().parse(JSON.parse(shown.text)), parsed, '');
  return where === null ? null : `${where}; it printed:\n${JSON.stringify(parsed, null, 2)}`;
}

const MORE = '...';
type Json = z.infer<ReturnType<typeof z.json>>;

function parseJson(text: string): Json | undefined {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function jsonDiffers(shown: Json, printed: Json, path: string): string | null {
  const differs = `shows ${JSON.stringify(shown)} at '${path}'`;
  if (typeof shown === 'string' && typeof printed === 'string') {
    return fits(shapeOf(shown), shapeOf(printed)) ? null : differs;
  }
  if (Array.isArray(shown)) {
    if (!Array.isArray(printed)) return differs;
    const open = shown.at(-1) === MORE;
    const items = open ? shown.slice(0, -1) : shown;
    if (printed.length < items.length || (!open && printed.length > items.length)) {
      return `shows ${items.length} items at '${path}', not ${printed.length}`;
    }
    return firstOf(items, (item, i) => jsonDiffers(item, printed[i] ?? null, `${path}[${i}]`));
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof printed !== 'object' || printed === null || Array.isArray(printed)) return differs;
    const { [MORE]: more, ...members } = shown;
    const unshown = Object.keys(printed).filter((name) => !(name in members));
    if (more === undefined && unshown.length > 0) return `does not show ${unshown.join(', ')} at '${path}'`;
    return firstOf(Object.entries(members), ([name, value]) => {
      const given = printed[name];
      const at = path === '' ? name : `${path}.${name}`;
      return given === undefined ? `shows '${at}', which is not there` : jsonDiffers(value, given, at);
    });
  }
  return shown === printed ? null : differs;
}

function firstOf<T>(items: readonly T[], look: (item: T, i: number) => string | null): string | null {
  for (const [i, item] of items.entries()) {
    const found = look(item, i);
    if (found !== null) return found;
  }
  return null;
}

function linesDiffer(shown: string, printed: string): string | null {
  const lines = (text: string): string[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => shapeOf(line.trimEnd()));
  const expected = lines(shown);
  const open = expected.length > 1 && expected.at(-1) === MORE;
  if (open) expected.pop();
  const seen = lines(printed);
  const fewer = seen.length < expected.length || (!open && seen.length > expected.length);
  return fewer || expected.some((line, i) => !fits(line, seen[i] ?? ''))
    ? `prints something else than is shown:\n${printed}`
    : null;
}

function fits(shown: string, seen: string): boolean {
  const pattern = shown.split(MORE).map(literally).join('.*');
  return new RegExp(`^${pattern}$`, 's').test(seen);
}

function literally(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
