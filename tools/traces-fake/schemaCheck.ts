import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { validateXML, type XMLFileInfo } from 'xmllint-wasm';

const FOLDER = fileURLToPath(new URL('../../server/adapters/registry-traces', import.meta.url));

let schemas: Promise<XMLFileInfo[]> | null = null;

/** All schema files; they import each other by their file names. */
function schemaFiles(): Promise<XMLFileInfo[]> {
  schemas ??= readdir(FOLDER).then((names) =>
    Promise.all(
      names
        .filter((name) => name.endsWith('.xsd'))
        .map(async (fileName) => ({ fileName, contents: await readFile(`${FOLDER}/${fileName}`, 'utf8') })),
    ),
  );
  return schemas;
}

/**
 * Checks a document by the schema of its namespace.
 * @returns null for a valid one, else the first error in the words of the EU's parser (`cvc-...`)
 */
export async function schemaError(document: string, namespace: string): Promise<string | null> {
  const files = await schemaFiles();
  const schema = files.find(({ contents }) => String(contents).includes(`targetNamespace="${namespace}"`));
  if (schema === undefined) return `cvc-elt.1.a: Cannot find a declaration in namespace '${namespace}'.`;
  const { valid, errors } = await validateXML({
    xml: { fileName: 'request.xml', contents: document },
    schema,
    preload: files.filter((file) => file !== schema),
    maxMemoryPages: 8_192,
  });
  return valid ? null : inWordsOfTheService(errors[0]?.message ?? 'no reason');
}

/** libxml's sentence by the parser of the service. */
const KINDS: readonly [pattern: RegExp, name: (found: RegExpExecArray) => string][] = [
  [/\[facet '(\w+)'\]/, ([, facet = '']) => `cvc-${facet}-valid`],
  [/No matching global (?:element )?declaration/, () => 'cvc-elt.1.a'],
  [/This element is not expected/, () => 'cvc-complex-type.2.4.a'],
  [/Missing child element/, () => 'cvc-complex-type.2.4.b'],
  [/is not a valid value of the (?:local )?(?:atomic|union|list) type/, () => 'cvc-datatype-valid.1.2.1'],
];

function inWordsOfTheService(message: string): string {
  const plain = message.replaceAll(/\{[^}]*\}/g, '').trim();
  for (const [pattern, name] of KINDS) {
    const found = pattern.exec(message);
    if (found !== null) return `${name(found)}: ${plain}`;
  }
  return `cvc-complex-type: ${plain}`;
}
