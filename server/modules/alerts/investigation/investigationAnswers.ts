import { z } from 'zod';
import { ROLES } from '../../../domain/access/permissions.ts';
import { count, instant } from '../../../platform/rest/answerSchemas.ts';

const commentSchema = z
  .strictObject({
    id: z.uuid(),
    author: z.string().nullable().describe('Name of the account or partner key; null once erased'),
    text: z.string().nullable().describe('Null once erased'),
    writtenAt: instant,
    sealed: z.boolean().describe('false: it was changed in the database'),
  })
  .meta({ id: 'AlertComment' });
export type CommentView = z.infer<typeof commentSchema>;

const fileSchema = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    mediaType: z.string(),
    size: count.describe('Bytes'),
    addedBy: z.string().nullable().describe('Name of the account or partner key; null once erased'),
    addedById: z.uuid().nullable().describe('The account; null for a partner key'),
    addedAt: instant,
    sealed: z.boolean().describe('false: it was changed in the database'),
  })
  .meta({ id: 'AlertFile' });
export type FileView = z.infer<typeof fileSchema>;

const investigationSchema = z
  .strictObject({
    alertId: z.uuid(),
    assigneeId: z.uuid().nullable().describe('The account that is to look into it'),
    assignee: z.string().nullable(),
    dueOn: z.iso.date().nullable(),
    comments: z.array(commentSchema).describe('Oldest first; at most 200'),
    files: z.array(fileSchema).describe('Oldest first; at most 20'),
  })
  .meta({ id: 'AlertInvestigation' });
/** What people do about an alert between its being raised and its being closed. */
export type InvestigationView = z.infer<typeof investigationSchema>;

export const investigationAnswer = z.strictObject({ investigation: investigationSchema });

/** Somebody who may be asked to look into an alert. */
const assigneeSchema = z.strictObject({ id: z.uuid(), name: z.string(), role: z.enum(ROLES) });
export type AssigneeView = z.infer<typeof assigneeSchema>;

export const assigneesAnswer = z.strictObject({
  assignees: z.array(assigneeSchema).describe('By name, at most 200'),
});
