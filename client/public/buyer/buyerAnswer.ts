import {
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  type AlertSeverity,
  type AlertStatus,
} from '../../../server/domain/alert/alerts.ts';
import { CONSIGNMENT_STATES, type ConsignmentState } from '../../../server/domain/consignment/states.ts';
import { STATEMENT_STATES, type StatementState } from '../../../server/domain/statement/statement.ts';
import { apiUrl } from '../apiUrl.ts';

/*
 * What the holder of a link reads (`GET /buyer/{token}`). A missing value becomes null and is shown as unknown. A
 * validation library would be larger than the page.
 */

/** An alert that was raised since the consignment was closed. */
export interface BuyerAlertRow {
  title: string;
  severity: AlertSeverity | null;
  status: AlertStatus | null;
  raisedAt: string | null;
  lotId: string;
}

/** A due diligence statement of the consignment that was handed over or submitted. */
export interface BuyerStatementRow {
  internalReference: string;
  referenceNumber: string | null;
  verificationNumber: string | null;
  submittedAt: string | null;
  state: FiledState;
}

/** States of a statement that has left the house. */
export type FiledState = Exclude<StatementState, 'draft' | 'checked'>;

export interface BuyerConsignment {
  number: string;
  state: ConsignmentState;
  buyerName: string | null;
  /** kg */
  weight: number | null;
  netWeight: number | null;
  bags: number | null;
  containers: { number: string; seals: string[] }[];
  billOfLading: string | null;
  incoterm: string | null;
  loadingDate: string | null;
  departureDate: string | null;
  arrivalDate: string | null;
  countryOfEntry: string | null;
  closedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  lots: { lotId: string; weight: number | null }[];
  lotCount: number;
  originCount: number;
  alerts: BuyerAlertRow[];
  statements: BuyerStatementRow[];
  expiresAt: string | null;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const figure = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

function isFiledState(state: StatementState): state is FiledState {
  return state !== 'draft' && state !== 'checked';
}

/** A statement of the answer; none if it has no reference, or a state that the page has no word for. */
function statementsOf(given: Fields): BuyerStatementRow[] {
  const internalReference = text(given['internalReference']);
  const state = STATEMENT_STATES.filter(isFiledState).find((one) => one === given['state']);
  if (internalReference === null || state === undefined) return [];
  return [
    {
      internalReference,
      referenceNumber: text(given['referenceNumber']),
      verificationNumber: text(given['verificationNumber']),
      submittedAt: text(given['submittedAt']),
      state,
    },
  ];
}

/** Reads the answer; null if it is not one. */
export function readBuyerConsignment(answer: unknown): BuyerConsignment | null {
  const { consignment } = fieldsOf(fieldsOf(answer)['data']);
  const given = fieldsOf(consignment);
  const number = text(given['number']);
  const state = CONSIGNMENT_STATES.find((one) => one === given['state']);
  if (number === null || state === undefined) return null;
  const lots = listOf(given['lots']).flatMap((lot) => {
    const lotId = text(lot['lotId']);
    return lotId === null ? [] : [{ lotId, weight: figure(lot['weight']) }];
  });
  return {
    number,
    state,
    buyerName: text(given['buyerName']),
    weight: figure(given['weight']),
    netWeight: figure(given['netWeight']),
    bags: figure(given['bags']),
    containers: listOf(given['containers']).map((one) => ({
      number: text(one['number']) ?? '',
      seals: texts(one['seals']),
    })),
    billOfLading: text(given['billOfLading']),
    incoterm: text(given['incoterm']),
    loadingDate: text(given['loadingDate']),
    departureDate: text(given['departureDate']),
    arrivalDate: text(given['arrivalDate']),
    countryOfEntry: text(given['countryOfEntry']),
    closedAt: text(given['closedAt']),
    shippedAt: text(given['shippedAt']),
    deliveredAt: text(given['deliveredAt']),
    lots,
    lotCount: figure(given['lotCount']) ?? lots.length,
    originCount: figure(given['originCount']) ?? 0,
    alerts: listOf(given['alerts']).map((alert) => ({
      title: text(alert['title']) ?? '',
      severity: ALERT_SEVERITIES.find((one) => one === alert['severity']) ?? null,
      status: ALERT_STATUSES.find((one) => one === alert['status']) ?? null,
      raisedAt: text(alert['raisedAt']),
      lotId: text(alert['lotId']) ?? '',
    })),
    statements: listOf(given['statements']).flatMap(statementsOf),
    expiresAt: text(given['expiresAt']),
  };
}

/** Why the page shows no consignment. */
export type BuyerFailure = 'over' | 'unknown' | 'busy' | 'failed';

export type BuyerAnswer = { kind: 'shown'; consignment: BuyerConsignment } | { kind: BuyerFailure };

/** The token in the path of the page; '' without one. */
export function buyerToken(pathname: string): string {
  return /^\/buyer\/([\w-]{1,100})\/?$/.exec(pathname)?.[1] ?? '';
}

/** URL of a file of the link, or of its data. */
export function buyerUrl(token: string, file: '' | '/papers' | '/plots.geojson' = ''): string {
  return `${apiUrl()}/buyer/${token}${file}`;
}

/** URL of the proof of a lot. */
export function lotProofUrl(lotId: string): string {
  return `${apiUrl()}/lots/public/${encodeURIComponent(lotId)}/proof`;
}

const TIMEOUT_MS = 15_000;

/** Loads what the link shows. Never throws; an abort is a failure. */
export async function fetchBuyerConsignment(token: string, signal: AbortSignal): Promise<BuyerAnswer> {
  if (token === '') return { kind: 'unknown' };
  try {
    const response = await fetch(buyerUrl(token), {
      // The address is a secret: it is sent to nobody else.
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (response.status === 410) return { kind: 'over' };
    if (response.status === 404 || response.status === 400) return { kind: 'unknown' };
    if (response.status === 429) return { kind: 'busy' };
    const consignment = response.ok ? readBuyerConsignment(await response.json()) : null;
    return consignment === null ? { kind: 'failed' } : { kind: 'shown', consignment };
  } catch {
    return { kind: 'failed' };
  }
}
