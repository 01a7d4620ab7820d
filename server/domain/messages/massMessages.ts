import { defineMessage } from './message.ts';

/** Why a transformation or a weighing cannot be recorded, or only with an explanation. Weights in kg. */
export const MASS = {
  lossReasonRequired: defineMessage('mass.loss_reason_required'),
  lossNoteRequired: defineMessage('mass.loss_note_required'),
  unbalanced: defineMessage('mass.unbalanced', { inputKg: 100, outputKg: 60, lossKg: 38.5, differenceKg: 1.5 }),
  dryMassGain: defineMessage('mass.dry_mass_gain', { inputKg: 40, outputKg: 41.5, tolerancePercent: 1 }),
  inputShipped: defineMessage('mass.input_shipped', { lotId: 'LOT030', stage: 'shipped' }),
  outputEarly: defineMessage('mass.output_early', { stage: 'fermented', least: 'drying' }),
  inheritedField: defineMessage('mass.inherited_field', { field: 'certifications' }),
  weighedOnly: defineMessage('mass.weighed_only', { field: 'weight' }),
  usedLotStays: defineMessage('mass.used_lot_stays', { usedKg: 60.25 }),
  nothingLeft: defineMessage('mass.nothing_left'),
  dryMassOfLot: defineMessage('mass.dry_mass_of_lot', { beforeKg: 40, afterKg: 41.5, tolerancePercent: 1 }),
  notAvailable: defineMessage('mass.not_available', { lotId: 'LOT030', wantedKg: 80, availableKg: 60.25 }),
  belowUsed: defineMessage('mass.below_used', { usedKg: 60.25 }),
  yieldUnexpected: defineMessage('mass.yield_unexpected', {
    yieldPercent: 25,
    leastPercent: 30,
    mostPercent: 42,
  }),
  plotYield: defineMessage('mass.plot_yield', { plot: 'Upper field', kgPerHectare: 2_600, limitKg: 2_000 }),
};
