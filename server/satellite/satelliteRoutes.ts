import { z } from 'zod';
import { CALL } from '../domain/said/callSaid.ts';
import { carried } from '../domain/said/carried.ts';
import { lotForCaller } from '../lots/lotForCaller.ts';
import { route, type Route } from '../rest/route.ts';
import { satelliteAnswer } from './satelliteAnswerSchemas.ts';

const degrees = (name: string) => z.number({ error: carried(CALL.degrees({ field: name })) });

/** REST calls of satellite checks (interfaces, 'REST: calls'). */
export const satelliteRoutes: readonly Route[] = [
  route({
    method: 'PATCH',
    path: '/lots/:id/satellite',
    summary: 'Checks a lot by satellite now; the coordinates are those of its stored place',
    access: 'staff',
    answer: satelliteAnswer,
    params: z.object({ id: z.string() }),
    body: z.object({ latitude: degrees('latitude'), longitude: degrees('longitude') }),
    handle: async ({ caller, params, body, info, services }) => {
      const { lot, satelliteData } = await services.satellite.checkNow(caller, params.id, body, info);
      return { data: { lot: lotForCaller(services.config.permissionTable, caller, lot), satelliteData } };
    },
  }),
];
