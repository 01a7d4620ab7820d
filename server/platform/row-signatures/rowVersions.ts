import { z } from 'zod';
import { AUDIT_FACTS, AUDITED } from '../audit-log/auditFacts.ts';
import type { SignatureCheck, SignedFacts, SignedKind } from './signedKinds.ts';

/**
 * Versions of sealed rows. The seal of an earlier state stays valid, so each change of a row makes a new version: the version is
 * part of the seal, and a line of the audit table names the newest one. A row of another version was put back. Version 1 needs no
 * line: a row without lines was never changed.
 */

/** What lines about versions carry as their action. They are of the program, and lists of the audit table leave them out. */
export const VERSION_ACTION = 'row.version';

/** Under which the newest line about a row stands beside its facts; it is no part of what is sealed. */
export const NEWEST_VERSION = 'newestVersion';

/** What the audit table says of a row: the version that it has now, or that it was removed or ended since. */
export interface RowVersion {
  version: number;
  ended: boolean;
}

/**
 * SQL of the newest line about a row as JSON; null when there is none. Kind and identity are compared as one text, so that PostgreSQL takes the
 * index of such lines, and never one that holds all other lines about the same thing.
 * @param identity SQL of the row's identity as text
 */
export function newestVersionSql(kind: SignedKind, identity: string): string {
  const facts = AUDIT_FACTS.replaceAll(/\ba\./g, 'line.');
  return `(select json_build_object('key', encode(line.key, 'hex'), 'facts', ${facts}, 'seal', line.seal) from ${AUDITED} line
    where line.action = '${VERSION_ACTION}' and line.target_kind || ' ' || line.target_id = '${kind} ' || ${identity}
    order by (line.details ->> 'version')::int desc limit 1)`;
}

const versionLine = z.object({
  key: z.string(),
  seal: z.string().nullable(),
  facts: z.looseObject({
    action: z.literal(VERSION_ACTION),
    targetKind: z.string(),
    targetId: z.string(),
    details: z.looseObject({ version: z.int().positive(), ended: z.boolean().optional() }),
  }),
});

/**
 * What the newest line about a row says.
 * @param line as `newestVersionSql` reads it; undefined for rows that have no versions
 * @returns null when the line is not as the program wrote it
 */
export function readVersion(
  seals: SignatureCheck,
  kind: SignedKind,
  identity: string,
  line: unknown,
): RowVersion | null {
  if (line === null || line === undefined) return { version: 1, ended: false };
  const { success, data } = versionLine.safeParse(line);
  if (!success || data.facts.targetKind !== kind || data.facts.targetId !== identity) return null;
  if (!seals.check('audit', data.key, data.facts, data.seal)) return null;
  const { version, ended } = data.facts.details;
  return { version, ended: ended ?? false };
}

/** The version that a seal is of; null for what is no seal. */
export function sealVersion(seal: string | null | undefined): number | null {
  const parts = (seal ?? '').split('.');
  if (parts.length === 2) return 1;
  const [, version = ''] = parts;
  return parts.length === 3 && /^[1-9]\d{0,8}$/.test(version) && version !== '1' ? Number(version) : null;
}

/** The version that a row gets which is written now, whatever it was before. @param line as `newestVersionSql` reads it */
export function nextVersion(facts: SignedFacts, seal: string | null): number {
  const { success, data } = versionLine.safeParse(facts[NEWEST_VERSION]);
  if (success) return data.facts.details.version + 1;
  return seal === null ? 1 : (sealVersion(seal) ?? 1) + 1;
}
