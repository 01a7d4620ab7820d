import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { LOT } from '../../domain/messages/lotMessages.ts';
import { oneOf } from '../../platform/validation/inputSchemas.ts';
import { digestOf } from '../../platform/http/etag.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { LOT_LIST_LIMIT } from '../../domain/public/publicRoutes.ts';
import { ifMatchHeader, withMatchedVersion } from '../../platform/rest/ifMatch.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import type { Config } from '../../platform/config.ts';
import { transactionIdOf } from './lotAnswers.ts';
import {
  deletedAnswer,
  historyAnswer,
  lotAnswer,
  lotPageAnswer,
  lotPatchBody,
  newLotBody,
  nextIdAnswer,
  qrCodeAnswer,
  stageAnswer,
  stageChangeBody,
  stageReversalBody,
  statsAnswer,
} from './lotAnswerSchemas.ts';
import { lotForCaller, lotsForCaller, type LotForCaller } from './lotForCaller.ts';
import type { Deliveries } from './deliveries.ts';
import { LOT_SORTS, lotChoice, lotFilter } from './lotQuery.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { AuthorizedLots } from './authorizedLots.ts';
import type { LotInputs } from './lotInputs.ts';
import type { LotService } from './lotService.ts';
import type { LotHistory } from './lotHistory.ts';
import type { QrCodes } from './qrCodes.ts';

const id = z.object({ id: idText() });
const byLotId = z.object({ lotId: idText('lotId') });

const listQuery = lotFilter.extend({
  ...pageQuery(LOT_LIST_LIMIT),
  sort: oneOf('sort', LOT_SORTS).default('harvestDate'),
  order: oneOf('order', ['asc', 'desc']).default('desc'),
});
/** The domain's own schemas judge these bodies; here they only have to be objects. */
const body = z.record(z.string(), z.unknown(), { error: encodeMessage(CALL.sendObject({})) });

interface Services {
  authorizedLots: AuthorizedLots;
  config: Config;
  deliveries: Deliveries;
  lotHistory: LotHistory;
  lotInputs: LotInputs;
  lots: LotService;
  qrCodes: QrCodes;
}

const lotListRoutes = ({ authorizedLots, config, deliveries, lotInputs, lots }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots',
    summary: 'Lots in sight, a page at a time',
    access: 'staff',
    answer: lotPageAnswer,
    query: listQuery,
    handle: async ({ query, caller }) => {
      const { page, limit, sort, order, ...filter } = query;
      const { permissionTable } = config;
      const choice = lotChoice(permissionTable, caller, filter);
      const listed = await authorizedLots.list(caller, { page, limit, sort, order, filter: choice });
      const shownLots = await lotsForCaller({ config, deliveries }, caller, listed.lots);
      return { data: { ...listed, lots: shownLots } };
    },
  }),
  route({
    method: 'POST',
    path: '/lots',
    summary: 'Register a lot',
    access: 'staff',
    answer: lotAnswer,
    bodyDescribed: newLotBody,
    body,
    status: 201,
    handle: async ({ body: input, caller, info }) => {
      const lot = await lots.create(caller, await lotInputs.newLot(caller, input), info);
      return { data: { lot: await lotForCaller({ config, deliveries }, caller, lot) }, said: LOT.created({}) };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/next-id',
    summary: 'A lot id that nobody has',
    access: 'staff',
    answer: nextIdAnswer,
    handle: async ({ caller }) => ({ data: { lotId: await lots.nextLotId(caller) } }),
  }),
  route({
    method: 'GET',
    path: '/lots/stats',
    summary: "The list's header figures",
    access: 'staff',
    answer: statsAnswer,
    query: lotFilter,
    handle: async ({ query, caller }) => {
      const { permissionTable } = config;
      const choice = lotChoice(permissionTable, caller, query);
      return { data: await authorizedLots.stats(caller, choice) };
    },
  }),
];

