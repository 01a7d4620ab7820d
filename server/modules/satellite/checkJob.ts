import type { Actor } from '../lots/lotEvents.ts';

export const CHECK_TASK = 'satellite-check';

/** The requester of a check in its job's payload: names are not stored in the queue and are read when the job runs. */
export type RequestedBy = Omit<Actor, 'name'>;

export interface CheckJob {
  lotUuid: string;
  requestedBy: RequestedBy;
}

/** One check waits for each lot. */
export function jobKey(lotUuid: string): string {
  return `${CHECK_TASK}:${lotUuid}`;
}

export function jobOf(lotUuid: string, { userId, keyId, role, gdprConsent, requestId }: Actor): CheckJob {
  return {
    lotUuid,
    requestedBy: {
      userId,
      ...(keyId === undefined ? {} : { keyId }),
      role,
      ...(gdprConsent === undefined ? {} : { gdprConsent }),
      ...(requestId === undefined ? {} : { requestId }),
    },
  };
}
