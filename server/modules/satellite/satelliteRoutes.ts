import { z } from 'zod';
import { PLOTS_OF_LOT } from '../../domain/lot/lotInput.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { lotForCaller } from '../lots/lotForCaller.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { pageQuery, wholeNumber } from '../../platform/rest/query.ts';
import { checksAnswer, recheckProgressAnswer, satelliteAnswer } from './satelliteAnswerSchemas.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { RecheckProgress } from './recheckProgress.ts';
import type { SatelliteService } from './satelliteService.ts';
import type { Config } from '../../platform/config.ts';
import type { Deliveries } from '../lots/deliveries.ts';
import type { LotReads } from '../lots/lotReads.ts';
import type { LotChecks } from './lotChecks.ts';
import type { LotEvidence } from './lotEvidence.ts';

const degrees = (name: string) => z.number({ error: encodeMessage(CALL.degrees({ field: name })) });

const check = idText('check').optional().describe("UUID of one of the lot's checks; the newest without it");

const JSON_FILE = 'application/json';
const PNG = 'image/png';

interface Services {
  config: Config;
  deliveries: Deliveries;
  lotChecks: LotChecks;
  lotEvidence: LotEvidence;
  lotReads: LotReads;
  recheckProgress: RecheckProgress;
  satellite: SatelliteService;
}

const checkRoutes = ({ config, deliveries, lotChecks, recheckProgress, satellite }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/satellite/progress',
    summary: 'How far checking lots again by satellite has come; for those who may see all lots',
    description:
      'What is due, by class in the order in which it is checked, the pace, and when it will be done; and whether the source can be reached, or since when it ' +
      'is away and why.',
    access: 'staff',
    answer: recheckProgressAnswer,
    handle: async ({ caller }) => ({ data: await recheckProgress.read(caller) }),
  }),
  route({
    method: 'PATCH',
    path: '/lots/:id/satellite',
    summary: 'Checks a lot by satellite now; the coordinates are those of its stored place',
    description: 'A derived lot has no place: leave the coordinates out, and its origin lots are checked.',
    access: 'staff',
    answer: satelliteAnswer,
    params: z.object({ id: idText() }),
    body: z.object({ latitude: degrees('latitude').nullish(), longitude: degrees('longitude').nullish() }),
    handle: async ({ caller, params, body, info }) => {
      const { lot, satelliteData } = await satellite.checkNow(caller, params.id, body, info);
      return { data: { lot: await lotForCaller({ config, deliveries }, caller, lot), satelliteData } };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/:id/checks',
    summary: 'The satellite checks that a lot had, newest first',
    access: 'staff',
    params: z.object({ id: idText().describe('UUID or lotId') }),
    query: z.strictObject(pageQuery(10)),
    answer: checksAnswer,
    handle: async ({ params, query, caller }) => {
      const found = await lotChecks.list(caller, params.id, query);
      if (found === null) throw notFound('Lot');
      return { data: found };
    },
  }),
];

const evidenceRoutes = ({ lotEvidence, lotReads }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/:id/evidence',
    summary:
      "What a lot's newest satellite check read, or another one, as a file that `npm run evidence:verify` holds to the tiles",
    description:
      'Place, dataset, window and each pixel, with the hash that was recorded on the ledger. 404 before the first check and once places were erased; ' +
      '409 when the record of the lot differs from the ledger.',
    access: 'staff',
    params: z.object({ id: idText().describe('UUID or lotId') }),
    query: z.strictObject({ check }),
    files: [JSON_FILE],
    handle: async ({ params, query, caller, info }) => {
      const file = await lotEvidence.file(caller, params.id, { checkId: query.check });
      if (file === null) throw notFound('Lot');
      const name = `${file.lotId}-evidence.json`;
      await lotReads.logOne({ caller, info }, params.id, { action: 'lot.paper-read', details: { paper: 'evidence' } });
      return { file: { name, mediaType: JSON_FILE, body: Buffer.from(`${JSON.stringify(file)}\n`) } };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/:id/evidence/picture',
    summary: "What a lot's newest satellite check read, or another one, as a PNG picture for people",
    description:
      'Loss bears its year; the picture is drawn from the evidence as it was stored, and names its hash in its texts; of several plots it shows `plot`, from 1, ' +
      'else the first with loss, else the first that was read. 404 where nothing was read, and as the ' +
      'evidence itself; 409 when the record of the lot differs from the ledger.',
    access: 'staff',
    params: z.object({ id: idText().describe('UUID or lotId') }),
    query: z.strictObject({ check, plot: wholeNumber('plot', 1, PLOTS_OF_LOT).optional() }),
    files: [PNG],
    handle: async ({ params, query, caller, info }) => {
      const { check: checkId, plot } = query;
      const picture = await lotEvidence.picture(caller, params.id, { checkId, plot });
      if (picture === null) throw notFound('Lot');
      const details = { paper: 'evidence-picture' } as const;
      await lotReads.logOne({ caller, info }, params.id, { action: 'lot.paper-read', details });
      return { file: { name: `${picture.lotId}-evidence.png`, mediaType: PNG, body: picture.bytes } };
    },
  }),
];

/** REST calls of satellite checks (docs/spec/rest-api.md, 'Lot calls'). */
export const satelliteRoutes = (services: Services): readonly Route[] => [
  ...checkRoutes(services),
  ...evidenceRoutes(services),
];
