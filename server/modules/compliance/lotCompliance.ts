import type { AlertView } from '../alerts/alertAnswerSchemas.ts';
import { ALERT_COLUMNS, ALERT_SOURCES, alertView, type AlertRow } from '../alerts/alertView.ts';
import type { Database } from '../../platform/database/database.ts';
import { isCompliant, SATELLITE_FRESH_DAYS, type DeforestationStatus } from '../../domain/forest/deforestation.ts';
import { sixDecimals } from '../../domain/forest/eudr.ts';
import { readPlot } from '../../domain/plot/geometry/readPlot.ts';
import type { RecordStatus } from '../../domain/public/publicAnswers.ts';
import { COMPLIANCE } from '../../domain/messages/lotMessages.ts';
import { textOf, type Message, type MessageDefinition } from '../../domain/messages/message.ts';
import { microFromDegrees } from '../../domain/text/units.ts';
import type { Caller } from '../../platform/access/caller.ts';
import type { AuthorizedLots } from '../lots/authorizedLots.ts';
import type { LotView } from '../lots/lotView.ts';
import { statusDecision, type StatusDecision } from '../lots/statusDecision.ts';
import { SATELLITE_CHECKS } from '../satellite/checkViews.ts';

/** One thing that a due diligence statement over the lot rests on. */
export interface ComplianceCheckType {
  name: string;
  passed: boolean;
  /** why */
  detail: string;
  /** the same as messages */
  said: Message[];
}

/**
 * The state of a lot under the deforestation regulation (docs/spec/plots-and-satellite-checks.md, 'Compliance of a
 * lot').
 */
export interface LotComplianceView {
  lotId: string;
  /** the status is `No Deforestation` (docs/spec/reports.md, 'Figures'); a statement also needs the checks below */
  eudrCompliant: boolean;
  deforestationStatus: DeforestationStatus;
  satelliteTimestamp: string | null;
  /** the last conclusive check is older than 30 days, or there was none */
  outdated: boolean;
  checks: ComplianceCheckType[];
  /** active and acknowledged, newest first */
  openAlerts: AlertView[];
}

const OPEN_ALERTS = `select ${ALERT_COLUMNS} ${ALERT_SOURCES}
  where a.lot_id = $1 and a.status in ('active', 'acknowledged') order by a.created_at desc, a.id limit 100`;
const NEWEST_CHECK = `select sample from ${SATELLITE_CHECKS} c where lot_id = $1 order by ended_at desc limit 1`;

/** Evaluates one lot by its stored data. */
export class LotComplianceType {
  readonly #database: Database;
  readonly #lots: AuthorizedLots;

  constructor(database: Database, lots: AuthorizedLots) {
    this.#database = database;
    this.#lots = lots;
  }

  /** Null if the caller may not see the lot. */
  async read(caller: Caller, idOrLotId: string): Promise<LotComplianceView | null> {
    const lot = await this.#lots.find(caller, idOrLotId);
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

/** The status and its source: a person's decision is never shown as a satellite result. */
function statusMessage(status: DeforestationStatus, decision: StatusDecision | null, sample: boolean): Message {
  if (decision?.by === 'person') {
    return COMPLIANCE.statusByPerson({ status, day: decision.at.toISOString().slice(0, 10) });
  }
  return sample ? COMPLIANCE.statusBySampleData({ status }) : COMPLIANCE.status({ status });
}

/** @param said at least one message */
function judged(name: string, passed: boolean, ...said: Message[]): ComplianceCheckType {
  return { name, passed, detail: textOf(said) ?? '', said };
}

/**
 * The basis of a due diligence statement over a lot (Regulation (EU) 2023/1115, Article 9).
 * @param openAlerts alerts that are active or acknowledged
 * @param sample whether the newest satellite check read sample data
 * @param decision the source of the status
 */
export function complianceChecks(
  lot: LotView,
  openAlerts: number,
  sample: boolean,
  decision: StatusDecision | null,
): ComplianceCheckType[] {
  const place = placeFaults(lot);
  const ledger = lot.blockchainHash?.status ?? 'pending';
  return [
    judged(
      'Deforestation-free',
      isCompliant(lot.deforestationStatus),
      statusMessage(lot.deforestationStatus, decision, sample),
    ),
    judged(
      'Satellite check up to date',
      !lot.satelliteOutdated,
      lot.satelliteTimestamp === null
        ? COMPLIANCE.noConclusiveCheck({})
        : COMPLIANCE.lastConclusiveCheck({
            day: lot.satelliteTimestamp.slice(0, 10),
            validDays: SATELLITE_FRESH_DAYS,
          }),
    ),
    judged(
      'Open alerts',
      openAlerts === 0,
      openAlerts === 0 ? COMPLIANCE.noOpenAlert({}) : COMPLIANCE.openAlerts({ count: openAlerts }),
    ),
    judged('Geolocation', place.length === 0, ...(place.length > 0 ? place : [COMPLIANCE.point({})])),
    judged(
      'Producer',
      lot.farmerName !== null && lot.farmId !== null,
      lot.farmerName === null || lot.farmId === null ? COMPLIANCE.producerMissing({}) : COMPLIANCE.producerNamed({}),
    ),
    judged('Ledger record', ledger === 'recorded', RECORD_SAID[ledger]({})),
  ];
}

const RECORD_SAID = {
  recorded: COMPLIANCE.recorded,
  pending: COMPLIANCE.notRecorded,
  failed: COMPLIANCE.recordRefused,
} satisfies Record<RecordStatus, MessageDefinition<string, Record<never, never>>>;

function placeFaults({ latitude, longitude }: LotView): Message[] {
  if (latitude === null || longitude === null) return [COMPLIANCE.noPlace({})];
  const coordinates = [longitude, latitude].map((degrees) => sixDecimals(microFromDegrees(degrees)));
  return readPlot({ type: 'Point', coordinates }).faults.map(({ said }) => said);
}
