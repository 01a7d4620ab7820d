import { z } from 'zod';
import { ROLES } from '../../../domain/access/permissions.ts';
import { count, instant } from '../../../platform/rest/answerSchemas.ts';
import type { AssigneeView } from './assignees.ts';
import type { CommentView, FileView, InvestigationView } from './investigationView.ts';

const commentSchema = z
  .strictObject({
    id: z.uuid(),
    author: z.string().nullable().describe('Name of the account or partner key; null once erased'),
    text: z.string().nullable().describe('Null once erased'),
    writtenAt: instant,
    sealed: z.boolean().describe('false: it was changed in the database'),
  })
  .meta({ id: 'AlertComment' }) satisfies z.ZodType<CommentView>;

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
  .meta({ id: 'AlertFile' }) satisfies z.ZodType<FileView>;

const investigationSchema = z
  .strictObject({
    alertId: z.uuid(),
    assigneeId: z.uuid().nullable().describe('The account that is to look into it'),
    assignee: z.string().nullable(),
    dueOn: z.iso.date().nullable(),
    comments: z.array(commentSchema).describe('Oldest first; at most 200'),
    files: z.array(fileSchema).describe('Oldest first; at most 20'),
  })
  .meta({ id: 'AlertInvestigation' }) satisfies z.ZodType<InvestigationView>;

export const investigationAnswer = z.strictObject({ investigation: investigationSchema });

export const assigneesAnswer = z.strictObject({
  assignees: z
    .array(z.strictObject({ id: z.uuid(), name: z.string(), role: z.enum(ROLES) }) satisfies z.ZodType<AssigneeView>)
    .describe('By name, at most 200'),
});
