import type { Rows } from '../../platform/database/rows.ts';
import type { MailLanguage, MailPace } from '../../domain/alert/alertMailInput.ts';
import { inScope, lotScope, type LotScope, type PermissionTable, type Role } from '../../domain/access/permissions.ts';
import { ACCOUNTS } from '../identity/signedIdentity.ts';
import type { RowSigner } from '../../platform/row-signatures/rowSigner.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { alertPayload, type AlertPayload } from '../alerts/notifications/alertPayload.ts';
import { ALERT_MAIL, ALERTS_TOLD } from './signedMail.ts';
import { LIVE_LOTS } from '../lots/lotViews.ts';

export const LETTER_STATES = ['waiting', 'sent', 'given_up'] as const;
export type LetterState = (typeof LETTER_STATES)[number];

/** A mail that is to be sent. */
export interface Letter {
  id: string;
  accountId: string;
  kind: 'code' | 'digest';
  notifiedFrom: number | null;
  notifiedUntil: number | null;
  createdAt: Date;
  attempts: number;
}

/** Who gets alerts by mail, as they are now. */
export interface Recipient {
  accountId: string;
  address: string;
  language: MailLanguage;
  pace: MailPace;
  askedAt: Date;
  confirmedAt: Date | null;
  codeLetter: string | null;
  notifiedUntil: number;
  /** the lots whose alerts the recipient may see now */
  scope: LotScope;
}

interface RecipientRow extends Omit<Recipient, 'scope'> {
  role: Role;
  farmId: string;
  mailFacts: SignedFacts;
  mailSeal: string | null;
  accountFacts: SignedFacts;
  accountSeal: string | null;
}

const RECIPIENT = `select m.account_id as "accountId", m.address, m.language, m.pace, m.asked_at as "askedAt",
    m.confirmed_at as "confirmedAt", m.code_letter as "codeLetter", m.told_to as "notifiedUntil", u.role, u.farm_id as "farmId",
    ${ALERT_MAIL.facts('m')} as "mailFacts", m.seal as "mailSeal", ${ACCOUNTS.facts('u')} as "accountFacts", u.seal as "accountSeal"
  from alert_mail m join ${ACCOUNTS.table} u on u.id = m.account_id and u.disabled_at is null and u.erased_at is null
  where m.account_id = $1 and m.stopped_at is null`;

interface Sealed {
  database: Pick<Rows, 'row' | 'rows'> & { seals: RowSigner };
}

/**
 * The recipient at an account; null if there is none: mail was stopped, the account was disabled, or a row does not
 * match its signature.
 */
export async function recipientAt(
  { database, permissions }: Sealed & { permissions: PermissionTable },
  accountId: string,
): Promise<Recipient | null> {
  const row = await database.row<RecipientRow>(RECIPIENT, [accountId]);
  if (row === null) return null;
  const { role, farmId, mailFacts, mailSeal, accountFacts, accountSeal, ...recipient } = row;
  const { seals } = database;
  if (!seals.holds(ALERT_MAIL.kind, accountId, mailFacts, mailSeal)) return null;
  if (!seals.holds(ACCOUNTS.kind, accountId, accountFacts, accountSeal)) return null;
  return { ...recipient, scope: lotScope(permissions, role, farmId) };
}

/** Limit of alerts in one digest: the rest comes with the next one. */
const MOST_TOLD = 5_000;

/**
 * Rows after `$1` in the order of insertion, up to the limit of a digest. @param rest more conditions, and the limit
 */
const behind = (rest: string): string => `from alert_told t join ${LIVE_LOTS} l on l.id = t.lot_id
  where t.seq > $1 and t.seq <= $2 and ($3::text is null or l.farm_id = $3) ${rest}`;

/**
 * The end of the next digest after a position, and whether it has any alerts.
 * @returns null when nothing happened since
 */
export async function nextReach(
  { database }: Sealed,
  { notifiedUntil: from, scope }: Pick<Recipient, 'notifiedUntil' | 'scope'>,
): Promise<{ to: number; tells: boolean } | null> {
  const reach = await database.row<{ to: number | null }>(
    `select max(seq) as to from (select seq from alert_told where seq > $1 order by seq limit ${MOST_TOLD}) next`,
    [from],
  );
  const to = reach?.to ?? null;
  if (to === null) return null;
  if (scope.kind === 'none') return { to, tells: false };
  const some = await database.row(`select 1 as one ${behind('limit 1')}`, [from, to, farmOf(scope)]);
  return { to, tells: some !== null };
}

/** The alerts of a digest for a recipient, in order: only signed rows, of lots that the recipient may see now. */
export async function localizedAlerts(
  { database }: Sealed,
  { notifiedFrom, notifiedUntil }: Pick<Letter, 'notifiedFrom' | 'notifiedUntil'>,
  scope: LotScope,
): Promise<AlertPayload[]> {
  if (scope.kind === 'none') return [];
  const rows = await database.rows<{
    id: string;
    body: string;
    farmId: string | null;
    facts: SignedFacts;
    seal: string | null;
  }>(
    `select t.id, t.body, l.farm_id as "farmId", ${ALERTS_TOLD.facts('t')} as facts, t.seal ${behind('order by t.seq')}`,
    [notifiedFrom, notifiedUntil, farmOf(scope)],
  );
  return rows
    .filter(({ farmId }) => inScope(scope, farmId))
    .filter(({ id, facts, seal }) => database.seals.holds(ALERTS_TOLD.kind, id, facts, seal))
    .map(({ body }) => alertPayload.parse(JSON.parse(body)));
}

function farmOf(scope: LotScope): string | null {
  return scope.kind === 'farm' ? scope.farmId : null;
}
