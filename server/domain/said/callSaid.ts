import { fixed, sentence } from './said.ts';

const figure = (value: number): string => value.toLocaleString('en-US');

/** What is wrong with a value that programs send: a parameter, a header, a field that no form asks for. Fields by their names in the API. */
export const CALL = {
  oneOf: sentence(
    'call.one_of',
    { field: 'text', choices: 'texts' },
    { field: 'stage', choices: ['harvested', 'fermented'] },
    ({ field, choices }) => `${field} takes one of: ${choices.join(', ')}`,
  ),
  role: sentence(
    'call.role',
    { field: 'text', choices: 'texts' },
    { field: 'role', choices: ['farmer', 'processor'] },
    ({ field, choices }) => `${field} takes one of ${choices.join(', ')}`,
  ),
  wholeNumber: sentence(
    'call.whole_number',
    { field: 'text', min: 'number', max: 'number' },
    { field: 'limit', min: 1, max: 100 },
    ({ field, min, max }) => `${field} takes a whole number from ${min} to ${max}`,
  ),
  range: sentence(
    'call.range',
    { field: 'text', min: 'number', max: 'number' },
    { field: 'days', min: 1, max: 400 },
    ({ field, min, max }) => `${field} takes ${min} to ${max}`,
  ),
  fromOne: sentence('call.from_one', { field: 'text' }, { field: 'page' }, ({ field }) => `${field} counts from 1`),
  atMost: sentence(
    'call.at_most',
    { field: 'text', max: 'number' },
    { field: 'page', max: 1_000_000 },
    ({ field, max }) => `${field} is at most ${figure(max)}`,
  ),
  assignee: sentence(
    'call.assignee',
    { field: 'text' },
    { field: 'assigneeId' },
    ({ field }) => `${field} takes the id of an account that sees this alert and may work on it`,
  ),
  day: sentence(
    'call.day',
    { field: 'text' },
    { field: 'startDate' },
    ({ field }) => `${field} takes a day, YYYY-MM-DD`,
  ),
  degrees: sentence(
    'call.degrees',
    { field: 'text' },
    { field: 'latitude' },
    ({ field }) => `${field} takes degrees, a number`,
  ),
  flag: sentence('call.flag', { field: 'text' }, { field: 'dryRun' }, ({ field }) => `${field} takes true or false`),
  text: sentence('call.text', { field: 'text' }, { field: 'note' }, ({ field }) => `${field} takes text`),
  number: sentence('call.number', { field: 'text' }, { field: 'value' }, ({ field }) => `${field} takes a number`),
  whole: sentence('call.whole', { field: 'text' }, { field: 'after' }, ({ field }) => `${field} takes a whole number`),
  list: sentence('call.list', { field: 'text' }, { field: 'metrics' }, ({ field }) => `${field} takes a list`),
  object: sentence('call.object', { field: 'text' }, { field: 'input' }, ({ field }) => `${field} takes a JSON object`),
  tooLong: sentence(
    'call.too_long',
    { field: 'text', most: 'number' },
    { field: 'search', most: 100 },
    ({ field, most }) => `${field} takes at most ${most} characters`,
  ),
  tooShort: sentence(
    'call.too_short',
    { field: 'text', least: 'number' },
    { field: 'text', least: 2 },
    ({ field, least }) => `${field} takes at least ${least} characters`,
  ),
  notStorable: sentence(
    'call.not_storable',
    { field: 'text' },
    { field: 'reason' },
    ({ field }) => `${field} holds characters that cannot be stored`,
  ),
  searchNoLot: fixed('call.search_no_lot', 'search holds a character that no lot can have'),
  searchNoAccount: fixed('call.search_no_account', 'search holds characters that no account can have'),
  findNothing: fixed('call.find_nothing', 'text holds a character that nothing here can have'),
  cannotBeTaken: sentence(
    'call.cannot_be_taken',
    { field: 'text' },
    { field: 'geometry' },
    ({ field }) => `${field} cannot be taken`,
  ),
  inputCannotBeTaken: fixed('call.input_cannot_be_taken', 'The input cannot be taken'),
  sendObject: fixed('call.send_object', 'Send a JSON object'),
  turned: sentence(
    'call.turned',
    { from: 'text', to: 'text' },
    { from: 'from', to: 'to' },
    ({ from, to }) => `${from} is not more than ${to}`,
  ),
  attemptId: fixed('call.attempt_id', 'attemptId takes 1 to 64 letters, digits, _ and -'),
  eventId: fixed('call.event_id', 'id takes the 32 hex digits of an event'),
  etag: fixed('call.etag', 'If-Match takes the ETag of the lot that was read'),
  key: fixed('call.key', 'Idempotency-Key takes 1 to 255 visible ASCII characters'),
  alertIds: fixed('call.alert_ids', 'alertIds takes a list of alert ids'),
  noAlertIds: fixed('call.no_alert_ids', 'alertIds takes at least one alert id'),
  manyAlertIds: sentence(
    'call.many_alert_ids',
    { most: 'number' },
    { most: 100 },
    ({ most }) => `alertIds takes at most ${most} alert ids`,
  ),
  alertIdLong: sentence(
    'call.alert_id_long',
    { most: 'number' },
    { most: 64 },
    ({ most }) => `An alert id has at most ${most} characters`,
  ),
  lot: sentence('call.lot', { field: 'text' }, { field: 'lotId' }, ({ field }) => `${field} takes the id of a lot`),
  farm: sentence('call.farm', { field: 'text' }, { field: 'farmId' }, ({ field }) => `${field} takes the id of a farm`),
  lotUuids: fixed('call.lot_uuids', 'ids takes a list of UUIDs'),
  lotUuid: fixed('call.lot_uuid', 'ids takes UUIDs of lots'),
  noLots: fixed('call.no_lots', 'Name at least one lot'),
  manyLots: sentence(
    'call.many_lots',
    { most: 'number' },
    { most: 1000 },
    ({ most }) => `At most ${figure(most)} lots at once`,
  ),
  manyAuditLines: sentence(
    'call.many_audit_lines',
    { most: 'number' },
    { most: 100_000 },
    ({ most }) => `A file takes at most ${figure(most)} lines of the audit table: give a first and a last day`,
  ),
};

