/**
 * How a column is compared with what the program wrote.
 * - fact: compared with the chain of its lot, or with the register chain
 * - sealed: part of what the seal of its row, or of the row that names it, covers; or the seal itself
 * - generated: PostgreSQL computes it, by an expression that is compared with the migrations
 * - recomputed: the integrity run computes it again, or checks it for values that the program never writes
 * - operation: may be shown, never as checked, and decides nothing
 * - internal: shown nowhere, and decides nothing
 */
export const COLUMN_CLASSES = ['fact', 'sealed', 'generated', 'recomputed', 'operation', 'internal'] as const;
export type ColumnClass = (typeof COLUMN_CLASSES)[number];

/** Names of columns, with spaces between them. */
type TableColumns = Partial<Record<ColumnClass, string>>;

const LOT_SUMS: TableColumns = {
  recomputed:
    'grain period stage variety deforestation_status ledger_status alert_state check_inconclusive kind lots grams quality graded available',
};
const FARM_SUMS: TableColumns = { recomputed: 'grain period farm_id lots compliant grams' };

/** Every column of every table of the schema `public`. */
export const COLUMNS: Readonly<Record<string, TableColumns>> = {
  alert: {
    fact: `lot_id check_id type severity status title description lat_micro lon_micro finding_key finding_pixels note outcome acknowledged_at
      acknowledged_by acknowledged_key closed_at closed_by closed_key created_at ledger_key`,
    recomputed: 'farm_id',
    internal: 'id updated_at version title_said description_said',
  },
  alert_comment: { sealed: 'id alert_id author_id author_key text written_at seal' },
  alert_figure: { recomputed: 'status severity type week alerts answered answer_us' },
  alert_figure_change: {
    recomputed: 'created_at type severity status farm_id lat_micro lon_micro alerts answered answer_us',
    internal: 'at',
  },
  alert_file: {
    sealed: 'id alert_id uploaded_by uploaded_key uploaded_at media_type size_bytes name sha256 bytes removed_at seal',
  },
  alert_mail: {
    sealed: 'account_id address language pace asked_at confirmed_at stopped_at seal',
    recomputed: 'told_to due_at',
    internal: 'code_letter code_tries',
  },
  alert_mail_letter: {
    recomputed: 'state attempts next_at last_at last_fault',
    operation: 'id account_id kind told_from told_to alerts created_at last_status',
  },
  alert_place_figure: { recomputed: 'farm_id lat_degree lon_degree severity alerts lat_sum lon_sum' },
  alert_task: { sealed: 'alert_id assignee_id due_on set_by set_at seal' },
  alert_told: { sealed: 'id lot_id body created_at seal', recomputed: 'log_id', internal: 'seq' },
  api_key: {
    sealed: 'id name prefix hash role farm_id created_by created_at revoked_at seal',
    operation: 'last_used_at',
  },
  invitation: {
    sealed: 'id name role email farm_id invited_by created_at expires_at seal',
    operation: 'mail',
  },
  app_user: {
    sealed: 'id username name role email farm_id password_hash demo disabled_at created_at erased_at seal',
    internal: 'updated_at version',
  },
  audit_anchor: { fact: 'portion event_id' },
  audit_entry: {
    sealed: 'id at user_id key_id role action target_kind target_id request_id gdpr_consent details key seal',
  },
  audit_portion: { sealed: 'number first_id last_id ids count leaves root_hash previous_hash hash made_at seal' },
  buyer_link: {
    sealed: 'id consignment_id token_hash created_by created_key created_at expires_at revoked_at seal',
  },
  buyer_task: { sealed: 'id alert_id consignment_id opened_at done_at done_by done_key seal' },
  check_figure: { recomputed: 'hour check_inconclusive ready kind lots' },
  client_error: { operation: 'id at message path browser' },
  client_metric: { operation: 'id at name value path browser' },
  contact_request: { operation: 'id at first_name last_name email company message' },
  consignment: {
    fact: `id consignment_key number buyer_id state net_grams bags containers bill_of_lading incoterm loading_date
      departure_date arrival_date country_of_entry closed_at shipped_at delivered_at ledger_status head_seq head_hash`,
    operation: 'ledger_tx_id ledger_signature ledger_block ledger_recorded_at',
    internal: 'created_by created_key created_at updated_at version',
  },
  consignment_event: {
    fact: 'event_id consignment_id seq type at actor_id key_id actor_role request_id content content_hash seal',
  },
  consignment_lot: { fact: 'consignment_id lot_id grams' },
  consignment_value: { fact: 'event_id field value salt', internal: 'party_id' },
  dd_answer: {
    sealed: 'id assessment_id criterion risk reason evidence answered_by answered_key answered_at seal',
  },
  dd_assessment: {
    sealed: `id scope title country farm_ids consignment_id conclusion concluded_at concluded_by concluded_key next_review_on
      version created_by created_key created_at seal`,
  },
  dd_concern: {
    sealed: `id raised_by text received_on consignment_id lot_id answer answered_at answered_by answered_key logged_by
      logged_key logged_at seal`,
  },
  dd_document: {
    sealed: `id document_class subject_kind farm_id plot_id lot_id consignment_id valid_from valid_until names_person uploaded_by
      uploaded_key uploaded_at media_type size_bytes title name sha256 bytes thumbnail thumbnail_sha256 photo_lat_micro
      photo_lon_micro photo_taken_at erase_on removed_at seal`,
    fact: 'salt anchor',
  },
  dd_measure: {
    sealed: `id assessment_id consignment_id what responsible due_on done_at done_by done_key created_by created_key
      created_at seal`,
  },
  day_figure: { operation: 'day lots compliant quality graded high_alerts' },
  cooperative: {
    sealed: 'id name address country eori email lot_numbers logo logo_type version updated_at seal',
  },
  delivery: { sealed: 'lot_id bags gross_grams tare_grams grade received_at received_by seal' },
  erasure: { sealed: 'id user_id farmer requested_by requested_at done_at receipt seal' },
  erasure_lot: { sealed: 'lot_id erasure_id done_at seal' },
  event_log: {
    recomputed: 'at',
    operation: 'id tx topic kind lot_id alert_id user_id key_id left_farm_id consignment_id',
  },
  event_reader: { recomputed: 'tx', operation: 'name id at' },
  fabric_block: { fact: 'number previous_hash data_hash header_hash signatures', internal: 'followed_at' },
  fabric_event: { internal: 'content_hash block_number' },
  fabric_submission: { internal: 'tx_id event_ids endorsed commit endorsed_at' },
  fabric_tree_node: { fact: 'level position hash' },
  farm_figure: FARM_SUMS,
  farm_figure_all: FARM_SUMS,
  farm_figure_day: FARM_SUMS,
  farm_figure_month: FARM_SUMS,
  figure_fold: { recomputed: 'day' },
  idempotency_key: {
    sealed: 'answer targets',
    recomputed: 'written held_until created_at',
    internal: 'subject key fingerprint holder process',
  },
  installation: { sealed: 'key value at seal' },
  ledger_block: { fact: 'number previous_hash data_hash header_hash created_at transactions signatures configuration' },
  ledger_content: { fact: 'event_id lot_key seq content' },
  ledger_head: { fact: 'lot_key seq hash stage deleted mass consignment' },
  ledger_organisation: { fact: 'msp_id name root_certificate certificate sealed_key', internal: 'created_at' },
  ledger_outbox: {
    fact: 'event_id lot_id consignment_id seq transfer state tx_id block_number signature recorded_at',
    generated: 'chain',
    recomputed: 'next_attempt_at queued_at',
    operation: 'position attempts failure_code failure_text',
  },
  ledger_restored: { fact: 'id declaration', internal: 'created_at' },
  ledger_transaction: { fact: 'tx_id block_number position part path event_id lot_key seq envelope' },
  ledger_tree_node: { fact: 'level position hash' },
  login_failure: { recomputed: 'at', internal: 'id account_key address_key' },
  lot: {
    fact: `id lot_id lot_key kind used_grams farm_id farmer_name variety harvest_date harvest_until lat_micro lon_micro weight_grams moisture_hundredths
      temperature_hundredths certifications quality_tenths is_anonymized stage process_details deforestation_status satellite_at
      satellite_message ledger_status ledger_tx_id ledger_signature ledger_block ledger_recorded_at head_seq head_hash created_at updated_at
      deleted_at plots`,
    generated: 'search_text stage_rank eudr_rank record_rank risk_rank',
    recomputed: 'alert_state check_inconclusive',
    internal: 'created_by version satellite_said',
  },
  lot_event: {
    fact: 'event_id lot_id seq type at actor_id actor_role gdpr_consent request_id content content_hash key_id seal',
  },
  lot_import: {
    operation: `id created_by created_key created_at request_id file_name sha256 lots grams farms undone_at undone_by undone_key`,
  },
  lot_import_columns: { operation: 'user_id heads columns quality used_at' },
  lot_ancestor: { recomputed: 'lot_id ancestor_id share depth' },
  lot_figure: LOT_SUMS,
  lot_figure_all: LOT_SUMS,
  lot_figure_change: {
    recomputed: `farm_id harvest_date stage variety deforestation_status ledger_status alert_state check_inconclusive kind quality_tenths
      satellite_at lots grams available_grams`,
    internal: 'at',
  },
  lot_figure_day: LOT_SUMS,
  lot_figure_month: LOT_SUMS,
  farm: {
    sealed: `id farm_id name village district country phone farmers consents certificates notes version created_by created_key
      created_at updated_at erased_at seal`,
  },
  party: {
    sealed:
      'id kind name address country eori email version created_by created_key created_at updated_at erased_at seal',
  },
  lot_origin: { recomputed: 'lot_id origin_id share depth' },
  personal_value: { fact: 'event_id field value salt' },
  plot: {
    sealed: 'id farm_id version removed_at seal',
    recomputed: 'name_key west_micro south_micro east_micro north_micro',
  },
  plot_version: {
    sealed: `id plot_id version change name geometry salt mark area country lat_micro lon_micro at actor_id key_id
      actor_role seal`,
  },
  quality_figure: { recomputed: 'grain period step kind lots' },
  rate_spent: { recomputed: 'ends_at', internal: 'process rate caller spent' },
  recheck: { recomputed: 'lot_id class reads due_at queued_at', internal: 'source' },
  refresh_token: {
    sealed: 'hash session_id expires_at used_at attempt_id seal',
    operation: 'issued_at',
    internal: 'successor_sealed',
  },
  register_event: { fact: 'seq event_id at content content_hash seal', operation: 'recorded_at' },
  report: {
    sealed: `id kind created_by creator_role scope_farm_id period_from period_to sample_data figures lots plots created_at erased_at
      key_id seal in_parts`,
  },
  report_file: {
    sealed: 'report_id format name media_type personal bytes seal',
    fact: 'salt anchor',
    internal: 'created_at erased_at',
  },
  report_making: {
    operation: `id created_by key_id creator_role scope_farm_id period_from period_to created_at state lots lots_done
      report_id asked_at`,
  },
  report_part: { sealed: 'making_id number lot_ids sums first_lines csv json seal' },
  satellite_check: {
    fact: `lot_id ended_at driver dataset dataset_version sample lat_micro lon_micro conclusion reason evidence evidence_hash loss_pixels
      loss_years pixels tree_cover_2000 confidence plots`,
    internal: 'id',
  },
  notification_state: { operation: 'user_id read_to read_ids' },
  saved_view: { operation: 'id owner_id list name query shared saved_at' },
  schema_migration: { operation: 'id name executed_at' },
  seal_key: { sealed: 'id locked_key', internal: 'created_at' },
  search_day: { operation: 'day found not_found sessions response_ms_total response_buckets' },
  search_day_lot: { operation: 'day lot_id found not_found' },
  search_session: { operation: 'day hash' },
  shipping_review: {
    sealed: `id lot_id stage warnings opened_at asked_by asked_key expires_at confirmed_at confirmed_by shipped_at shipped_by
      shipped_key closed_at closed_by closed_key seal`,
  },
  session: {
    sealed: 'id user_id ended_at seal',
    recomputed: 'last_used_at',
    operation: 'created_at end_reason device',
  },
  statement: {
    sealed: `id consignment_id kind filed_as state group_id part_number part_count version supersedes_id internal_reference
      activity_type operator_role represented_operator country_of_activity border_country comment confidential hs_heading
      description deviation_percent numbers_public content_hash net_grams producers plots countries consignment_version
      checked_at filing filing_step sent_at faults registry_uuid reference_number verification_number submitted_at
      available_at rejected_at rejection withdrawn_at archived_at created_by created_key created_at seal`,
    operation: 'next_poll_at polls',
    internal: 'updated_at row_version',
  },
  statement_content: { sealed: 'bytes', operation: 'statement_id number' },
  statement_exchange: { operation: 'id statement_id operation request status answer at' },
  statement_package: { sealed: 'statement_id name sha256 size_bytes files pieces documents made_at seal' },
  statement_package_piece: { sealed: 'bytes', operation: 'statement_id number' },
  supplier_declaration: {
    sealed: 'id reference_number verification_number verdict checked_at checked_by checked_key seal',
  },
  transformation: {
    recomputed: 'key step at recorded_at input_grams output_grams loss_grams loss_reason',
    generated: 'flagged',
    operation: 'least_hundredths most_hundredths plots_above',
    internal: 'id',
  },
  transformation_input: { recomputed: 'transformation_id lot_id grams event_id' },
  transformation_output: { recomputed: 'transformation_id lot_id grams event_id' },
  web_hook: {
    sealed: 'id name url farm_id created_by created_at disabled_at disabled_for locked_secret seal',
    recomputed: 'failing_since failures next_at',
  },
  web_hook_delivery: {
    sealed: 'id hook_id event body created_at seal state',
    recomputed: 'log_id',
    operation: 'attempts last_at last_status last_fault',
  },
};

