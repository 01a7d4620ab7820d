import { z } from 'zod';
import type { ImportField } from '../../../server/domain/spreadsheet/importFields.ts';
import { isMessage, type Message } from '../../../server/domain/messages/message.ts';
import { refreshSession, tokens } from '../../graphql/session.ts';
import { FARM_FIELDS } from '../../../server/domain/farm/farmInput.ts';
import type { Inspection, inspectionOf } from './inspection.ts';

const said = z.custom<Message>(isMessage);
const Preview = z.object({
  lots: z.number(),
  weightKg: z.number(),
  farms: z.number(),
  heaviest: z.array(z.object({ farmId: z.string(), lots: z.number(), weightKg: z.number(), isNew: z.boolean() })),
  points: z.array(z.object({ lotId: z.string(), latitude: z.number(), longitude: z.number() })),
  placed: z.number(),
  doubts: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('twin'), row: z.number(), other: z.number() }),
      z.object({ kind: z.literal('far'), row: z.number(), other: z.number(), km: z.number() }),
      z.object({
        kind: z.literal('used'),
        row: z.number(),
        farmId: z.string(),
        plots: z.number(),
        lots: z.number(),
      }),
    ]),
  ),
  doubted: z.number(),
});
export type PreviewedImport = z.infer<typeof Preview>;
/** The server's result for a row; `lotId` names a lot, `farmId` a farm, `name` a plot. */
const Row = z
  .object({
    row: z.number(),
    lotId: z.string().nullish(),
    name: z.string().nullish(),
    farmId: z.string().nullish(),
    /** of farms: what the row does, and which fields differ */
    effect: z.enum(['added', 'changed', 'same']).nullish(),
    fields: z.array(z.enum(FARM_FIELDS)).optional(),
    isOld: z.boolean().optional(),
    /** of a spreadsheet with the cell */
    errors: z.array(z.object({ field: z.string(), said, column: z.string().optional(), value: z.string().optional() })),
  })
  .transform(({ lotId, farmId, name, ...row }) => ({ ...row, name: lotId ?? farmId ?? name ?? null }));
/** The server's result for a file: docs/api.md, 'Imports' and 'Plots'. */
const Answer = z.object({
  created: z.number(),
  total: z.number(),
  invalid: z.number(),
  /** plot files: false if the check was incomplete */
  complete: z.boolean().default(true),
  rows: z.array(Row),
  /** lot files: of the lots that were registered */
  importId: z.string().optional(),
  /** lot files: what the rows without errors add up to */
  preview: Preview.optional(),
  /** farm files: what the rows without errors do */
  added: z.number().optional(),
  changed: z.number().optional(),
  same: z.number().optional(),
  old: z.number().optional(),
});
export type ImportResult = z.infer<typeof Answer>;

type NoAnswer =
  /** the file cannot be parsed into rows */
  | { kind: 'unreadable'; faults: readonly Message[] }
  /** `statusCode` is null without a response */
  | { kind: 'failed'; statusCode: number | null };
export type ImportOutcome = { kind: 'answered'; answer: ImportResult } | NoAnswer;
export type InspectOutcome<Field extends string = ImportField> =
  | { kind: 'inspected'; found: Inspection<Field> }
  | NoAnswer;

export interface UploadCall {
  file: File;
  /** parameters of the call */
  query: Readonly<Record<string, string>>;
  /** @param share uploaded part of the file, 0 to 1 */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export interface ImportCall extends UploadCall {
  /** checks the file without registering anything */
  dryRun: boolean;
  /** idempotency key of a registration: repeating it with the same file registers once */
  key: string | null;
}

const Body = z.object({ data: Answer });
const Refusal = z.object({ details: z.array(z.object({ said })).min(1) });

/** Covers the upload and up to 120 s of import on the server. */
const TIMEOUT_MS = 600_000;

/**
 * Sends a file to be checked or registered. Renews an expired session once. Never rejects.
 * @param path of the import endpoint, below `/api/v1`
 */
export async function sendImport(path: string, { dryRun, key, ...call }: ImportCall): Promise<ImportOutcome> {
  const sent = await upload(path, { ...call, query: { ...call.query, dryRun: String(dryRun) } }, key);
  const answered = Body.safeParse(sent.body);
  if (sent.status === 200 && answered.success) return { kind: 'answered', answer: answered.data.data };
  return noAnswer(sent);
}

/** Sends a file to be inspected: nothing is stored. Never rejects. @param path of the endpoint, below `/api/v1` */
export async function inspectFile<Field extends string>(
  path: string,
  schema: ReturnType<typeof inspectionOf<Field>>,
  call: UploadCall,
): Promise<InspectOutcome<Field>> {
  const sent = await upload(path, call, null);
  const answered = z.object({ data: schema }).safeParse(sent.body);
  if (sent.status === 200 && answered.success) return { kind: 'inspected', found: answered.data.data };
  return noAnswer(sent);
}

async function upload(path: string, call: UploadCall, key: string | null): Promise<Sent> {
  const used = tokens.read()?.accessToken ?? null;
  const first = await send(path, call, key, used);
  if (first.status !== 401) return first;
  try {
    if ((await refreshSession(used)) !== 'refreshed') return first;
  } catch {
    return { status: 0, body: null };
  }
  return send(path, call, key, tokens.read()?.accessToken ?? null);
}

interface Sent {
  /** 0 without a response */
  status: number;
  /** parsed; null for what is no JSON */
  body: unknown;
}

// fetch does not report upload progress.
function send(
  path: string,
  { file, query, onProgress, signal }: UploadCall,
  key: string | null,
  accessToken: string | null,
): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/v1${path}?${new URLSearchParams(query)}`);
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('X-GDPR-Consent', 'true');
    if (accessToken !== null) request.setRequestHeader('Authorization', `Bearer ${accessToken}`);
    if (key !== null) request.setRequestHeader('Idempotency-Key', key);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('loadend', () => resolve({ status: request.status, body: jsonOf(request.responseText) }));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.set('file', file);
    request.send(form);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function noAnswer({ status, body }: Sent): NoAnswer {
  const refused = Refusal.safeParse(body);
  if (status === 400 && refused.success) {
    return { kind: 'unreadable', faults: refused.data.details.map((detail) => detail.said) };
  }
  return { kind: 'failed', statusCode: status === 0 ? null : status };
}
