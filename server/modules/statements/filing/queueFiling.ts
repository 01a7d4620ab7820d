import type { EntityManager } from '@mikro-orm/postgresql';
import { FILING } from '../../../domain/messages/filingMessages.ts';
import { FILE_TASK, PACKAGE_TASK } from '../jobNames.ts';
import type { StatementParts } from '../statementParts.ts';
import type { FilingStep, StatementRow } from '../statementRow.ts';
import { stepRefused } from '../statementService.ts';
import { changeStatement, lockedParts } from '../statementStore.ts';

type Queueing = Pick<StatementParts, 'clock' | 'jobs'>;

/** Marks a statement for its job, and queues that. */
export async function queueFiling(
  em: EntityManager,
  { clock, jobs }: Queueing,
  row: StatementRow,
  filingStep: FilingStep,
): Promise<void> {
  await changeStatement(em, row, { filing: 'queued', filingStep, faults: [] }, clock());
  const task = filingStep === 'hand_over' ? PACKAGE_TASK : FILE_TASK;
  await jobs.enqueue(em, task, { id: row.id }, { jobKey: `${task}:${row.id}`, queue: task });
}

/**
 * Queues the parts of a grouped statement that were not filed yet: one that the registry has is never sent again.
 * @returns whether the grouped statement waits for numbers of parts
 * @throws Refused conflict, when a part was rejected or withdrawn
 */
export async function queueParts(
  em: EntityManager,
  queueing: Queueing,
  groupId: string,
  step: FilingStep,
): Promise<boolean> {
  const parts = await lockedParts(em, groupId);
  const isOpen = ({ state }: StatementRow): boolean => ['checked', 'submitted', 'available'].includes(state);
  if (!parts.every(isOpen)) throw stepRefused(FILING.partsFiled({}));
  for (const part of parts) {
    if (part.state === 'checked' && part.filing === null) await queueFiling(em, queueing, part, step);
  }
  return parts.some(({ state, referenceNumber }) => state !== 'available' || referenceNumber === null);
}
