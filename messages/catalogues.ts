import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/*
 * Reads the catalogues, makes the types of their messages and finds what is wrong with a translation (`npm run generate`,
 * `npm run check`).
 */

/** Messages of a file by their ids. */
export type FileMessages = Readonly<Record<string, string>>;
/** The files of a language by name, e.g. 'page'. */
export type LanguageFiles = Readonly<Record<string, FileMessages>>;

export const ENGLISH = 'en';
/** The files that every language has; the others belong to the staff area and the API, which are in English. */
export const TRANSLATED = ['page', 'landing', 'texts', 'details', 'proof', 'documents'] as const;
/** A language may have more messages of these kinds: what `Intl` does not know of it, and results that English takes from the server. */
const OWN_MESSAGES = /^(month|country|certificate\.result)\./;

/** All catalogues by language. */
export function readCatalogues(folder: string = import.meta.dirname): Record<string, LanguageFiles> {
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(languages.map(({ name }) => [name, readLanguage(join(folder, name))]));
}

function readLanguage(folder: string): LanguageFiles {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const read = (file: string): FileMessages => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return Object.fromEntries(files.map((file) => [file.replace(/\.json$/, ''), read(file)]));
}

type Kind = 'number' | 'string' | 'string | number' | 'tag';
const KINDS: Readonly<Record<string, Kind>> = { number: 'number', plural: 'number', select: 'string' };

/** The parameters of a message with their types, and its tags as `<name>`. @throws when it cannot be read */
export function paramsOf(message: string): Map<string, Kind> {
  const params = new Map<string, Kind>();
  const read = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      const [name, type, cases]: unknown[] = token;
      const kind = KINDS[String(type)];
      if (type !== undefined && kind === undefined)
        throw new Error(`{${String(name)}, ${String(type)}} is not written here`);
      if (kind !== undefined || !params.has(String(name))) params.set(String(name), kind ?? 'string | number');
      for (const one of Object.values(Object(cases))) read(one);
    }
  };
  read(compileMessageOrThrow(message));
  for (const [, tag = ''] of message.matchAll(/<(\w+)>/g)) params.set(`<${tag}>`, 'tag');
  return params;
}

/** The module of types: the ids of each English file, each with its parameters. */
export function typesOf(files: LanguageFiles): string {
  const types = Object.entries(files).map(([file, messages]) => {
    const lines = Object.entries(messages).map(([id, message]) => `  '${id}': ${paramsType(message)};`);
    return `export type ${typeName(file)} = {\n${lines.join('\n')}\n};\n`;
  });
  const ids = Object.keys(files).map((file) => `keyof ${typeName(file)}`);
  return [
    '/* Made from messages/en by `npm run generate`: the ids of each file with the parameters of their messages; null: it takes none. */',
    ...types,
    `type MessageId = ${ids.join(' | ')};`,
    'type CodeIn<Id> = Id extends `code.${infer Code}` ? Code : never;',
    '/** Codes of the server that have a text. */',
    'export type CatalogueCode = CodeIn<MessageId>;\n',
  ].join('\n');
}

const typeName = (file: string): string => `${file.charAt(0).toUpperCase()}${file.slice(1)}Messages`;

function paramsType(message: string): string {
  const params = [...paramsOf(message)].filter(([, kind]) => kind !== 'tag');
  return params.length === 0 ? 'null' : `{ ${params.map(([name, kind]) => `${name}: ${kind}`).join('; ')} }`;
}

/** What is wrong: an id in two English files, a message that a language lacks or has too many, other parameters than in English. */
export function faultsOf(languages: Readonly<Record<string, LanguageFiles>>): string[] {
  const { [ENGLISH]: english = {}, ...others } = languages;
  const translated = Object.entries(others).flatMap(([language, files]) => translationFaults(language, english, files));
  return [...repeatedIds(english), ...translated];
}

/** What is wrong with the texts of codes: one that no message has, or a parameter that its values do not give. */
export function codeFaults(english: LanguageFiles, paramsByCode: ReadonlyMap<string, readonly string[]>): string[] {
  return Object.values(english)
    .flatMap((messages) => Object.entries(messages))
    .flatMap(([id, message]) => {
      const code = /^(?:code|screen)\.(.+)$/.exec(id)?.[1];
      if (code === undefined) return [];
      const given = paramsByCode.get(code);
      if (given === undefined) return [`${ENGLISH}: ${id} is the text of no code of the server`];
      const unknown = [...paramsOf(message).keys()].filter((param) => !given.includes(param));
      return unknown.map((param) => `${ENGLISH}: ${id} has the parameter ${param}, which its code does not give`);
    });
}

function repeatedIds(english: LanguageFiles): string[] {
  const ids = Object.values(english).flatMap((messages) => Object.keys(messages));
  return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${ENGLISH}: ${id} is in two files`);
}

function translationFaults(language: string, english: LanguageFiles, files: LanguageFiles): string[] {
  return [...new Set([...TRANSLATED, ...Object.keys(files)])].flatMap((file) => {
    const { [file]: messages = {} } = english;
    const { [file]: translated = {} } = files;
    const path = `${language}/${file}.json`;
    const own = Object.entries(translated);
    return [
      ...Object.keys(messages)
        .filter((id) => !Object.hasOwn(translated, id))
        .map((id) => `${path} lacks ${id}`),
      ...own
        .filter(([id]) => !Object.hasOwn(messages, id) && !OWN_MESSAGES.test(id))
        .map(([id]) => `${path} has ${id}, which is not in English`),
      ...own
        .filter(([id, message]) => Object.hasOwn(messages, id) && paramNames(message) !== paramNames(messages[id]))
        .map(([id]) => `${path}: ${id} has other parameters than in English`),
    ];
  });
}

const paramNames = (message = ''): string => [...paramsOf(message).keys()].sort().join();
