import { ALERT_COLUMNS, ALERT_SOURCES, alertView, type AlertRow, type AlertView } from '../alerts/alertView.ts';
import type { Database } from '../database/database.ts';
import { isCompliant, SATELLITE_FRESH_DAYS, type DeforestationStatus } from '../domain/deforestation.ts';
import { checkPlot, sixDecimals } from '../domain/eudr.ts';
import type { LotScope } from '../domain/permissions.ts';
import { microFromDegrees } from '../domain/units.ts';
import type { LotReader } from './lotReader.ts';
import type { LotView } from './lotView.ts';
import { statusDecision, type StatusDecision } from './statusDecision.ts';

/** One thing that a due diligence statement over the lot rests on. */
export interface ComplianceCheck {
  name: string;
  passed: boolean;
  /** why, in one sentence */
  detail: string;
}

/** Where a lot stands with the deforestation regulation (interfaces, GET /lots/{id}/compliance). */
export interface LotComplianceView {
  lotId: string;
  /** the status is `No Deforestation` (decisions, 'Figures'); the checks below are what else a statement needs */
  eudrCompliant: boolean;
  deforestationStatus: DeforestationStatus;
  satelliteTimestamp: string | null;
  /** the last conclusive check is older than 30 days, or there was none */
  outdated: boolean;
  checks: ComplianceCheck[];
  /** active and acknowledged, newest first */
  openAlerts: AlertView[];
}

const OPEN_ALERTS = `select ${ALERT_COLUMNS} ${ALERT_SOURCES}
  where a.lot_id = $1 and a.status in ('active', 'acknowledged') order by a.created_at desc, a.id limit 100`;
const NEWEST_CHECK = `select sample from satellite_check where lot_id = $1 order by ended_at desc limit 1`;

/** Judges one lot by what is stored of it. */
export class LotCompliance {
  readonly #database: Database;
  readonly #lots: LotReader;

  constructor(database: Database, lots: LotReader) {
    this.#database = database;
    this.#lots = lots;
  }

  /** Null when the lot is not in scope. */
  async read(scope: LotScope, idOrLotId: string): Promise<LotComplianceView | null> {
    const lot = await this.#lots.find(scope, idOrLotId);
    if (lot === null) return null;
    const [alerts, check, decision] = await Promise.all([
      this.#database.rows<AlertRow>(OPEN_ALERTS, [lot.id]),
      this.#database.row<{ sample: boolean }>(NEWEST_CHECK, [lot.id]),
      statusDecision(this.#database, lot.id),
    ]);
    return {
      lotId: lot.lotId,
      eudrCompliant: isCompliant(lot.deforestationStatus),
      deforestationStatus: lot.deforestationStatus,
      satelliteTimestamp: lot.satelliteTimestamp,
      outdated: lot.satelliteOutdated,
      checks: complianceChecks(lot, alerts.length, check?.sample ?? false, decision),
      openAlerts: alerts.map(alertView),
    };
  }
}

/** Where a status comes from: a person's decision is never shown as the finding of a satellite. */
function sourceOf(decision: StatusDecision | null, sample: boolean): string {
  if (decision?.by === 'person') return `, by a person's review on ${decision.at.toISOString().slice(0, 10)}`;
  return sample ? ', by sample data' : '';
}

/**
 * What a due diligence statement over a lot rests on (Regulation (EU) 2023/1115, Article 9).
 * @param openAlerts alerts that are active or acknowledged
 * @param sample whether the newest satellite check read sample data
 * @param decision where the status comes from
 */
export function complianceChecks(
  lot: LotView,
  openAlerts: number,
  sample: boolean,
  decision: StatusDecision | null,
): ComplianceCheck[] {
  const place = placeFaults(lot);
  const ledger = lot.blockchainHash?.status ?? 'pending';
  return [
    {
      name: 'Deforestation-free',
      passed: isCompliant(lot.deforestationStatus),
      detail: `The status is "${lot.deforestationStatus}"${sourceOf(decision, sample)}.`,
    },
    {
      name: 'Satellite check up to date',
      passed: !lot.satelliteOutdated,
      detail:
        lot.satelliteTimestamp === null
          ? 'No check has come to a conclusion yet.'
          : `The last conclusive check was on ${lot.satelliteTimestamp.slice(0, 10)}; it counts for ${SATELLITE_FRESH_DAYS} days.`,
    },
    {
      name: 'Open alerts',
      passed: openAlerts === 0,
      detail: openAlerts === 0 ? 'No alert of this lot is open.' : `${openAlerts} open; each needs a decision.`,
    },
    {
      name: 'Geolocation',
      passed: place.length === 0,
      detail:
        place.join(' ') ||
        'The plot is given as a point with six decimals, as plots of at most 4 ha may be; its size is not recorded.',
    },
    {
      name: 'Producer',
      passed: lot.farmerName !== null && lot.farmId !== null,
      detail:
        lot.farmerName === null || lot.farmId === null
          ? 'Farmer or farm is missing or was erased.'
          : 'Farmer and farm are named.',
    },
    {
      name: 'Ledger record',
      passed: ledger === 'recorded',
      detail:
        ledger === 'recorded'
          ? 'All events of this lot are recorded.'
          : ledger === 'failed'
            ? 'The ledger refused an event of this lot; an admin can try it again.'
            : 'Events of this lot still wait to be recorded.',
    },
  ];
}

function placeFaults({ latitude, longitude }: LotView): string[] {
  if (latitude === null || longitude === null) return ['The lot has no place.'];
  const coordinates = [longitude, latitude].map((degrees) => sixDecimals(microFromDegrees(degrees)));
  return checkPlot({ type: 'Point', coordinates }).faults;
}
