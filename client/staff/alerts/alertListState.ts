import {
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  ALERT_TASKS,
  ALERT_TYPES,
  type AlertSeverity,
  type AlertStatus,
  type AlertTask,
  type AlertType,
} from '../../../server/domain/alert/alerts.ts';
import { parsePublicLotId } from '../../../server/domain/lot/lotId.ts';
import type { AlertFilter } from '../../graphql/generated.ts';

/** State of the alerts tab, as stored in the address. */
export interface AlertListState {
  /** null: any state */
  status: AlertStatus | null;
  type: AlertType | null;
  severity: AlertSeverity | null;
  /** open alerts by assignee or due date */
  task: AlertTask | null;
  /** upper-case; null: all farms */
  farmId: string | null;
  /** one lot, upper-case; `of` in the address, because `lot` opens a lot; null: all lots */
  lotId: string | null;
  /** from 1 */
  page: number;
  /** the full list with pages, instead of the newest few */
  all: boolean;
}

/** Default view: active alerts, because they wait for an action. */
export const FIRST_VIEW: AlertListState = {
  status: 'active',
  type: null,
  severity: null,
  task: null,
  farmId: null,
  lotId: null,
  page: 1,
  all: false,
};

/** Address value for 'any state'; a missing value means active alerts. */
const EVERY = 'all';
const FARM = /^[A-Z0-9_-]{1,40}$/;
const PAGE = /^[1-9]\d{0,5}$/;

/** The view in an address; invalid values are ignored. */
export function alertViewOf(params: URLSearchParams): AlertListState {
  const named = <Name extends string>(names: readonly Name[], key: string): Name | null =>
    names.find((name) => name === params.get(key)) ?? null;
  const farmId = params.get('farm')?.toUpperCase() ?? '';
  const lot = parsePublicLotId(params.get('of'));
  const page = params.get('page') ?? '';
  const status = params.get('status') === EVERY ? null : (named(ALERT_STATUSES, 'status') ?? FIRST_VIEW.status);
  return {
    status,
    type: named(ALERT_TYPES, 'type'),
    severity: named(ALERT_SEVERITIES, 'severity'),
    task: named(ALERT_TASKS, 'task'),
    farmId: FARM.test(farmId) ? farmId : null,
    lotId: 'lotId' in lot ? lot.lotId : null,
    page: PAGE.test(page) ? Number(page) : 1,
    all: params.has('all') || PAGE.test(page),
  };
}

/** The query parameters of a view, in a stable order; defaults are omitted. */
export function alertParams({
  status,
  type,
  severity,
  task,
  farmId,
  lotId,
  page,
  all,
}: AlertListState): URLSearchParams {
  const params = new URLSearchParams();
  if (status !== FIRST_VIEW.status) params.set('status', status ?? EVERY);
  if (type !== null) params.set('type', type);
  if (severity !== null) params.set('severity', severity);
  if (task !== null) params.set('task', task);
  if (farmId !== null) params.set('farm', farmId);
  if (lotId !== null) params.set('of', lotId);
  if (all && page === 1) params.set('all', '1');
  if (page > 1) params.set('page', String(page));
  return params;
}

/** The filter sent to the server. */
export function filterOf({ status, type, severity, task, farmId, lotId }: AlertListState): AlertFilter {
  return { status, type, severity, task, farmId, lotId };
}

/** Whether a filter is set that may hide alerts. */
export function isAlertListFiltered({ status, type, severity, task, farmId, lotId }: AlertListState): boolean {
  const isOther = status !== null && status !== FIRST_VIEW.status;
  return isOther || [type, severity, task, farmId, lotId].some((one) => one !== null);
}
