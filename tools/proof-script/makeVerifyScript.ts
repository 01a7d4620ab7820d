import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { verifyScript } from './verifyScript.ts';

/** `npm run generate`: writes docs/verify-a-proof.mjs. */
await writeFile(join(packageRoot, 'docs', 'verify-a-proof.mjs'), await verifyScript());
