import type { PermissionTable } from '../../domain/access/permissions.ts';
import type { Base, ModuleApi } from '../../platform/module.ts';
import { BuyerLinkResolver } from './buyer/buyerLinkResolver.ts';
import { BuyerLinks, type BuyerLinkView } from './buyer/buyerLinks.ts';
import { buyerRoutes } from './buyer/buyerRoutes.ts';
import { readBuyerView, type BuyerStatement, type BuyerView } from './buyer/buyerView.ts';
import { ConsignmentLots } from './consignmentLots.ts';
import { ConsignmentReader } from './consignmentReader.ts';
import { ConsignmentResolver } from './consignmentResolver.ts';
import { consignmentRoutes } from './consignmentRoutes.ts';
import { ConsignmentService, type ConsignmentParts } from './consignmentService.ts';
import { ConsignmentSteps } from './consignmentSteps.ts';
import { ConsignmentPapers, type PaperParts } from './papers/consignmentPapersService.ts';
import { paperRoutes } from './papers/paperRoutes.ts';
import { AlertAffectedResolver, RecallResolver } from './recall/recallResolver.ts';
import { recallRoutes } from './recall/recallRoutes.ts';
import { RecallService } from './recall/recallService.ts';

export interface ConsignmentServices {
  consignments: ConsignmentService;
  consignmentLots: ConsignmentLots;
  consignmentSteps: ConsignmentSteps;
  consignmentReader: ConsignmentReader;
  consignmentPapers: ConsignmentPapers;
  recalls: RecallService;
  buyerLinks: BuyerLinks;
  /** what the holder of a link reads */
  readBuyer(link: BuyerLinkView): Promise<BuyerView>;
  permissionTable: PermissionTable;
  clock: () => Date;
}

export const consignmentApi: ModuleApi<ConsignmentServices> = {
  routes: (services) => [
    ...consignmentRoutes(services),
    ...paperRoutes(services),
    ...recallRoutes(services),
    ...buyerRoutes(services),
  ],
  resolvers: [ConsignmentResolver, RecallResolver, AlertAffectedResolver, BuyerLinkResolver],
};

/** Consignments with their papers, recalls and links of buyers. */
export function makeConsignments(
  { config, database, ledger, clock = () => new Date() }: Base,
  {
    statementsOf,
    ...needs
  }: Omit<PaperParts, keyof ConsignmentParts> & {
    /** numbers of the due diligence statements of a consignment */
    statementsOf: (consignmentId: string) => Promise<BuyerStatement[]>;
  },
): ConsignmentServices {
  const reader = new ConsignmentReader(database);
  const { permissionTable } = config;
  const parts: ConsignmentParts = {
    database,
    reader,
    ledger,
    permissions: permissionTable,
    shippingGuard: config.shippingGuard,
    clock,
  };
  return {
    consignments: new ConsignmentService(parts),
    consignmentLots: new ConsignmentLots(parts),
    consignmentSteps: new ConsignmentSteps(parts),
    consignmentReader: reader,
    consignmentPapers: new ConsignmentPapers({ ...parts, ...needs }),
    recalls: new RecallService(parts),
    buyerLinks: new BuyerLinks(parts),
    readBuyer: (link) => readBuyerView(database, reader, link, statementsOf),
    permissionTable,
    clock,
  };
}
