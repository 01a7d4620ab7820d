import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Copies what lies in a data folder into another one, with its owners: the cluster's files belong to the account that runs
 * PostgreSQL, which is not ours when we are root.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', join(from, '.'), to]);
}
