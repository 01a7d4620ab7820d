import { z } from 'zod';
import { isMessage, type Message } from '../../../server/domain/messages/message.ts';
import { refreshSession, tokens } from '../../graphql/session.ts';

const said = z.custom<Message>(isMessage);
/** The server's result for a row; `lotId` names a lot, `name` a plot. */
const Row = z
  .object({
    row: z.number(),
    lotId: z.string().nullish(),
    name: z.string().nullish(),
    errors: z.array(z.object({ field: z.string(), said })),
  })
  .transform(({ row, lotId, name, errors }) => ({ row, name: lotId ?? name ?? null, errors }));
/** The server's result for a file: docs/api.md, 'Imports' and 'Plots'. */
const Answer = z.object({
  created: z.number(),
  total: z.number(),
  invalid: z.number(),
  /** plot files: false if the check was incomplete */
  complete: z.boolean().default(true),
  rows: z.array(Row),
});
export type ImportResult = z.infer<typeof Answer>;

export type ImportOutcome =
  | { kind: 'answered'; answer: ImportResult }
  /** the file cannot be parsed into rows */
  | { kind: 'unreadable'; faults: readonly Message[] }
  /** `statusCode` is null without a response */
  | { kind: 'failed'; statusCode: number | null };

export interface ImportCall {
  file: File;
  /** checks the file without registering anything */
  dryRun: boolean;
  /** idempotency key of a registration: repeating it with the same file registers once */
  key: string | null;
  /** @param share uploaded part of the file, 0 to 1 */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

const Body = z.object({ data: Answer });
const Refusal = z.object({ details: z.array(z.object({ said })).min(1) });

/** Covers the upload and up to 120 s of import on the server. */
const TIMEOUT_MS = 600_000;

/**
 * Sends a file to be checked or registered. Renews an expired session once. Never rejects.
 * @param path of the import endpoint, below `/api/v1`
 */
export async function sendImport(path: string, call: ImportCall): Promise<ImportOutcome> {
  const used = tokens.read()?.accessToken ?? null;
  const first = await send(path, call, used);
  if (first.status !== 401) return outcomeOf(first);
  try {
    if ((await refreshSession(used)) !== 'refreshed') return { kind: 'failed', statusCode: 401 };
  } catch {
    return { kind: 'failed', statusCode: null };
  }
  return outcomeOf(await send(path, call, tokens.read()?.accessToken ?? null));
}

interface Sent {
  /** 0 without a response */
  status: number;
  text: string;
}

// fetch does not report upload progress.
function send(
  path: string,
  { file, dryRun, key, onProgress, signal }: ImportCall,
  accessToken: string | null,
): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/v1${path}?dryRun=${dryRun}`);
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('X-GDPR-Consent', 'true');
    if (accessToken !== null) request.setRequestHeader('Authorization', `Bearer ${accessToken}`);
    if (key !== null) request.setRequestHeader('Idempotency-Key', key);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('loadend', () => resolve({ status: request.status, text: request.responseText }));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.set('file', file);
    request.send(form);
  });
}

function outcomeOf({ status, text }: Sent): ImportOutcome {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = null;
  }
  const answered = Body.safeParse(body);
  if (status === 200 && answered.success) return { kind: 'answered', answer: answered.data.data };
  const refused = Refusal.safeParse(body);
  if (status === 400 && refused.success) {
    return { kind: 'unreadable', faults: refused.data.details.map((detail) => detail.said) };
  }
  return { kind: 'failed', statusCode: status === 0 ? null : status };
}
