import type { Message } from '../../domain/messages/message.ts';
import type { Config } from '../../platform/config.ts';
import type { Base, ModuleApi } from '../../platform/module.ts';
import { FarmList } from './farmList.ts';
import { LotAnalyticsType, type AlertsByWeek } from './lotAnalytics.ts';
import { LotFinder } from './lotFinder.ts';
import { LotHistory } from './lotHistory.ts';
import { LotInputs } from './lotInputs.ts';
import { LotPlots } from './lotPlots.ts';
import { LotReader } from './lotReader.ts';
import { AuthorizedLots } from './authorizedLots.ts';
import { LotAnalyticsResolver, LotReadResolver } from './lotReadResolver.ts';
import { lotReadRoutes } from './lotReadRoutes.ts';
import { LotResolver } from './lotResolver.ts';
import { lotRoutes } from './lotRoutes.ts';
import { LotService, type HasOpenAlert, type QueueCheck } from './lotService.ts';
import { LotExport } from './transfer/lotExport.ts';
import { LotImport, type QueueChecks } from './transfer/lotImport.ts';
import { lotTransferRoutes } from './transfer/lotTransferRoutes.ts';
import { QrCodes } from './qrCodes.ts';

export interface LotServices {
  lots: LotService;
  lotInputs: LotInputs;
  lotReader: LotReader;
  authorizedLots: AuthorizedLots;
  lotHistory: LotHistory;
  lotExport: LotExport;
  lotImport: LotImport;
  lotAnalytics: LotAnalyticsType;
  lotFinder: LotFinder;
  farmList: FarmList;
  lotPlots: LotPlots;
  qrCodes: QrCodes;
}

/** Lots of which an alert is still open, by UUID. */
type LotsWithOpenAlert = (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;

export const lotApi: ModuleApi<LotServices & { config: Config; lotsWithOpenAlert: LotsWithOpenAlert }> = {
  routes: (services) => [...lotRoutes(services), ...lotTransferRoutes(services), ...lotReadRoutes(services)],
  resolvers: [LotResolver, LotReadResolver, LotAnalyticsResolver],
};

/**
 * Lots: registration, stages, edits, imports, exports and reads.
 * @param queueCheck queues the satellite check of a new or moved lot, in the transaction that writes it
 * @param sourceAway the message about waiting lots while the satellite source is away
 */
export function makeLots(
  { config, database, ledger, origin }: Base,
  {
    queueCheck,
    queueChecks,
    sourceAway,
    hasOpenAlert,
    alertsByWeek,
  }: {
    queueCheck: QueueCheck;
    queueChecks: QueueChecks;
    sourceAway: () => Promise<Message | null>;
    hasOpenAlert: HasOpenAlert;
    alertsByWeek: AlertsByWeek;
  },
): LotServices {
  const permissions = config.permissionTable;
  const lotReader = new LotReader(database, sourceAway);
  const authorizedLots = new AuthorizedLots(lotReader, permissions);
  return {
    lots: new LotService({ database, reader: lotReader, ledger, permissions, queueCheck, hasOpenAlert }),
    lotInputs: new LotInputs({ database, permissions }),
    lotReader,
    authorizedLots,
    lotHistory: new LotHistory({ database, lots: authorizedLots, ledger }),
    lotExport: new LotExport(database, permissions),
    lotImport: new LotImport({ database, ledger, permissions, queueChecks }),
    lotAnalytics: new LotAnalyticsType(database, permissions, alertsByWeek),
    lotFinder: new LotFinder(database, permissions),
    farmList: new FarmList(database, permissions),
    lotPlots: new LotPlots({ database, lots: authorizedLots }),
    qrCodes: new QrCodes(authorizedLots, origin),
  };
}
