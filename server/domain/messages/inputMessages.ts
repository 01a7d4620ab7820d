import type { CodesMessages, PageMessages } from '../../../messages/types.ts';
import { defineMessage } from './message.ts';

/** A field that messages have a name for: `label.<field>` in messages/en. */
export type InputField = FieldOf<keyof (CodesMessages & PageMessages)>;
type FieldOf<Id> = Id extends `label.${infer Field}` ? Field : never;

/**
 * Why a value of a field is rejected. `field` is its name in the API, or that of the field that the rule is made for.
 */
export const INPUT = {
  required: defineMessage('input.required', { field: 'farmId' }),
  notText: defineMessage('input.not_text', { field: 'farmerName' }),
  tooLong: defineMessage('input.too_long', { field: 'processDetails', most: 2000 }),
  tooShort: defineMessage('input.too_short', { field: 'password', least: 8 }),
  notStorable: defineMessage('input.not_storable', { field: 'location' }),
  hiddenCharacters: defineMessage('input.hidden_characters', { field: 'farmerName' }),
  oneOf: defineMessage('input.one_of', { field: 'role', choices: ['farmer', 'processor', 'auditor'] }),
  notAFlag: defineMessage('input.not_a_flag', { field: 'isAnonymized' }),
  notWhole: defineMessage('input.not_whole', { field: 'version' }),
  tooLow: defineMessage('input.too_low', { field: 'version', least: 1 }),
  hookAddress: defineMessage('input.hook_address', { field: 'url' }),
  closedHookAddress: defineMessage('input.closed_hook_address', { field: 'url' }),
  mailCode: defineMessage('input.mail_code'),
  linkToken: defineMessage('input.link_token'),
  lotNumbers: defineMessage('input.lot_numbers', { example: 'LOT-{YEAR}-{NNNN}', most: 23 }),
  logo: defineMessage('input.logo', { kilobytes: 200, pixels: 2_000 }),
  tooHigh: defineMessage('input.too_high', { field: 'areaHa', most: 1_000_000 }),
  countryForm: defineMessage('input.country_form'),
  noSuchPlot: defineMessage('input.no_such_plot', { plot: 'Upper field', farmId: 'FARM001' }),
  placeOfPlots: defineMessage('input.place_of_plots'),
  plots: defineMessage('input.plots', { most: 20 }),
  plotId: defineMessage('input.plot_id'),
  lotReference: defineMessage('input.lot_reference'),
  partyId: defineMessage('input.party_id'),
  containerNumber: defineMessage('input.container_number'),
  tooFew: defineMessage('input.too_few', { field: 'inputs', least: 1 }),
  tooMany: defineMessage('input.too_many', { field: 'outputs', most: 100 }),
  listedTwice: defineMessage('input.listed_twice', { value: 'LOT030' }),
  incomplete: defineMessage('input.incomplete'),
  unknownField: defineMessage('input.unknown_field', { field: 'ph' }),
  more: defineMessage('input.more', { count: 1185 }),

  // Figures
  outOfBounds: defineMessage('input.out_of_bounds', { field: 'temperature', min: -50, max: 60, measure: 'celsius' }),
  notPositive: defineMessage('input.not_positive', { field: 'weight' }),
  tooHeavy: defineMessage('input.too_heavy', { field: 'weight', mostKg: 10_000 }),
  formQuality: defineMessage('input.form_quality', { min: 0, max: 10, step: 0.1 }),

  tareAboveGross: defineMessage('input.tare_above_gross'),
  netWeight: defineMessage('input.net_weight', { netKg: 61.4 }),

  // Days and times
  notADay: defineMessage('input.not_a_day', { field: 'harvestDate' }),
  inFuture: defineMessage('input.in_future', { field: 'harvestDate' }),
  notATime: defineMessage('input.not_a_time', { field: 'startTime' }),
  endBeforeStart: defineMessage('input.end_before_start'),

  // Lots
  lotIdForm: defineMessage('input.lot_id_form'),
  publicLotIdForm: defineMessage('input.public_lot_id_form'),
  lotIdEmpty: defineMessage('input.lot_id_empty'),
  farmIdForm: defineMessage('input.farm_id_form', { most: 40 }),
  certifications: defineMessage('input.certifications', { choices: ['Organic', 'UTZ'] }),
  manyCertifications: defineMessage('input.many_certifications', { most: 20 }),
  consent: defineMessage('input.consent'),
  stageRequired: defineMessage('input.stage_required'),
  farmByAdminOnly: defineMessage('input.farm_by_admin_only'),
  shippedPlaceByAdminOnly: defineMessage('input.shipped_place_by_admin_only'),
  alertPlaceByAdminOnly: defineMessage('input.alert_place_by_admin_only'),
  anotherPlace: defineMessage('input.another_place', { field: 'latitude' }),

  // Alerts and reports
  noteRequired: defineMessage('input.note_required'),
  periodTurned: defineMessage('input.period_turned', { endDate: '2026-03-14' }),
  periodTooLarge: defineMessage('input.period_too_large', { most: 10_000 }),
  formatTooSmall: defineMessage('input.format_too_small', { format: 'geojson', most: 50_000 }),

  // Accounts
  usernameShort: defineMessage('input.username_short', { least: 3 }),
  usernameForm: defineMessage('input.username_form', { least: 3, most: 40 }),
  emailForm: defineMessage('input.email_form'),
  farmerNeedsFarm: defineMessage('input.farmer_needs_farm'),

  // Parties
  countryCode: defineMessage('input.country_code'),
  eoriForm: defineMessage('input.eori_form', { most: 15 }),
};
