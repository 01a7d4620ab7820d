import '../../platform/process/nodeVersion.ts';
import { randomBytes } from 'node:crypto';
import { ConfigError, LIMITS, readConfig, readSecret, type Config } from '../../platform/config.ts';
import { commandFailure, withCommandDatabaseUrl } from '../../adapters/postgres-embedded/commandDatabase.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { adoptNextSecret, openingSecret, writeNextSecret } from '../../platform/row-signatures/storedSecret.ts';
import { relockKeys, NoKeys } from '../../platform/row-signatures/relockKeys.ts';
import { SigningKeysLocked } from '../../platform/row-signatures/rowSigner.ts';

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${commandFailure(error, 'The secret could not be changed', [NoKeys, SigningKeysLocked])}\n`);
  return 1;
});

/**
 * Locks the keys of the database under another AUTH_SECRET: NEW_AUTH_SECRET, or one that is made and kept in DATA_DIR where the
 * present one is kept there.
 */
async function run(): Promise<number> {
  const config = readConfig(process.env);
  const given = givenSecret(readSecret(process.env, 'NEW_AUTH_SECRET'), config);
  const locked = await withCommandDatabaseUrl(config, async ({ ownerUrl }) => {
    await migrate(ownerUrl);
    const present = await openingSecret(config, ownerUrl);
    const next = given ?? randomBytes(48).toString('base64url');
    if (config.authSecret !== null) return relockKeys(ownerUrl, present, next);
    // Both are kept until the keys are locked under the new one, so that a start after a cut finds the right one.
    await writeNextSecret(config, next);
    const count = await relockKeys(ownerUrl, present, next);
    await adoptNextSecret(config);
    return count;
  });
  const then =
    config.authSecret === null ? 'it is kept in DATA_DIR' : 'start all processes with NEW_AUTH_SECRET as AUTH_SECRET';
  process.stdout.write(`${locked} keys are locked under the new secret; ${then}.\n`);
  return 0;
}

/** @returns null when one is to be made @throws ConfigError */
function givenSecret(given: string | undefined, { authSecret }: Pick<Config, 'authSecret'>): string | null {
  if (given === undefined) {
    if (authSecret === null) return null;
    throw new ConfigError('NEW_AUTH_SECRET must be set when AUTH_SECRET is: nobody else keeps it.');
  }
  if (given.length < LIMITS.authSecretCharacters || given !== given.trim()) {
    throw new ConfigError(
      `NEW_AUTH_SECRET takes at least ${LIMITS.authSecretCharacters} characters, without spaces around them.`,
    );
  }
  if (given === authSecret) throw new ConfigError('NEW_AUTH_SECRET is the secret that is in use.');
  return given;
}
