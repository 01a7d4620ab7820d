/** A satellite check, a person who looked into a finding, or neither: a new lot, or a new place. */
export const STATUS_SOURCES = ['check', 'person', 'nobody'] as const;
export type StatusSource = (typeof STATUS_SOURCES)[number];

/** Why a lot is `Pending Review`: what it waits for, or why its last check was inconclusive. */
export const PENDING_REASONS = [
  'first_check_queued',
  'new_place_check_queued',
  'unreadable',
  'incomplete',
  'no_data',
  'gaps',
  'no_land',
  'unconfirmed',
  'alert_open',
  'inconclusive',
] as const;
export type PendingReason = (typeof PENDING_REASONS)[number];
