import { Migration } from '@mikro-orm/migrations';

const COLUMNS = `
  -- codes of what stands beside them as text; they count only where they make that very text
  alter table lot add column satellite_said jsonb not null default '[]';
  alter table alert
    add column title_said jsonb not null default '[]',
    add column description_said jsonb not null default '[]';
`;

const SAMPLE = 'Sample data: made up for demonstration, not an observation of this place.';

/** One code without values. */
const fixed = (code: string): string => `jsonb_build_object('code', '${code}', 'values', jsonb_build_object())`;
const DAMAGED = 'The satellite data for this place could not be read: ';
const GAPS = String.raw`^The dataset has gaps at this place: (\d{1,9}) of (\d{1,9}) pixels hold no data\.$`;

/** The sentence before the remark on sample data, if any, as its code. */
const REASON = `case
  when reason = '' then null
  when reason = 'The first check is queued' then ${fixed('satellite.first_check_queued')}
  when reason = 'The place was changed; a new check is queued' then ${fixed('satellite.new_place_check_queued')}
  when reason = 'The place, or part of the land around it, lies outside the dataset.' then ${fixed('satellite.outside_dataset')}
  when reason = 'The satellite data for this place is incomplete.' then ${fixed('satellite.incomplete')}
  when reason = 'The dataset holds no data for this place.' then ${fixed('satellite.no_data')}
  when reason = 'The place lies at sea or on open water: there is no land to check.' then ${fixed('satellite.no_land')}
  when reason ~ '${GAPS}' then jsonb_build_object('code', 'satellite.gaps', 'values', jsonb_build_object(
    'gaps', (regexp_match(reason, '${GAPS}'))[1]::int, 'pixels', (regexp_match(reason, '${GAPS}'))[2]::int))
  when starts_with(reason, '${DAMAGED}') then jsonb_build_object('code', 'satellite.damaged_data',
    'values', jsonb_build_object('detail', substr(reason, ${DAMAGED.length + 1})))
  else jsonb_build_object('code', 'other', 'values', jsonb_build_object('text', reason)) end`;

const LOTS = `
  with told as (
    select id, right(satellite_message, ${SAMPLE.length}) = '${SAMPLE}' as sample,
      case when right(satellite_message, ${SAMPLE.length}) = '${SAMPLE}'
        then rtrim(left(satellite_message, -${SAMPLE.length})) else satellite_message end as reason
    from lot where satellite_message is not null
  )
  update lot set satellite_said =
    coalesce((select jsonb_build_array(said) from (select ${REASON} as said) one where said is not null), '[]')
      || case when sample then jsonb_build_array(${fixed('satellite.sample_data')}) else '[]'::jsonb end
  from told where told.id = lot.id;
`;

const TITLE = String.raw`^Tree cover loss after 31 December (\d{4})( \(sample data\))?$`;
// Of an area that would be written otherwise today the text is kept without a code.
const DESCRIPTION =
  String.raw`^(\d{1,9}) of (\d{1,9}) pixels around this place shows? tree cover loss in ([0-9]{4}(?:, [0-9]{4})*(?: and [0-9]{4})?), ` +
  String.raw`about (0\.0\d|\d{1,9}\.\d) ha\. (?:They lie|It lies) in the square of about (\d{1,9}) ha that was checked\. ` +
  String.raw`Source: (.+), version (.+?)\.( ${SAMPLE.replaceAll('.', String.raw`\.`)})?$`;

const ALERTS = `
  update alert set title_said = jsonb_build_array(jsonb_build_object(
    'code', case when part[2] is null then 'alert.tree_loss' else 'alert.tree_loss_in_sample_data' end,
    'values', jsonb_build_object('afterYear', part[1]::int)))
  from (select id, regexp_match(title, '${TITLE}') as part from alert) told where told.id = alert.id and part is not null;

  update alert set description_said = jsonb_build_array(
      jsonb_build_object('code', 'alert.loss_seen', 'values', jsonb_build_object(
        'lossPixels', part[1]::int, 'pixels', part[2]::int,
        'years', (select jsonb_agg(year::int) from regexp_split_to_table(part[3], ', | and ') year),
        'hectares', part[4]::numeric, 'checkedHectares', part[5]::int)),
      jsonb_build_object('code', 'alert.source', 'values', jsonb_build_object('dataset', part[6], 'version', part[7])))
    || case when part[8] is null then '[]'::jsonb else jsonb_build_array(${fixed('satellite.sample_data')}) end
  from (select id, regexp_match(description, '${DESCRIPTION}') as part from alert) told
  where told.id = alert.id and part is not null;
`;

/** Codes beside what is said of satellite checks and in alerts (docs/decisions/0022); those of older rows are found once, here. */
export class Migration20261122000040_said_codes extends Migration {
  override up(): void {
    for (const part of [COLUMNS, LOTS, ALERTS]) this.addSql(part);
  }
}
