import { z } from 'zod';
import { route, type Route } from '../../../platform/rest/route.ts';
import { assignment, newComment } from '../alertInput.ts';
import { assigneesAnswer, investigationAnswer } from './investigationAnswers.ts';
import { idText } from '../../../platform/validation/idText.ts';
import type { InvestigationService } from './investigationService.ts';

const alertId = z.object({ id: idText().describe('UUID of the alert') });

/** REST calls of the investigation of an alert. */
export const investigationRoutes = ({ investigations }: { investigations: InvestigationService }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/alerts/:id/investigation',
    summary: 'Who is to look into an alert until when, and what was written about it',
    access: 'staff',
    answer: investigationAnswer,
    params: alertId,
    handle: async ({ caller, params }) => ({
      data: { investigation: await investigations.read(caller, params.id) },
    }),
  }),
  route({
    method: 'GET',
    path: '/alerts/:id/assignees',
    summary: 'The accounts that may be asked to look into an alert; never for partner keys',
    access: 'staff',
    answer: assigneesAnswer,
    params: alertId,
    handle: async ({ caller, params }) => ({
      data: { assignees: await investigations.assignees(caller, params.id) },
    }),
  }),
  route({
    method: 'POST',
    path: '/alerts/:id/comments',
    summary: 'Writes a comment on an alert; nobody changes one later',
    description: 'Takes acknowledge_alerts. An alert takes at most 200 comments.',
    access: 'staff',
    status: 201,
    answer: investigationAnswer,
    params: alertId,
    body: newComment,
    handle: async ({ caller, params, body, info }) => ({
      data: { investigation: await investigations.comment(caller, params.id, body, info) },
    }),
  }),
  route({
    method: 'PUT',
    path: '/alerts/:id/assignment',
    summary: 'Says who is to look into an open alert, and until when',
    description: 'Takes acknowledge_alerts; never for partner keys.',
    access: 'staff',
    answer: investigationAnswer,
    params: alertId,
    body: assignment,
    handle: async ({ caller, params, body, info }) => ({
      data: { investigation: await investigations.assign(caller, params.id, body, info) },
    }),
  }),
];
