import { z } from 'zod';
import { advanceLotsInput } from '../../domain/lot/advanceLotsInput.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import type { Config } from '../../platform/config.ts';
import { count, messageSchema } from '../../platform/rest/answerSchemas.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import type { AdvanceLots } from './advanceLots.ts';
import type { Deliveries } from './deliveries.ts';
import { lotSchema, shippingWarningsSchema } from './lotAnswerSchemas.ts';
import { lotsForCaller } from './lotForCaller.ts';

interface Services {
  advanceLots: AdvanceLots;
  config: Config;
  deliveries: Deliveries;
}

const advancedLot = z
  .strictObject({
    lotId: z.string().describe('As the call named it'),
    lot: lotSchema.nullable().describe('As it is now; null for one that is not in sight'),
    from: z.enum(STAGES).nullable().describe('The stage before; null where it stays'),
    to: z.enum(STAGES).nullable().describe('The stage after; null where it stays'),
    warnings: shippingWarningsSchema,
    refusal: messageSchema.nullable().describe('Why it stays; null where it moved'),
  })
  .meta({ id: 'AdvancedLot' });

/** REST call of many lots with one text. */
export const advanceLotsRoutes = ({ advanceLots, config, deliveries }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/lots/advance',
    summary: 'Move up to 500 lots with one text; each has its own result',
    description:
      'Takes edit_lot. Without `toStage` each lot moves to its next stage. `dryRun` answers what would become of each.',
    access: 'staff',
    body: advanceLotsInput.meta({
      id: 'AdvanceLots',
      examples: [{ lotIds: ['LOT703', 'LOT704'], processDetails: 'Packed in jute bags' }],
    }),
    answer: z.strictObject({
      results: z.array(advancedLot).describe('In the order of the call'),
      advanced: count,
      refused: count,
    }),
    handle: async ({ body, caller, info }) => {
      const results = await advanceLots.advance(caller, body, info);
      const seen = results.flatMap(({ lot }) => (lot === null ? [] : [lot]));
      const shown = new Map((await lotsForCaller({ config, deliveries }, caller, seen)).map((lot) => [lot.id, lot]));
      const advanced = results.filter(({ refusal }) => refusal === null).length;
      const data = results.map((result) => {
        return { ...result, lot: result.lot === null ? null : (shown.get(result.lot.id) ?? null) };
      });
      return { data: { results: data, advanced, refused: results.length - advanced } };
    },
  }),
];
