import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FILING } from '../../domain/messages/filingMessages.ts';
import { fieldMessage } from '../../domain/messages/fieldMessages.ts';
import { STATEMENT_LIMITS } from '../../domain/statement/statement.ts';
import { invalid, Refused } from '../../platform/errors/refusal.ts';

/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 7;

type FiledAs = 'due_diligence' | 'simplified';

function mostCharacters(filedAs: FiledAs): number {
  return filedAs === 'simplified'
    ? STATEMENT_LIMITS.simplifiedReferenceLength
    : STATEMENT_LIMITS.internalReferenceLength;
}

/** An internal reference that a person gave. @throws Refused invalid (too long for the kind), conflict (it is taken) */
export async function assertReferenceFree(em: EntityManager, reference: string, filedAs: FiledAs): Promise<void> {
  const most = mostCharacters(filedAs);
  if (reference.length > most) throw invalid({ field: 'internalReference', said: FILING.longReference({ most }) });
  if (!(await isTaken(em, reference))) return;
  const said = FILING.referenceTaken({ reference });
  throw new Refused({ kind: 'conflict', said, details: [fieldMessage('internalReference', said)] });
}

/** An internal reference that no statement has: a wanted one, else one that begins with it. */
export async function freeReference(em: EntityManager, wanted: string, filedAs: FiledAs): Promise<string> {
  const most = mostCharacters(filedAs);
  if (wanted.length <= most && !(await isTaken(em, wanted))) return wanted;
  const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${wanted.slice(0, most - CODE_LENGTH - 1).trim()}-${code}`;
}

async function isTaken(em: EntityManager, reference: string): Promise<boolean> {
  const rows: unknown[] = await em.execute('select 1 from statement where internal_reference = ?', [reference]);
  return rows.length > 0;
}