/** Reasons why a column that decides something is not covered: a change has a small effect, or is visible elsewhere. */
export const UNCOVERED: Readonly<Record<string, string>> = {
  'alert.id': 'sealed rows and the log name it: with another one they belong to no alert',
  'alert_mail_letter.account_id': 'the address is read from the sealed row of the account',
  'alert_mail_letter.created_at': 'a code or digest is given up early, which its state says',
  'alert_mail_letter.id': 'names the mail alone',
  'alert_mail_letter.last_status': 'shown alone',
  'alert_mail_letter.told_from': 'what a digest tells is sealed; one that tells less leaves the alert in the program',
  'alert_mail_letter.told_to': 'as told_from; beyond what its account was told the integrity run names the account',
  'alert_told.seq': 'as told_from',
  'client_error.at': 'reports of browsers, which anybody may send',
  'client_metric.at': 'reports of browsers, which anybody may send',
  'consignment.created_at': 'orders the list alone; the history has the time of its sealed events',
  'consignment_value.party_id': 'finds what is erased with a party; the value itself is held against its commitment',
  'contact_request.at': 'messages of visitors, which anybody may send',
  'contact_request.id': 'messages of visitors, which anybody may send',
  'event_log.id': 'news to screens, which read the rows themselves; hooks and mail that miss one are named',
  'event_log.tx': 'as id',
  'fabric_block.followed_at': 'when a block was copied',
  'fabric_submission.event_ids':
    'the submission that is sent again is signed; an event twice has one place on the ledger',
  'ledger_outbox.attempts': 'the next pause, which has a bound',
  'ledger_outbox.position': 'which of several events goes first; none is left out',
  'lot_import.created_at':
    'an undo takes back only lots whose signed first events name the call, and no later than an hour after them',
  'lot_import.created_by': 'who may undo an import; its lots are of the call alone',
  'lot_import.created_key': 'as created_by',
  'lot_import.id': 'names the import alone',
  'lot_import.undone_by': 'shown nowhere; the sealed events of the deletions say who',
  'lot_import.undone_key': 'as undone_by',
  'login_failure.account_key': 'the limit of failed logins; a password is needed all the same',
  'login_failure.address_key': 'as account_key',
  'recheck.source': 'whether a lot is checked again before its own day, which has a bound',
  'report_file.created_at': 'which file goes to the register chain first',
  'saved_view.id': 'names the view alone',
  'saved_view.list': 'which list offers the view; the rights of whoever opens it decide what it shows',
  'saved_view.name': 'orders views, and keeps two of an account from having one name',
  'saved_view.owner_id': 'who may rename the view; it shows nobody more than they may see',
  'saved_view.shared': 'as list',
  'statement.next_poll_at': 'when the registry is asked next, which has a bound',
  'statement_exchange.id': 'the order of requests and answers, which are shown alone',
  'statement_exchange.statement_id': 'as id',
  'statement_exchange.status': 'as id',
  'transformation.id': 'its inputs and outputs name it: PostgreSQL takes no other one',
  'report_making.created_by': 'the sealed job says for whom a report is made, and the report is sealed',
  'report_making.key_id': 'as created_by',
  'report_making.state': 'the report that is made is sealed; one that is not made can be asked for again',
  'web_hook_delivery.attempts': 'when a refused delivery is given up, which its sealed state says',
  'web_hook_delivery.last_status': 'shown alone',
};
