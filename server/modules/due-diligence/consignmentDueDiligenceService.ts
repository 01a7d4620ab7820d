import { isUuid } from '../../domain/lot/lotId.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { notFound } from '../../platform/errors/refusal.ts';
import { CONSIGNMENT_IDS } from '../consignments/consignmentViews.ts';
import { readDueDiligence, type ConsignmentDueDiligence } from './consignmentDueDiligence.ts';
import type { DueDiligenceParts } from './documentService.ts';
import { dueDiligenceReader, utcDay } from './dueDiligenceAccess.ts';

/** What the due diligence of consignments lacks. */
export class ConsignmentDueDiligenceService {
  readonly #parts: DueDiligenceParts;

  constructor(parts: DueDiligenceParts) {
    this.#parts = parts;
  }

  /** @throws Refused unauthenticated, forbidden, not-found */
  async of(caller: Caller, consignmentId: string): Promise<ConsignmentDueDiligence> {
    const { database, permissions, clock } = this.#parts;
    dueDiligenceReader(permissions, caller);
    const known = isUuid(consignmentId)
      ? await database.row(`select 1 from ${CONSIGNMENT_IDS} c where id = $1`, [consignmentId])
      : null;
    if (known === null) throw notFound('Consignment');
    return readDueDiligence(database, consignmentId.toLowerCase(), utcDay(clock()));
  }
}
