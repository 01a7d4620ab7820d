import { describe, expect, it } from 'vitest';
import {
  reviewState,
  shippingRefusal,
  shippingWarnings,
  type RiskConfirmation,
  type ShippedLot,
  type ShippingGuardMode,
  type ShippingWarning,
} from './shippingGuard.ts';
import { STAGES } from './stages.ts';

const clean: ShippedLot = { deforestationStatus: 'No Deforestation', hasOpenAlert: false, moistureHundredths: 800 };

describe('what speaks against shipping a lot', () => {
  it.each<[string, Partial<ShippedLot>, string[]]>([
    ['a compliant lot', {}, []],
    ['detected deforestation', { deforestationStatus: 'Deforestation Detected' }, ['deforestation_detected']],
    ['a lot that was never checked', { deforestationStatus: 'Pending Review' }, ['not_deforestation_free']],
    ['one under investigation', { deforestationStatus: 'Under Investigation' }, ['not_deforestation_free']],
    ['an open alert', { hasOpenAlert: true }, ['open_alert']],
    ['moisture above 8 %', { moistureHundredths: 801 }, ['high_moisture']],
    [
      'all of it, worst first',
      { deforestationStatus: 'Deforestation Detected', hasOpenAlert: true, moistureHundredths: 3_900 },
      ['deforestation_detected', 'open_alert', 'high_moisture'],
    ],
  ])('%s', (_name, facts, warnings) => {
    expect(shippingWarnings('shipped', { ...clean, ...facts })).toEqual(warnings);
  });

  it.each(STAGES)('is asked before a lot leaves, and not before: %s', (stage) => {
    const condemned: ShippedLot = { ...clean, deforestationStatus: 'Deforestation Detected' };
    expect(shippingWarnings(stage, condemned)).toEqual(
      stage === 'shipped' || stage === 'delivered' ? ['deforestation_detected'] : [],
    );
  });
});

describe('a call that ships what is not compliant', () => {
  const reason: RiskConfirmation = { reason: 'The buyer knows' };
  const named: RiskConfirmation = { ...reason, confirmationId: 'a' };

  it.each<[ShippingGuardMode, ShippingWarning[], RiskConfirmation | null, string | null, string | null]>([
    ['warn', ['deforestation_detected'], null, null, null],
    ['warn', ['deforestation_detected'], named, null, 'not-confirmed'],
    ['warn', ['deforestation_detected'], named, 'b', 'not-confirmed'],
    ['warn', ['deforestation_detected'], named, 'a', null],
    ['block', [], null, null, null],
    ['block', ['high_moisture'], null, null, 'blocked'],
    ['block', ['high_moisture'], reason, null, null],
    ['block', ['deforestation_detected'], null, 'a', 'blocked'],
    ['block', ['deforestation_detected'], reason, null, 'second-person-missing'],
    ['block', ['deforestation_detected'], reason, 'a', null],
  ])('%s, %j, %j, confirmed %s: %s', (mode, warnings, given, confirmedId, refusal) => {
    expect(shippingRefusal(mode, warnings, given, confirmedId)).toBe(refusal);
  });
});

describe('a review', () => {
  const now = new Date('2026-05-02T08:00:00Z');
  const later = new Date('2026-05-02T08:00:01Z');
  const asked = { expiresAt: later, confirmedAt: null, shippedAt: null, closedAt: null };

  it.each([
    ['waiting', asked],
    ['confirmed', { ...asked, confirmedAt: now }],
    ['expired', { ...asked, expiresAt: now }],
    ['expired', { ...asked, expiresAt: now, confirmedAt: now }],
    ['open', { ...asked, expiresAt: null, shippedAt: now }],
    ['open', { ...asked, expiresAt: now, confirmedAt: now, shippedAt: now }],
    ['closed', { ...asked, shippedAt: now, closedAt: now }],
  ])('is %s', (state, review) => {
    expect(reviewState(review, now)).toBe(state);
  });
});
