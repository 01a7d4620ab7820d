import { AUDIT_ACTIONS, type AuditAction } from '../../../server/domain/access/auditActions.ts';

/** Filters of the audit trail; an empty text does not filter. */
export interface AuditAsked {
  actor: string;
  action: AuditAction | '';
  subject: string;
  /** YYYY-MM-DD, UTC, included */
  from: string;
  to: string;
}

export const AUDIT_NAMES = [
  'actor',
  'action',
  'subject',
  'from',
  'to',
] as const satisfies readonly (keyof AuditAsked)[];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const EVERYTHING: AuditAsked = { actor: '', action: '', subject: '', from: '', to: '' };

/** Reads the filters from the address; invalid values are ignored. */
export function auditAskedOf(params: URLSearchParams): AuditAsked {
  const text = (name: string) => (params.get(name) ?? '').trim().slice(0, 100);
  const day = (name: string) => (DAY.test(text(name)) && !Number.isNaN(Date.parse(text(name))) ? text(name) : '');
  return {
    actor: text('actor'),
    action: AUDIT_ACTIONS.find((action) => action === params.get('action')) ?? '',
    subject: text('subject'),
    from: day('from'),
    to: day('to'),
  };
}

/** The query string of the audit page; '' for all entries. */
export function auditSearch(asked: Partial<AuditAsked>): string {
  const params = new URLSearchParams();
  for (const name of AUDIT_NAMES) {
    const value = asked[name] ?? '';
    if (value !== '') params.set(name, value);
  }
  return params.size === 0 ? '' : `?${params}`;
}

/** Path of the audit page with filters. */
export function auditPagePath(asked: Partial<AuditAsked>): string {
  return `/admin/audit${auditSearch(asked)}`;
}

/** The filter for the server; empty filters are null. */
export function auditVariables(asked: AuditAsked): Record<keyof AuditAsked, string | null> {
  const { actor, action, subject, from, to } = asked;
  return {
    actor: actor || null,
    action: action || null,
    subject: subject || null,
    from: from || null,
    to: to || null,
  };
}

export function isAuditFiltered(asked: AuditAsked): boolean {
  return AUDIT_NAMES.some((name) => asked[name] !== '');
}
