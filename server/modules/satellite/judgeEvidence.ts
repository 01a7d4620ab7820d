import {
  differencesOf,
  evidenceFile,
  isHashed,
  partsOf,
  type EvidenceFile,
  type EvidencePart,
} from '../../domain/forest/evidenceFile.ts';
import { concludeReading } from '../../domain/forest/conclusion.ts';
import type { ForestMonitor } from '../../domain/forest/forestMonitor.ts';

/** What became of an evidence file. */
export interface EvidenceJudgement {
  /** 0 equal, 1 not equal, 2 nothing could be compared */
  status: 0 | 1 | 2;
  /** in plain words */
  lines: string[];
}

/**
 * Reads the location of an evidence file again and compares the tiles with the file.
 * @param text of the file, not trusted
 * @param monitor the source to read from
 */
export async function judgeEvidence(
  text: string,
  monitor: Pick<ForestMonitor, 'driver' | 'read'>,
): Promise<EvidenceJudgement> {
  const file = parsed(text);
  if (file === null) return { status: 2, lines: ['This is no evidence file of Manam-Trace.'] };
  if (!(await isHashed(file))) {
    return { status: 1, lines: [`NOT EQUAL: the evidence is not what its hash ${file.evidenceHash} was made of.`] };
  }
  const { driver } = file.evidence;
  if (typeof driver === 'string' && driver !== monitor.driver) {
    const line = `Nothing was compared: this evidence was read by '${driver}', and FOREST names '${monitor.driver}'.`;
    return { status: 2, lines: [line] };
  }
  const parts = partsOf(file);
  if (parts === null) return { status: 2, lines: ['This file does not say which land was read.'] };
  const subject = `${file.lotId}, checked ${file.checkedAt}`;
  const judged: EvidenceJudgement[] = [];
  for (const [i, part] of parts.entries()) {
    judged.push(await judgePart(part, parts.length === 1 ? subject : `${subject}, plot ${i + 1}`, monitor));
  }
  // A difference has priority over a part that cannot be compared, and that over equal parts.
  const status = ([1, 2, 0] as const).find((one) => judged.some((part) => part.status === one)) ?? 0;
  return { status, lines: judged.flatMap(({ lines }) => lines) };
}

async function judgePart(
  { geometry, reading: stored }: EvidencePart,
  subject: string,
  monitor: Pick<ForestMonitor, 'read'>,
): Promise<EvidenceJudgement> {
  const answer = await monitor.read(geometry).catch((error: unknown) => error);
  if (answer instanceof Error || !isAnswer(answer)) {
    return {
      status: 2,
      lines: [`The tiles cannot be read now: ${answer instanceof Error ? answer.message : 'unknown'}`],
    };
  }
  if (stored === null || answer.kind === 'unreadable') {
    const now =
      answer.kind === 'unreadable' ? `nothing could be read now (${answer.reason.text})` : 'the tiles are read now';
    const equal = stored === null && answer.kind === 'unreadable';
    const then = stored === null ? 'Nothing could be read then' : 'It was read then';
    return { status: equal ? 0 : 1, lines: [`${equal ? 'EQUAL' : 'NOT EQUAL'}: ${subject}. ${then}, and ${now}.`] };
  }
  const differences = differencesOf(stored, answer.reading);
  if (differences.length > 0)
    return { status: 1, lines: [`NOT EQUAL: ${subject}.`, ...differences.map((one) => `- ${one}`)] };
  const { kind, pixels } = concludeReading(answer);
  const { dataset, datasetVersion } = answer.reading;
  return {
    status: 0,
    lines: [`EQUAL: ${subject}. ${pixels} pixels of ${dataset} ${datasetVersion} say the same now: ${kind}.`],
  };
}

function parsed(text: string): EvidenceFile | null {
  try {
    return evidenceFile.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function isAnswer(value: unknown): value is Awaited<ReturnType<ForestMonitor['read']>> {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
