import type { AlertSeverity, AlertStatus } from '../../../domain/alert/alerts.ts';
import type { StatementState } from '../../../domain/statement/statement.ts';
import { notFound } from '../../../platform/errors/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { ALERT_FACTS } from '../../alerts/alertViews.ts';
import { LOT_IDS } from '../../lots/lotViews.ts';
import { LOT_ANCESTORS, LOT_ORIGINS } from '../../transformations/originViews.ts';
import type { ConsignmentReader } from '../consignmentReader.ts';
import type { ConsignmentView } from '../consignmentView.ts';
import type { BuyerLinkView } from './buyerLinks.ts';

/** An alert that was raised on beans of a consignment since it was closed. */
export interface BuyerAlert {
  title: string;
  severity: AlertSeverity;
  status: AlertStatus;
  raisedAt: Date;
  /** lot that it was raised on */
  lotId: string;
}

/** A due diligence statement that was filed for a consignment. */
export interface BuyerStatement {
  internalReference: string;
  referenceNumber: string;
  verificationNumber: string;
  state: StatementState;
  submittedAt: Date | null;
}

/** What a buyer reads of a consignment without an account. */
export interface BuyerView {
  consignment: ConsignmentView;
  lots: { lotId: string; weight: number }[];
  /** all lots, also those that are not listed */
  lotCount: number;
  originCount: number;
  alerts: BuyerAlert[];
  /** of its due diligence statements, the newest first */
  statements: BuyerStatement[];
  expiresAt: Date;
}

/** Lots and alerts that the page lists. */
const MOST = 1_000;

const ALERTS = `with held as (select lot_id as id from consignment_lot where consignment_id = $1),
    beans as (
      select id from held
      union select o.origin_id from held join ${LOT_ORIGINS} o on o.lot_id = held.id
      union select a.ancestor_id from held join ${LOT_ANCESTORS} a on a.lot_id = held.id)
  select a.title, a.severity, a.status, a.created_at as "raisedAt", l.lot_id as "lotId"
  from beans join ${ALERT_FACTS} a on a.lot_id = beans.id join ${LOT_IDS} l on l.id = a.lot_id
  where $2::timestamptz is not null and a.created_at >= $2 order by a.created_at desc, a.id limit ${MOST}`;

/** Reads what the holder of a link sees. @throws Refused not-found */
export async function readBuyerView(
  database: Pick<Database, 'rows'>,
  reader: ConsignmentReader,
  { consignmentId, expiresAt }: BuyerLinkView,
  statementsOf: (consignmentId: string) => Promise<BuyerStatement[]>,
): Promise<BuyerView> {
  const consignment = await reader.find(consignmentId);
  if (consignment === null) throw notFound('Consignment');
  const [{ lots, pagination }, originCount, alerts, statements] = await Promise.all([
    reader.lots(consignmentId, { page: 1, limit: MOST }),
    reader.originCount(consignmentId),
    database.rows<BuyerAlert & Record<string, unknown>>(ALERTS, [consignmentId, consignment.closedAt]),
    statementsOf(consignmentId),
  ]);
  return {
    consignment,
    lots: lots.map(({ lotId, weight }) => ({ lotId, weight })),
    lotCount: pagination.total,
    originCount,
    alerts,
    statements,
    expiresAt,
  };
}
