import type { LotField } from '../../../../server/domain/lot/lotTable.ts';
import type { FILE } from '../../../../server/domain/said/callSaid.ts';
import type { INPUT, InputField } from '../../../../server/domain/said/inputSaid.ts';

type CodeOf<Topic extends Record<string, { code: string }>> = Topic[keyof Topic]['code'];
/** What forms and the import of a file may show: all of it has words. */
type Shown = `said.${CodeOf<typeof INPUT> | CodeOf<typeof FILE>}`;

/** What the rules of forms say of a field, and the server of what it cannot take; in English as the domain has it. */
export const inputs = {
  'said.input.required': '{field, select, processDetails {{label} are required} other {{label} is required}}',
  'said.input.not_text': '{label} must be text',
  'said.input.too_long': '{label} can be at most {most, number} characters',
  'said.input.too_short': '{label} must be at least {least, number} characters',
  'said.input.not_storable': '{label} holds characters that cannot be stored',
  'said.input.hidden_characters': '{label} holds invisible characters: type it by hand',
  'said.input.one_of': '{label} must be one of {choices}',
  'said.input.not_a_flag': '{label} must be true or false',
  'said.input.not_whole': '{label} must be a whole number',
  'said.input.too_low': '{label} must be {least, number} or more',
  'said.input.mail_code': 'This is not the code that was mailed last, or it is too old: have another one sent',
  'said.input.hook_address': 'Give an https address without user name, password and fragment',
  'said.input.closed_hook_address':
    'Give an address on the public internet: this host has an address of a private or local network',
  'said.input.too_high': '{label} must be {most, number} or less',
  'said.input.country_form': 'Country must be a code of two letters, e.g. PG',
  'said.input.no_such_plot': 'Farm {farmId} has no plot {plot}',
  'said.input.place_of_plots':
    'A lot from plots has their place: leave latitude and longitude out, or take the plots away',
  'said.input.plots': "Plots takes at most {most, number} names or ids of plots of the lot's farm",
  'said.input.plot_id': 'plotId must be the UUID of a plot',
  'said.input.incomplete': 'Please fill in all required fields.',
  'said.input.unknown_field': '{field} cannot be set here',
  'said.input.more': 'and {count, number} more',
  'said.input.out_of_bounds':
    '{label} must be between {measure, select, percent {{min, number} and {max, number}%} celsius {{min, number}°C and {max, number}°C} other {{min, number} and {max, number}}}',
  'said.input.not_positive': '{label} must be a positive number',
  'said.input.too_heavy': '{label} seems too high (max {mostKg, number} kg)',
  'said.input.form_quality':
    'Quality score must be between {min, number} and {max, number}, in steps of {step, number}',
  'said.input.not_a_day': '{label} must be a calendar day in the form YYYY-MM-DD',
  'said.input.in_future': '{label} cannot be in the future',
  'said.input.not_a_time': '{label} must be a date and time',
  'said.input.end_before_start': 'End time cannot be before the start time',
  'said.input.lot_id_form': 'Lot ID must be in format LOT### (e.g., LOT030)',
  'said.input.public_lot_id_form':
    'Invalid lot ID format. Expected format: LOT followed by letters, numbers, underscore, or dash (e.g., LOT701)',
  'said.input.lot_id_empty': 'Lot ID cannot be empty',
  'said.input.farm_id_form': 'Farm ID takes letters, digits, _ and -, at most {most, number} characters',
  'said.input.certifications': 'Certifications must be from {choices}',
  'said.input.many_certifications': 'At most {most, number} certifications can be given',
  'said.input.consent': 'You must accept the compliance terms to proceed',
  'said.input.stage_required': 'Choose the step that the lot has reached',
  'said.input.farm_by_admin_only': 'Only an admin can move a lot to another farm',
  'said.input.shipped_place_by_admin_only': 'The place of a shipped lot can be changed by an admin only',
  'said.input.alert_place_by_admin_only': 'The place of a lot with an open alert can be changed by an admin only',
  'said.input.another_place': "The {field} is not the lot's stored one",
  'said.input.note_required': 'A note is required with an outcome',
  'said.input.period_turned': 'startDate must not be after endDate ({endDate})',
  'said.input.period_too_large':
    'More than {most, number} lots were harvested in this period; choose a shorter one, or have the report made in portions (POST /api/v1/reports)',
  'said.input.format_too_small':
    'A file of the format {format} holds at most {most, number} lots, and this report has more; take csv or json, or make reports of shorter periods',
  'said.input.username_short': 'Username must be at least {least, number} alphanumeric characters',
  'said.input.username_form':
    'Username must be {least, number} to {most, number} letters, digits, dots, dashes or underscores, the first a letter or digit',
  'said.input.email_form': 'Email must be an address such as name@example.org',
  'said.input.farmer_needs_farm': 'A farmer needs a farm',

  'said.call.too_long': '{field} takes at most {most} characters',
  'said.call.too_short': '{field} takes at least {least} characters',
  'said.call.find_nothing': 'text holds a character that nothing here can have',
  'said.call.whole_number': '{field} takes a whole number from {min} to {max}',
  'said.call.not_storable': '{field} holds characters that cannot be stored',

  'said.file.none': 'Send a file',
  'said.file.not_a_part': 'Send the file as the part `file` of multipart/form-data',
  'said.file.several': 'Send one file at a time',
  'said.file.unreadable': 'The body could not be read as multipart/form-data',
  'said.file.empty': 'The file is empty',
  'said.file.no_lots': 'The file holds no lots',
  'said.file.many_lots': 'An import takes at most {most, number} lots',
  'said.file.evidence_type': 'The file is none of these by its content, or it is damaged: {choices}',
  'said.file.changed': 'The file changed while it was read',
  'said.file.no_utf': 'The file is not UTF-8 text: save it as CSV UTF-8 or as GeoJSON',
  'said.file.not_geojson': 'The file is not GeoJSON (RFC 7946): a FeatureCollection, a Feature or a geometry',
  'said.file.not_csv': 'The file is not CSV: {detail}',
  'said.file.no_column': "There is no column ''{column}'': take {choices}",
  'said.file.column_twice': "The column ''{column}'' is there twice",
  'said.file.column_missing': "The column ''{column}'' is missing",
  'said.file.cells': 'The row has {cells} cells, the header {columns}',
  'said.file.same_lot_id': 'Row {row} has the same lot ID',
  'said.file.no_feature': 'This is not a GeoJSON Feature with properties',
  'said.file.no_point': 'The geometry must be a Point: [longitude, latitude]',

  // How sentences name a field that is no lot's (those are in en/lotFields.ts).
  'label.operatorName': 'Operator name',
  'label.location': 'Location',
  'label.notes': 'Notes',
  'label.startTime': 'Start time',
  'label.endTime': 'End time',
  'label.username': 'Username',
  'label.password': 'Password',
  'label.currentPassword': 'Current password',
  'label.refreshToken': 'Refresh token',
  'label.name': 'Name',
  'label.role': 'Role',
  'label.firstName': 'First name',
  'label.lastName': 'Last name',
  'label.email': 'Email',
  'label.company': 'Company',
  'label.message': 'Message',
  'label.areaHa': 'Area',
  'label.geometry': 'Geometry',
} as const satisfies Record<Shown | `label.${Exclude<InputField, LotField>}`, string> &
  Readonly<Record<string, string>>;
