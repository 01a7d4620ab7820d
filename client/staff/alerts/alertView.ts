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

/** What the alerts tab shows, as it stands in the address. */
export interface AlertView {
  /** null: alerts of every state */
  status: AlertStatus | null;
  type: AlertType | null;
  severity: AlertSeverity | null;
  /** open ones by whose they are, and until when */
  task: AlertTask | null;
  /** upper-case; null: of every farm */
  farmId: string | null;
  /** of one lot, upper-case; in the address `of`, where `lot` opens one; null: of every lot */
  lotId: string | null;
  /** from 1 */
  page: number;
  /** the whole list with its pages, instead of the newest few */
  all: boolean;
}

/** What is shown when the address says nothing: what waits for somebody. */
export const FIRST_VIEW: AlertView = {
  status: 'active',
  type: null,
  severity: null,
  task: null,
  farmId: null,
  lotId: null,
  page: 1,
  all: false,
};

/** The word for 'every state' in the address, where no word means the active ones. */
const EVERY = 'all';
const FARM = /^[A-Z0-9_-]{1,40}$/;
const PAGE = /^[1-9]\d{0,5}$/;

/** The view that an address asks for; what it says wrongly is as if it were not there. */
export function alertViewOf(params: URLSearchParams): AlertView {
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

/** The address of a view, in a steady order; what is as at first is left out. */
export function alertParams({ status, type, severity, task, farmId, lotId, page, all }: AlertView): URLSearchParams {
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

/** What the server is asked for. */
export function filterOf({ status, type, severity, task, farmId, lotId }: AlertView): AlertFilter {
  return { status, type, severity, task, farmId, lotId };
}

/** Whether a person narrowed the list, so that there may be alerts that it does not show. */
export function isNarrowed({ status, type, severity, task, farmId, lotId }: AlertView): boolean {
  const isOther = status !== null && status !== FIRST_VIEW.status;
  return isOther || [type, severity, task, farmId, lotId].some((one) => one !== null);
}
