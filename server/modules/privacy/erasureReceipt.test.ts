import { expect, it } from 'vitest';
import { KEPT } from '../../domain/messages/retentionMessages.ts';
import { OTHER } from '../../domain/messages/message.ts';
import { kept, receiptFrom } from './erasureReceipt.ts';

const RECEIPT = { id: 'e1', at: '2026-03-01T00:00:00.000Z', fields: ['name'], ledgerEvents: 1 };
const PLACES = kept(KEPT.places({ lots: 2 }), '2031-03-01', KEPT.placesReason({}));

it('a stored receipt is answered as it was', () => {
  const receipt = { ...RECEIPT, kept: [PLACES] };
  expect(receiptFrom(JSON.parse(JSON.stringify(receipt)))).toEqual(receipt);
});

it('a code that says something else than the text beside it does not count', () => {
  const { what, whySaid, until, why } = PLACES;
  const [shown] = receiptFrom({
    ...RECEIPT,
    kept: [{ what, whatSaid: KEPT.places({ lots: 3 }), until, why, whySaid }],
  }).kept;
  expect(shown?.whatSaid).toEqual(OTHER({ text: what }));
});
