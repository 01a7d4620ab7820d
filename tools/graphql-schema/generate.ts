import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbstractType, lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { RESOLVERS } from '../../server/modules.ts';
import { makeSchema } from '../../server/platform/graphql/schema.ts';

/*
 * `npm run generate` prints the schema from the code into schema.graphql, and the client's types from it and the client's
 * operations (codegen.yml). With --check (`npm run check:generated`) it writes nothing and names what is stale.
 */

const TYPES = 'client/graphql/generated.ts';
const CODEGEN = join(packageRoot, 'node_modules/@graphql-codegen/cli/esm/bin.js');

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Which types stand behind each interface and union: the client's cache needs it to match fragments. */
function possibleTypes(schema: GraphQLSchema): string {
  const types = Object.fromEntries(
    Object.values(schema.getTypeMap())
      .filter(isAbstractType)
      .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );
  return `/** Made by \`npm run generate\`. */\nexport const POSSIBLE_TYPES: Record<string, string[]> = ${JSON.stringify(types, null, 2)};\n`;
}

/** Writes a file, or with --check ends with one line when it is not what it should be. */
async function settle(path: string, content: string): Promise<void> {
  if (!check) await writeFile(join(packageRoot, path), content);
  else if ((await readFile(join(packageRoot, path), 'utf8').catch(() => '')) !== content) {
    fail(`${path} differs from the code: run npm run generate.`);
  }
}

const check = process.argv.includes('--check');
const schema = lexicographicSortSchema(await makeSchema(RESOLVERS));
await settle('schema.graphql', `${printSchema(schema)}\n`);
await settle('client/graphql/possibleTypes.ts', possibleTypes(schema));

const codegen = spawnSync(process.execPath, [CODEGEN, '--config', 'codegen.yml', ...(check ? ['--check'] : [])], {
  cwd: packageRoot,
  encoding: 'utf8',
});
if (codegen.status !== 0) {
  const stale = `${codegen.stdout}${codegen.stderr}`.includes('stale files');
  if (!stale || !check) process.stderr.write(`${codegen.stdout}${codegen.stderr}`);
  fail(
    check
      ? `${TYPES} differs from schema.graphql and the client's operations: run npm run generate.`
      : 'codegen failed',
  );
}