/** Faults of a page's reports about its errors, its speed and its searches. Fields by their names in the API. */
export const TOLD = {
  required: sentence('told.required', { field: 'text' }, { field: 'message' }, ({ field }) => `${field} is required`),
  notText: sentence('told.not_text', { field: 'text' }, { field: 'path' }, ({ field }) => `${field} must be text`),
  notMilliseconds: sentence(
    'told.not_milliseconds',
    { field: 'text' },
    { field: 'responseTime' },
    ({ field }) => `${field} must be a number of milliseconds`,
  ),
  negative: sentence(
    'told.negative',
    { field: 'text' },
    { field: 'responseTime' },
    ({ field }) => `${field} cannot be negative`,
  ),
  measure: sentence(
    'told.measure',
    { most: 'number' },
    { most: 60 },
    ({ most }) => `name takes up to ${most} letters, digits, dots, dashes and underscores`,
  ),
  emptyList: sentence(
    'told.empty_list',
    { field: 'text' },
    { field: 'metrics' },
    ({ field }) => `${field} must hold at least one`,
  ),
  noMeasurement: fixed('told.no_measurement', 'Send one measurement with name and value, or a list of them as metrics'),
};

/** What is wrong with a file that was sent, or with a row of it. */
export const FILE = {
  none: fixed('file.none', 'Send a file'),
  notAPart: fixed('file.not_a_part', 'Send the file as the part `file` of multipart/form-data'),
  several: fixed('file.several', 'Send one file at a time'),
  unreadable: fixed('file.unreadable', 'The body could not be read as multipart/form-data'),
  empty: fixed('file.empty', 'The file is empty'),
  noLots: fixed('file.no_lots', 'The file holds no lots'),
  manyLots: sentence(
    'file.many_lots',
    { most: 'number' },
    { most: 10_000 },
    ({ most }) => `An import takes at most ${figure(most)} lots`,
  ),
  evidenceType: sentence(
    'file.evidence_type',
    { choices: 'texts' },
    { choices: ['image/jpeg', 'application/pdf'] },
    ({ choices }) => `The file is none of these by its content, or it is damaged: ${choices.join(', ')}`,
  ),
  changed: fixed('file.changed', 'The file changed while it was read'),
  notUtf8: fixed('file.no_utf', 'The file is not UTF-8 text: save it as CSV UTF-8 or as GeoJSON'),
  notGeoJson: fixed(
    'file.not_geojson',
    'The file is not GeoJSON (RFC 7946): a FeatureCollection, a Feature or a geometry',
  ),
  notCsv: sentence(
    'file.not_csv',
    { detail: 'text' },
    { detail: 'Invalid Opening Quote: a quote is found on field 1 at line 3' },
    ({ detail }) => `The file is not CSV: ${detail}`,
  ),
  noColumn: sentence(
    'file.no_column',
    { column: 'text', choices: 'texts' },
    { column: 'color', choices: ['lotId', 'farmId'] },
    ({ column, choices }) => `There is no column '${column}': take ${choices.join(', ')}`,
  ),
  columnTwice: sentence(
    'file.column_twice',
    { column: 'text' },
    { column: 'weight' },
    ({ column }) => `The column '${column}' is there twice`,
  ),
  columnMissing: sentence(
    'file.column_missing',
    { column: 'text' },
    { column: 'farmId' },
    ({ column }) => `The column '${column}' is missing`,
  ),
  cells: sentence(
    'file.cells',
    { cells: 'number', columns: 'number' },
    { cells: 9, columns: 11 },
    ({ cells, columns }) => `The row has ${cells} cells, the header ${columns}`,
  ),
  sameLotId: sentence('file.same_lot_id', { row: 'number' }, { row: 2 }, ({ row }) => `Row ${row} has the same lot ID`),
  noFeature: fixed('file.no_feature', 'This is not a GeoJSON Feature with properties'),
  noPoint: fixed('file.no_point', 'The geometry must be a Point: [longitude, latitude]'),
};
