import { FIGURE_FIELDS, LOT_FIELDS, type FigureField } from '../lot/lotTable.ts';
import { fixed, sentence } from './said.ts';

/** What messages call the fields that people fill in; figures of a lot have theirs in its table. */
const LABELS = {
  lotId: 'Lot ID',
  farmId: 'Farm ID',
  farmerName: 'Farmer name',
  cacaoVariety: 'Cacao variety',
  harvestDate: 'Harvest date',
  currentProcess: 'Process step',
  processDetails: 'Process details',
  operatorName: 'Operator name',
  location: 'Location',
  notes: 'Notes',
  startTime: 'Start time',
  endTime: 'End time',
  username: 'Username',
  password: 'Password',
  currentPassword: 'Current password',
  refreshToken: 'Refresh token',
  name: 'Name',
  role: 'Role',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  company: 'Company',
  message: 'Message',
  areaHa: 'Area',
  geometry: 'Geometry',
} as const;
const FIGURE_LABELS = new Map<string, string>(FIGURE_FIELDS.map((field) => [field, LOT_FIELDS[field].figure.label]));

/** A field that messages have a name for. */
export type InputField = keyof typeof LABELS | FigureField;

/** Its English name; another field is named as the API names it. */
function labelOf(field: string): string {
  const labels: Readonly<Record<string, string>> = LABELS;
  return FIGURE_LABELS.get(field) ?? (Object.hasOwn(labels, field) ? labels[field] : undefined) ?? field;
}

const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 20 });

/** How messages write the bounds of a figure. */
const BETWEEN: Readonly<Record<string, (min: number, max: number) => string>> = {
  percent: (min, max) => `${min} and ${max}%`,
  celsius: (min, max) => `${min}°C and ${max}°C`,
};

/**
 * Why a value of a field is rejected. `field` is its name in the API, or that of the field that the rule is made for.
 */
