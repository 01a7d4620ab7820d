import { sqlView } from '../database/sqlView.ts';
import { instantSql } from '../row-signatures/instantSql.ts';

/** The content of an audit row, as one JSON object; the signature covers it under the row's random key. */
export const AUDIT_FACTS = `json_build_object('at', ${instantSql('a.at')}, 'userId', a.user_id, 'keyId', a.key_id, 'role', a.role,
  'action', a.action, 'targetKind', a.target_kind, 'targetId', a.target_id, 'requestId', a.request_id,
  'gdprConsent', a.gdpr_consent, 'details', a.details)`;

/** The audit table with all that is signed of its lines. */
export const AUDITED = sqlView('audit_entry', [
  'id',
  'key',
  'at',
  'user_id',
  'key_id',
  'role',
  'action',
  'target_kind',
  'target_id',
  'request_id',
  'gdpr_consent',
  'details',
  'seal',
]);
