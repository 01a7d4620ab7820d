import '../../platform/process/nodeVersion.ts';
import { readFile } from 'node:fs/promises';
import { ConfigError, readConfig } from '../../platform/config.ts';
import { judgeEvidence } from './judgeEvidence.ts';
import { openMonitor } from '../../adapters/openMonitor.ts';

/**
 * Status: 0 the tiles match the file; 1 they do not, or the file does not match its hash; 2 nothing could be compared.
 */
process.exitCode = await run().catch((error: unknown) => {
  const said = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof ConfigError ? said : `The evidence could not be verified: ${said}`}\n`);
  return 2;
});

/** Reads the place of an evidence file again, from the source that FOREST names, and compares each pixel. */
async function run(): Promise<number> {
  const [path] = process.argv.slice(2);
  if (path === undefined) {
    process.stderr.write(
      'npm run evidence:verify -- FILE\nFILE is the evidence of a lot, as GET /api/v1/lots/{id}/evidence gives it.\n',
    );
    return 2;
  }
  const text = await readFile(path, 'utf8');
  const { status, lines } = await judgeEvidence(text, openMonitor(readConfig(process.env)));
  (status === 0 ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  return status;
}