export const INPUT = {
  required: sentence(
    'input.required',
    { field: 'text' },
    { field: 'farmId' },
    ({ field }) => `${labelOf(field)} ${field === 'processDetails' ? 'are' : 'is'} required`,
  ),
  notText: sentence(
    'input.not_text',
    { field: 'text' },
    { field: 'farmerName' },
    ({ field }) => `${labelOf(field)} must be text`,
  ),
  tooLong: sentence(
    'input.too_long',
    { field: 'text', most: 'number' },
    { field: 'processDetails', most: 2000 },
    ({ field, most }) => `${labelOf(field)} can be at most ${figure(most)} characters`,
  ),
  tooShort: sentence(
    'input.too_short',
    { field: 'text', least: 'number' },
    { field: 'password', least: 8 },
    ({ field, least }) => `${labelOf(field)} must be at least ${figure(least)} characters`,
  ),
  notStorable: sentence(
    'input.not_storable',
    { field: 'text' },
    { field: 'location' },
    ({ field }) => `${labelOf(field)} holds characters that cannot be stored`,
  ),
  hiddenCharacters: sentence(
    'input.hidden_characters',
    { field: 'text' },
    { field: 'farmerName' },
    ({ field }) => `${labelOf(field)} holds invisible characters: type it by hand`,
  ),
  oneOf: sentence(
    'input.one_of',
    { field: 'text', choices: 'texts' },
    { field: 'role', choices: ['farmer', 'processor', 'auditor'] },
    ({ field, choices }) => `${labelOf(field)} must be one of ${choices.join(', ')}`,
  ),
  notAFlag: sentence(
    'input.not_a_flag',
    { field: 'text' },
    { field: 'isAnonymized' },
    ({ field }) => `${labelOf(field)} must be true or false`,
  ),
  notWhole: sentence(
    'input.not_whole',
    { field: 'text' },
    { field: 'version' },
    ({ field }) => `${labelOf(field)} must be a whole number`,
  ),
  tooLow: sentence(
    'input.too_low',
    { field: 'text', least: 'number' },
    { field: 'version', least: 1 },
    ({ field, least }) => `${labelOf(field)} must be ${figure(least)} or more`,
  ),
  hookAddress: sentence(
    'input.hook_address',
    { field: 'text' },
    { field: 'url' },
    () => 'Give an https address without user name, password and fragment',
  ),
  closedHookAddress: sentence(
    'input.closed_hook_address',
    { field: 'text' },
    { field: 'url' },
    () => 'Give an address on the public internet: this host has an address of a private or local network',
  ),
  mailCode: fixed(
    'input.mail_code',
    'This is not the code that was mailed last, or it is too old: have another one sent',
  ),
  tooHigh: sentence(
    'input.too_high',
    { field: 'text', most: 'number' },
    { field: 'areaHa', most: 1_000_000 },
    ({ field, most }) => `${labelOf(field)} must be ${figure(most)} or less`,
  ),
  countryForm: fixed('input.country_form', 'Country must be a code of two letters, e.g. PG'),
  noSuchPlot: sentence(
    'input.no_such_plot',
    { plot: 'text', farmId: 'text' },
    { plot: 'Upper field', farmId: 'FARM001' },
    ({ plot, farmId }) => `Farm ${farmId} has no plot ${plot}`,
  ),
  placeOfPlots: fixed(
    'input.place_of_plots',
    'A lot from plots has their place: leave latitude and longitude out, or take the plots away',
  ),
  plots: sentence(
    'input.plots',
    { most: 'number' },
    { most: 20 },
    ({ most }) => `Plots takes at most ${most} names or ids of plots of the lot's farm`,
  ),
  plotId: fixed('input.plot_id', 'plotId must be the UUID of a plot'),
  incomplete: fixed('input.incomplete', 'Please fill in all required fields.'),
  unknownField: sentence(
    'input.unknown_field',
    { field: 'text' },
    { field: 'ph' },
    ({ field }) => `${field} cannot be set here`,
  ),
  more: sentence('input.more', { count: 'number' }, { count: 1185 }, ({ count }) => `and ${figure(count)} more`),

  // Figures
  outOfBounds: sentence(
    'input.out_of_bounds',
    { field: 'text', min: 'number', max: 'number', measure: 'text' },
    { field: 'temperature', min: -50, max: 60, measure: 'celsius' },
    ({ field, min, max, measure }) =>
      `${labelOf(field)} must be between ${BETWEEN[measure]?.(min, max) ?? `${min} and ${max}`}`,
  ),
  notPositive: sentence(
    'input.not_positive',
    { field: 'text' },
    { field: 'weight' },
    ({ field }) => `${labelOf(field)} must be a positive number`,
  ),
  tooHeavy: sentence(
    'input.too_heavy',
    { field: 'text', mostKg: 'number' },
    { field: 'weight', mostKg: 10_000 },
    ({ field, mostKg }) => `${labelOf(field)} seems too high (max ${figure(mostKg)} kg)`,
  ),
  formQuality: sentence(
    'input.form_quality',
    { min: 'number', max: 'number', step: 'number' },
    { min: 0, max: 10, step: 0.1 },
    ({ min, max, step }) => `Quality score must be between ${min} and ${max}, in steps of ${step}`,
  ),

  // Days and times
  notADay: sentence(
    'input.not_a_day',
    { field: 'text' },
    { field: 'harvestDate' },
    ({ field }) => `${labelOf(field)} must be a calendar day in the form YYYY-MM-DD`,
  ),
  inFuture: sentence(
    'input.in_future',
    { field: 'text' },
    { field: 'harvestDate' },
    ({ field }) => `${labelOf(field)} cannot be in the future`,
  ),
  notATime: sentence(
    'input.not_a_time',
    { field: 'text' },
    { field: 'startTime' },
    ({ field }) => `${labelOf(field)} must be a date and time`,
  ),
  endBeforeStart: fixed('input.end_before_start', 'End time cannot be before the start time'),

  // Lots
  lotIdForm: fixed('input.lot_id_form', 'Lot ID must be in format LOT### (e.g., LOT030)'),
  publicLotIdForm: fixed(
    'input.public_lot_id_form',
    'Invalid lot ID format. Expected format: LOT followed by letters, numbers, underscore, or dash (e.g., LOT701)',
  ),
  lotIdEmpty: fixed('input.lot_id_empty', 'Lot ID cannot be empty'),
  farmIdForm: sentence(
    'input.farm_id_form',
    { most: 'number' },
    { most: 40 },
    ({ most }) => `Farm ID takes letters, digits, _ and -, at most ${most} characters`,
  ),
  certifications: sentence(
    'input.certifications',
    { choices: 'texts' },
    { choices: ['Organic', 'UTZ'] },
    ({ choices }) => `Certifications must be from ${choices.join(', ')}`,
  ),
  manyCertifications: sentence(
    'input.many_certifications',
    { most: 'number' },
    { most: 20 },
    ({ most }) => `At most ${most} certifications can be given`,
  ),
  consent: fixed('input.consent', 'You must accept the compliance terms to proceed'),
  stageRequired: fixed('input.stage_required', 'Choose the step that the lot has reached'),
  farmByAdminOnly: fixed('input.farm_by_admin_only', 'Only an admin can move a lot to another farm'),
  shippedPlaceByAdminOnly: fixed(
    'input.shipped_place_by_admin_only',
    'The place of a shipped lot can be changed by an admin only',
  ),
  alertPlaceByAdminOnly: fixed(
    'input.alert_place_by_admin_only',
    'The place of a lot with an open alert can be changed by an admin only',
  ),
  anotherPlace: sentence(
    'input.another_place',
    { field: 'text' },
    { field: 'latitude' },
    ({ field }) => `The ${field} is not the lot's stored one`,
  ),

  // Alerts and reports
  noteRequired: fixed('input.note_required', 'A note is required with an outcome'),
  periodTurned: sentence(
    'input.period_turned',
    { endDate: 'text' },
    { endDate: '2026-03-14' },
    ({ endDate }) => `startDate must not be after endDate (${endDate})`,
  ),
  periodTooLarge: sentence(
    'input.period_too_large',
    { most: 'number' },
    { most: 10_000 },
    ({ most }) =>
      `More than ${figure(most)} lots were harvested in this period; choose a shorter one, or have the report made in portions (POST /api/v1/reports)`,
  ),
  formatTooSmall: sentence(
    'input.format_too_small',
    { format: 'text', most: 'number' },
    { format: 'geojson', most: 50_000 },
    ({ format, most }) =>
      `A file of the format ${format} holds at most ${figure(most)} lots, and this report has more; take csv or json, or make reports of shorter periods`,
  ),

  // Accounts
  usernameShort: sentence(
    'input.username_short',
    { least: 'number' },
    { least: 3 },
    ({ least }) => `Username must be at least ${least} alphanumeric characters`,
  ),
  usernameForm: sentence(
    'input.username_form',
    { least: 'number', most: 'number' },
    { least: 3, most: 40 },
    ({ least, most }) =>
      `Username must be ${least} to ${most} letters, digits, dots, dashes or underscores, the first a letter or digit`,
  ),
  emailForm: fixed('input.email_form', 'Email must be an address such as name@example.org'),
  farmerNeedsFarm: fixed('input.farmer_needs_farm', 'A farmer needs a farm'),
};