const oneLotRoutes = ({ authorizedLots, config, deliveries, lotInputs, lots }: Services): readonly Route[] => [
  ...(['/lots/:id', '/lots/by-lot-id/:id'] as const).map((path) =>
    route({
      method: 'GET',
      path,
      summary: 'One lot by UUID or lotId',
      access: 'staff',
      conditional: true,
      answer: lotAnswer,
      params: id,
      handle: async ({ params, caller }) => {
        const lot = await authorizedLots.find(caller, params.id);
        if (lot === null) throw notFound('Lot');
        const data = { lot: await lotForCaller({ config, deliveries }, caller, lot) };
        return { data, headers: { etag: tagOf(data.lot) } };
      },
    }),
  ),
  route({
    method: 'PATCH',
    path: '/lots/:id',
    summary: 'Change fields of a lot',
    access: 'staff',
    answer: lotAnswer,
    bodyDescribed: lotPatchBody,
    headers: ifMatchHeader('lot'),
    params: id,
    body,
    handle: async ({ params, body: patch, header, caller, info }) => {
      const input = lotInputs.patch(withMatchedVersion(patch, header('if-match')));
      return {
        data: {
          lot: await lotForCaller({ config, deliveries }, caller, await lots.update(caller, params.id, input, info)),
        },
      };
    },
  }),
];

const lifeCycleRoutes = ({ config, deliveries, lotInputs, lots }: Services): readonly Route[] => [
  route({
    method: 'DELETE',
    path: '/lots/:id',
    summary: 'Take a lot out of lists and public pages',
    access: 'staff',
    answer: deletedAnswer,
    params: id,
    handle: async ({ params, caller, info }) => ({
      data: await lots.delete(caller, params.id, info),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/lots/:id/process',
    summary: 'Move a lot to a later stage',
    access: 'staff',
    answer: stageAnswer,
    bodyDescribed: stageChangeBody,
    params: id,
    body,
    handle: async ({ params, body: input, caller, info }) => {
      const { lot, warnings } = await lots.updateProcess(caller, params.id, lotInputs.stageChange(input), info);
      const shown = await lotForCaller({ config, deliveries }, caller, lot);
      return { data: { lot: shown, transactionId: transactionIdOf(lot), warnings } };
    },
  }),
  route({
    method: 'POST',
    path: '/lots/:id/stage-reversal',
    summary: 'Take back a wrong stage, with a reason',
    description: 'For processors and admins with edit_lot; not after shipping.',
    access: 'staff',
    answer: lotAnswer,
    bodyDescribed: stageReversalBody,
    headers: ifMatchHeader('lot'),
    params: id,
    body,
    handle: async ({ params, body: given, header, caller, info }) => {
      const input = lotInputs.stageReversal(withMatchedVersion(given, header('if-match')));
      const lot = await lots.revertStage(caller, params.id, input, info);
      return { data: { lot: await lotForCaller({ config, deliveries }, caller, lot) } };
    },
  }),
];

const recordRoutes = ({ lotHistory, qrCodes }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/:id/history',
    summary: "A lot's history, newest first",
    access: 'staff',
    answer: historyAnswer,
    params: id,
    handle: async ({ params, caller }) => {
      const history = await lotHistory.read(caller, params.id);
      if (history === null) throw notFound('Lot');
      return { data: { history } };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/by-lot-id/:lotId/qrcode',
    summary: "QR code of a lot's public page",
    access: 'staff',
    answer: qrCodeAnswer,
    params: byLotId,
    handle: async ({ params, caller }) => {
      const code = await qrCodes.forLot(caller, params.lotId);
      if (code === null) throw notFound('Lot');
      return { data: code };
    },
  }),
];

export const lotRoutes = (services: Services): readonly Route[] => [
  ...lotListRoutes(services),
  ...oneLotRoutes(services),
  ...lifeCycleRoutes(services),
  ...recordRoutes(services),
];

/** The version, for If-Match, and a digest of all shown values: satellite and ledger do not change the version. */
function tagOf(lot: LotForCaller): string {
  return `"${lot.version}-${digestOf(JSON.stringify(lot))}"`;
}
