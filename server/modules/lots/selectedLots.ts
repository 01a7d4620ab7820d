import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { MOST_SELECTED } from '../../domain/public/publicRoutes.ts';

/** Lots that a person chose one by one. */
export const selectedLots = z
  .array(z.uuid(encodeMessage(CALL.lotUuid({}))), encodeMessage(CALL.lotUuids({})))
  .min(1, encodeMessage(CALL.noLots({})))
  .max(MOST_SELECTED, encodeMessage(CALL.manyLots({ most: MOST_SELECTED })))
  .transform((ids) => ids.map((id) => id.toLowerCase()));
