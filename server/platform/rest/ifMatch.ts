import { CALL } from '../../domain/messages/callMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { invalid, Refused } from '../errors/refusal.ts';

/** The header of calls that change something which has a version. @param what 'lot', 'party' */
export function ifMatchHeader(what: string): Record<'If-Match', { description: string; pattern: string }> {
  return {
    'If-Match': {
      description: `The ETag of the ${what} that was read; a stale one is 409 and loses nothing`,
      pattern: '^(\\*|(W/)?"[0-9]{1,9}(-[A-Za-z0-9_-]{16})?")$',
    },
  };
}

/**
 * A change with the version of the If-Match header, if there is one.
 * @throws Refused invalid; conflict when header and body name different versions
 */
export function withMatchedVersion<Patch extends { version?: unknown }>(
  patch: Patch,
  ifMatch: string | undefined,
): Patch | (Patch & { version: number }) {
  const version = matchedVersion(ifMatch);
  if (version === null) return patch;
  if (patch.version !== undefined && patch.version !== version) {
    throw new Refused({ kind: 'conflict', said: REFUSED.twoVersions({}) });
  }
  return { ...patch, version };
}

/** The version of an If-Match header (RFC 9110, 13.1.1); null for none and for `*`. @throws Refused invalid */
function matchedVersion(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const tag = /^(?:W\/)?"(\d{1,9})(?:-[\w-]{16})?"$/.exec(ifMatch.trim());
  if (tag === null) throw invalid({ field: 'If-Match', said: CALL.etag({}) });
  return Number(tag[1]);
}
