import type * as Argon2 from '@node-rs/argon2';
import { createRequire } from 'node:module';

/*
 * Argon2 in the place of itself, with a memory: most tests sign in somebody whose password is the same as everybody's, which
 * takes a twentieth of a second of computing each time. What is hashed and checked is what the program asks for, by the
 * library and with the program's parameters; only the same question is not computed twice. Tests of passwords and of signing
 * in (project `listening`) and all real processes work without it.
 */
const argon2: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2');

/** Accounts that are added one after the other have salts of their own. */
const SALTS = 4;

const hashes = new Map<string, { next: number; made: Promise<string>[] }>();
const answers = new Map<string, Promise<boolean>>();

/** As the library's. */
export const hash: typeof argon2.hash = async (password, options, signal) => {
  const question = JSON.stringify([String(password), options]);
  const known = hashes.get(question) ?? { next: 0, made: [] };
  hashes.set(question, known);
  const place = known.next++ % SALTS;
  return (known.made[place] ??= argon2.hash(password, options, signal));
};

/** As the library's. */
export const verify: typeof argon2.verify = async (hashed, password, options, signal) => {
  const question = JSON.stringify([String(hashed), String(password), options]);
  const answer = answers.get(question) ?? argon2.verify(hashed, password, options, signal);
  answers.set(question, answer);
  return answer;
};
