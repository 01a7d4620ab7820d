import { z } from 'zod';
import { alertSchema } from '../alerts/alertAnswerSchemas.ts';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { messageSchemas } from '../../platform/rest/answerSchemas.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { LotComplianceType } from './lotCompliance.ts';

const id = z.object({ id: idText().describe('UUID or lotId') });
const compliance = z.object({
  lotId: z.string(),
  eudrCompliant: z.boolean().describe("The status is 'No Deforestation'"),
  deforestationStatus: z.enum(DEFORESTATION_STATUSES),
  satelliteTimestamp: z.iso.datetime().nullable().describe('Last conclusive check'),
  outdated: z.boolean().describe('The last conclusive check is older than 30 days, or there was none'),
  checks: z
    .array(z.object({ name: z.string(), passed: z.boolean(), detail: z.string(), said: messageSchemas }))
    .describe('What a due diligence statement rests on'),
  openAlerts: z.array(alertSchema).describe('Active and acknowledged, newest first'),
});

/** The compliance of one lot. */
export const complianceRoutes = ({ lotCompliance }: { lotCompliance: LotComplianceType }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/:id/compliance',
    summary: 'Where a lot stands with the deforestation regulation',
    access: 'staff',
    params: id,
    answer: compliance,
    handle: async ({ params, caller }) => {
      const found = await lotCompliance.read(caller, params.id);
      if (found === null) throw notFound('Lot');
      return { data: found };
    },
  }),
];
