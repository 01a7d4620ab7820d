import type { Message } from '../../domain/messages/message.ts';
import type { Config } from '../../platform/config.ts';
import type { Base, ModuleApi } from '../../platform/module.ts';
import { AdvanceLots } from './advanceLots.ts';
import { AdvanceLotsResolver } from './advanceLotsResolver.ts';
import { advanceLotsRoutes } from './advanceLotsRoutes.ts';
import { Deliveries } from './deliveries.ts';
import { FarmList } from './farmList.ts';
import { LotAnalyticsType, type AlertsByWeek } from './lotAnalytics.ts';
import { LotFinder } from './lotFinder.ts';
import { LotHistory } from './lotHistory.ts';
import { LotInputs } from './lotInputs.ts';
import { LotPlots } from './lotPlots.ts';
import { LotReads } from './lotReads.ts';
import { LotReader } from './lotReader.ts';
import { AuthorizedLots } from './authorizedLots.ts';
import { LotAnalyticsResolver, LotReadResolver } from './lotReadResolver.ts';
import { lotReadRoutes } from './lotReadRoutes.ts';
import { LotResolver } from './lotResolver.ts';
import { lotRoutes } from './lotRoutes.ts';
import { LotService, type HasOpenAlert, type PassOn, type QueueCheck } from './lotService.ts';
import { LotExport } from './transfer/lotExport.ts';
import { LotImports } from './transfer/lotImports.ts';
import { lotImportRoutes } from './transfer/lotImportRoutes.ts';
import { LotImport, type QueueChecks } from './transfer/lotImport.ts';
import { SheetInspection } from './transfer/sheetInspection.ts';
import { lotTransferRoutes } from './transfer/lotTransferRoutes.ts';
import { QrCodes } from './qrCodes.ts';
import { ShippingResolver } from './shipping/shippingResolver.ts';
import { ShippingReviews } from './shipping/shippingReviews.ts';
import { shippingRoutes } from './shipping/shippingRoutes.ts';
import type { FindShippingRisks } from './stageStep.ts';

export interface LotServices {
  lots: LotService;
  lotInputs: LotInputs;
  lotReader: LotReader;
  authorizedLots: AuthorizedLots;
  deliveries: Deliveries;
  lotHistory: LotHistory;
  lotExport: LotExport;
  lotImport: LotImport;
  sheetInspection: SheetInspection;
  lotImports: LotImports;
  lotAnalytics: LotAnalyticsType;
  lotFinder: LotFinder;
  farmList: FarmList;
  lotPlots: LotPlots;
  qrCodes: QrCodes;
  shippingReviews: ShippingReviews;
  advanceLots: AdvanceLots;
  lotReads: LotReads;
}

/** Lots of which an alert is still open, by UUID. */
type LotsWithOpenAlert = (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;

export const lotApi: ModuleApi<LotServices & { config: Config; lotsWithOpenAlert: LotsWithOpenAlert }> = {
  routes: (services) => [
    ...lotRoutes(services),
    ...lotTransferRoutes(services),
    ...lotImportRoutes(services),
    ...lotReadRoutes(services),
    ...shippingRoutes(services),
    ...advanceLotsRoutes(services),
  ],
  resolvers: [LotResolver, LotReadResolver, LotAnalyticsResolver, ShippingResolver, AdvanceLotsResolver],
};

/**
 * Lots: registration, stages, edits, imports, exports and reads.
 * @param queueCheck queues the satellite check of a new or moved lot, in the transaction that writes it
 * @param passOn passes on what changed at lots that others were made of
 * @param sourceAway the message about waiting lots while the satellite source is away
 */
export function makeLots(
  { config, database, ledger, origin }: Base,
  {
    queueCheck,
    queueChecks,
    sourceAway,
    hasOpenAlert,
    findShippingRisks,
    passOn,
    alertsByWeek,
  }: {
    queueCheck: QueueCheck;
    queueChecks: QueueChecks;
    sourceAway: () => Promise<Message | null>;
    hasOpenAlert: HasOpenAlert;
    findShippingRisks: FindShippingRisks;
    passOn: PassOn;
    alertsByWeek: AlertsByWeek;
  },
): LotServices {
  const permissions = config.permissionTable;
  const lotReader = new LotReader(database, sourceAway);
  const authorizedLots = new AuthorizedLots(lotReader, permissions);
  const deliveries = new Deliveries(database);
  return {
    lots: new LotService({
      database,
      reader: lotReader,
      ledger,
      permissions,
      queueCheck,
      hasOpenAlert,
      findShippingRisks,
      passOn,
      toleranceHundredths: config.scaleToleranceHundredths,
      shippingGuard: config.shippingGuard,
    }),
    lotInputs: new LotInputs({ database, permissions }),
    lotReader,
    authorizedLots,
    deliveries,
    lotHistory: new LotHistory({ database, lots: authorizedLots, ledger }),
    lotExport: new LotExport(database, permissions, deliveries),
    lotImport: new LotImport({ database, ledger, permissions, queueChecks }),
    sheetInspection: new SheetInspection(database, permissions),
    lotImports: new LotImports({ database, ledger, permissions }),
    lotAnalytics: new LotAnalyticsType(database, permissions, alertsByWeek),
    lotFinder: new LotFinder(database, permissions),
    farmList: new FarmList(database, permissions),
    lotPlots: new LotPlots({ database, lots: authorizedLots }),
    qrCodes: new QrCodes(authorizedLots, origin),
    lotReads: new LotReads({ database, lots: authorizedLots }),
    ...makeShipping({ config, database, ledger }, { lotReader, authorizedLots, findShippingRisks }),
  };
}

/** Second persons and reviews of what was shipped, and lots that move together. */
function makeShipping(
  { config, database, ledger }: Pick<Base, 'config' | 'database' | 'ledger'>,
  {
    lotReader,
    authorizedLots,
    findShippingRisks,
  }: { lotReader: LotReader; authorizedLots: AuthorizedLots; findShippingRisks: FindShippingRisks },
): Pick<LotServices, 'advanceLots' | 'shippingReviews'> {
  const permissions = config.permissionTable;
  return {
    advanceLots: new AdvanceLots({
      database,
      reader: lotReader,
      ledger,
      permissions,
      findShippingRisks,
      toleranceHundredths: config.scaleToleranceHundredths,
      shippingGuard: config.shippingGuard,
    }),
    shippingReviews: new ShippingReviews({ database, lots: authorizedLots, permissions, findShippingRisks }),
  };
}
