import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { packageRoot } from '../packageRoot.ts';
import { makeSchema } from './schema.ts';

/*
 * `npm run generate` prints the schema from the code into schema.graphql, and the client's types from it and the client's
 * operations (codegen.yml). With --check (`npm run check:generated`) it writes nothing and names what is stale.
 */

const SCHEMA = join(packageRoot, 'schema.graphql');
const TYPES = 'client/graphql/generated.ts';
const CODEGEN = join(packageRoot, 'node_modules/@graphql-codegen/cli/esm/bin.js');

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const check = process.argv.includes('--check');
const printed = `${printSchema(lexicographicSortSchema(await makeSchema()))}\n`;
if (!check) await writeFile(SCHEMA, printed);
else if ((await readFile(SCHEMA, 'utf8').catch(() => '')) !== printed) {
  fail('schema.graphql differs from the code: run npm run generate.');
}

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
