import '../../platform/process/nodeVersion.ts';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { readConfig } from '../../platform/config.ts';
import { commandFailure, withCommandDatabase } from '../../adapters/postgres-embedded/commandDatabase.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { ROLES } from '../../domain/access/permissions.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { newUserInput, type NewUser } from '../../domain/access/accountInput.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { SigningKeysLocked } from '../../platform/row-signatures/rowSigner.ts';
import { UserEntity } from './user.ts';
import { UserService } from './userService.ts';

const USAGE = `Usage: npm run user:add -- USERNAME ROLE [--farm ID] [--name NAME] [--email ADDRESS]
ROLE is ${ROLES.join(', ')}; a farmer needs --farm. The password is asked for, or read from standard input.`;

/** The person gave up at the prompt. */
class Cancelled extends Error {
  override name = 'Cancelled';
}

/** The command line cannot be read. */
class UsageError extends Error {
  override name = 'UsageError';
}

/** Status: 0 added, 1 not added, 2 wrong usage, 130 given up at the prompt. */
const STATUS = { failed: 1, usage: 2, cancelled: 130 } as const;

process.exitCode = await run().catch(report);

async function run(): Promise<number> {
  const account = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const password = await askPassword(`Password for ${account.username}: `);
  const user = { ...account, password };
  // Before a database is started for nothing.
  parseInput(newUserInput, user);
  const added = await withCommandDatabase(config, (database) => new UserService({ database }).addUser(user), migrate, [
    UserEntity,
  ]);
  process.stdout.write(`Added ${added.role} ${added.username}${added.farmId && ` of farm ${added.farmId}`}.\n`);
  return 0;
}

function readArguments(args: string[]): Omit<NewUser, 'password'> {
  const { positionals, values } = parsedArguments(args);
  const [username, roleText, ...more] = positionals;
  if (username === undefined || roleText === undefined || more.length > 0) {
    throw new UsageError('Give a user name and a role.');
  }
  const role = ROLES.find((known) => known === roleText);
  if (role === undefined) throw new UsageError(`Role must be one of ${ROLES.join(', ')}.`);
  return { username, role, name: values.name ?? username, email: values.email ?? '', farmId: values.farm ?? '' };
}

function parsedArguments(args: string[]) {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { farm: option, name: option, email: option } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reports an error in one line. */
function report(error: unknown): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    return STATUS.usage;
  }
  process.stderr.write(
    `${commandFailure(error, 'The user could not be added', [Refused, Cancelled, SigningKeysLocked])}\n`,
  );
  return error instanceof Cancelled ? STATUS.cancelled : STATUS.failed;
}

/**
 * A password: typed at the terminal without echo, or all of standard input, without its last line break.
 * @throws Cancelled on Ctrl-C or Ctrl-D
 */
async function askPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // As a terminal, so that typed characters go only to the silent output.
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true, historySize: 0 });
  const gaveUp = new AbortController();
  terminal.once('SIGINT', () => gaveUp.abort());
  terminal.once('close', () => gaveUp.abort());
  process.stderr.write(prompt);
  try {
    return await terminal.question('', { signal: gaveUp.signal });
  } catch {
    throw new Cancelled('No user was added.');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
