import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';

it('one word is spelt in one way, in names and in what people read: color', () => {
  const other = ['client', 'server', 'docs'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|css|html|graphql|md|mjs)$/.test(file))
      .filter((file) => /colour/i.test(file + readFileSync(join(packageRoot, folder, file), 'utf8')))
      .map((file) => join(folder, file)),
  );
  expect(other).toEqual([]);
});
