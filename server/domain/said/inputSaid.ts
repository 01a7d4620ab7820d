import type { CodesMessages, PageMessages } from '../../../messages/types.ts';
import { sentence } from './said.ts';

/** A field that messages have a name for: `label.<field>` in messages/en. */
export type InputField = FieldOf<keyof (CodesMessages & PageMessages)>;
type FieldOf<Id> = Id extends `label.${infer Field}` ? Field : never;

/**
 * Why a value of a field is rejected. `field` is its name in the API, or that of the field that the rule is made for.
 */
export const INPUT = {
  required: sentence('input.required', { field: 'farmId' }),
  notText: sentence('input.not_text', { field: 'farmerName' }),
  tooLong: sentence('input.too_long', { field: 'processDetails', most: 2000 }),
  tooShort: sentence('input.too_short', { field: 'password', least: 8 }),
  notStorable: sentence('input.not_storable', { field: 'location' }),
  hiddenCharacters: sentence('input.hidden_characters', { field: 'farmerName' }),
  oneOf: sentence('input.one_of', { field: 'role', choices: ['farmer', 'processor', 'auditor'] }),
  notAFlag: sentence('input.not_a_flag', { field: 'isAnonymized' }),
  notWhole: sentence('input.not_whole', { field: 'version' }),
  tooLow: sentence('input.too_low', { field: 'version', least: 1 }),
  hookAddress: sentence('input.hook_address', { field: 'url' }),
  closedHookAddress: sentence('input.closed_hook_address', { field: 'url' }),
  mailCode: sentence('input.mail_code'),
  tooHigh: sentence('input.too_high', { field: 'areaHa', most: 1_000_000 }),
  countryForm: sentence('input.country_form'),
  noSuchPlot: sentence('input.no_such_plot', { plot: 'Upper field', farmId: 'FARM001' }),
  placeOfPlots: sentence('input.place_of_plots'),
  plots: sentence('input.plots', { most: 20 }),
  plotId: sentence('input.plot_id'),
  incomplete: sentence('input.incomplete'),
  unknownField: sentence('input.unknown_field', { field: 'ph' }),
  more: sentence('input.more', { count: 1185 }),

  // Figures
  outOfBounds: sentence('input.out_of_bounds', { field: 'temperature', min: -50, max: 60, measure: 'celsius' }),
  notPositive: sentence('input.not_positive', { field: 'weight' }),
  tooHeavy: sentence('input.too_heavy', { field: 'weight', mostKg: 10_000 }),
  formQuality: sentence('input.form_quality', { min: 0, max: 10, step: 0.1 }),

  // Days and times
  notADay: sentence('input.not_a_day', { field: 'harvestDate' }),
  inFuture: sentence('input.in_future', { field: 'harvestDate' }),
  notATime: sentence('input.not_a_time', { field: 'startTime' }),
  endBeforeStart: sentence('input.end_before_start'),

  // Lots
  lotIdForm: sentence('input.lot_id_form'),
  publicLotIdForm: sentence('input.public_lot_id_form'),
  lotIdEmpty: sentence('input.lot_id_empty'),
  farmIdForm: sentence('input.farm_id_form', { most: 40 }),
  certifications: sentence('input.certifications', { choices: ['Organic', 'UTZ'] }),
  manyCertifications: sentence('input.many_certifications', { most: 20 }),
  consent: sentence('input.consent'),
  stageRequired: sentence('input.stage_required'),
  farmByAdminOnly: sentence('input.farm_by_admin_only'),
  shippedPlaceByAdminOnly: sentence('input.shipped_place_by_admin_only'),
  alertPlaceByAdminOnly: sentence('input.alert_place_by_admin_only'),
  anotherPlace: sentence('input.another_place', { field: 'latitude' }),

  // Alerts and reports
  noteRequired: sentence('input.note_required'),
  periodTurned: sentence('input.period_turned', { endDate: '2026-03-14' }),
  periodTooLarge: sentence('input.period_too_large', { most: 10_000 }),
  formatTooSmall: sentence('input.format_too_small', { format: 'geojson', most: 50_000 }),

  // Accounts
  usernameShort: sentence('input.username_short', { least: 3 }),
  usernameForm: sentence('input.username_form', { least: 3, most: 40 }),
  emailForm: sentence('input.email_form'),
  farmerNeedsFarm: sentence('input.farmer_needs_farm'),
};
