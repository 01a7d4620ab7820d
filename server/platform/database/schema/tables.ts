// Made by `npm run generate` from expectedSchema.json. Do not edit.
import type { ColumnType, GeneratedAlways, InsertType, SelectType, UpdateType } from 'kysely';

type Instant = ColumnType<Date, Date | string>;
/** Read as a value, written as JSON text. */
type Json = ColumnType<unknown, string>;
type WithDefault<Column> = ColumnType<SelectType<Column>, InsertType<Column> | undefined, UpdateType<Column>>;

/** The tables that the migrations make, with their columns. */
export interface Tables {
  alert: {
    acknowledged_at: Instant | null;
    acknowledged_by: string | null;
    acknowledged_key: string | null;
    check_id: string | null;
    closed_at: Instant | null;
    closed_by: string | null;
    closed_key: string | null;
    created_at: WithDefault<Instant>;
    description: string;
    description_said: WithDefault<Json>;
    farm_id: WithDefault<string>;
    finding_key: string;
    finding_pixels: WithDefault<Json>;
    id: string;
    lat_micro: number | null;
    ledger_key: string | null;
    lon_micro: number | null;
    lot_id: string;
    note: string | null;
    outcome: string | null;
    severity: 'high' | 'medium' | 'low';
    status: WithDefault<'active' | 'acknowledged' | 'resolved' | 'dismissed'>;
    title: string;
    title_said: WithDefault<Json>;
    type: string;
    updated_at: WithDefault<Instant>;
    version: WithDefault<number>;
  };
  alert_comment: {
    alert_id: string;
    author_id: string | null;
    author_key: string | null;
    id: string;
    seal: string | null;
    text: string | null;
    written_at: Instant;
  };
  alert_figure: {
    alerts: number;
    answer_us: number;
    answered: number;
    severity: string;
    status: string;
    type: string;
    week: string;
  };
  alert_figure_change: {
    alerts: number;
    answer_us: number;
    answered: number;
    at: WithDefault<Instant>;
    created_at: Instant;
    farm_id: string;
    lat_micro: number | null;
    lon_micro: number | null;
    severity: string;
    status: string;
    type: string;
  };
  alert_file: {
    alert_id: string;
    bytes: Buffer | null;
    id: string;
    media_type: string;
    name: string | null;
    removed_at: Instant | null;
    seal: string | null;
    sha256: Buffer | null;
    size_bytes: number;
    uploaded_at: Instant;
    uploaded_by: string | null;
    uploaded_key: string | null;
  };
  alert_mail: {
    account_id: string;
    address: string;
    asked_at: Instant;
    code_letter: string | null;
    code_tries: WithDefault<number>;
    confirmed_at: Instant | null;
    due_at: Instant;
    language: string;
    pace: 'soon' | 'daily';
    seal: string | null;
    stopped_at: Instant | null;
    told_to: WithDefault<number>;
  };
  alert_mail_letter: {
    account_id: string;
    alerts: number | null;
    attempts: WithDefault<number>;
    created_at: Instant;
    id: string;
    kind: 'code' | 'digest';
    last_at: Instant | null;
    last_fault: string | null;
    last_status: number | null;
    next_at: Instant;
    state: WithDefault<'waiting' | 'sent' | 'given_up'>;
    told_from: number | null;
    told_to: number | null;
  };
  alert_place_figure: {
    alerts: number;
    farm_id: string;
    lat_degree: number;
    lat_sum: number;
    lon_degree: number;
    lon_sum: number;
    severity: string;
  };
  alert_task: {
    alert_id: string;
    assignee_id: string | null;
    due_on: string | null;
    seal: string | null;
    set_at: Instant;
    set_by: string;
  };
  alert_told: {
    body: string;
    created_at: Instant;
    id: string;
    log_id: number;
    lot_id: string;
    seal: string | null;
    seq: GeneratedAlways<number>;
  };
  api_key: {
    created_at: WithDefault<Instant>;
    created_by: string;
    farm_id: WithDefault<string>;
    hash: Buffer;
    id: string;
    last_used_at: Instant | null;
    name: string;
    prefix: string;
    revoked_at: Instant | null;
    role: 'farmer' | 'processor' | 'auditor';
    seal: string | null;
  };
  app_user: {
    created_at: WithDefault<Instant>;
    demo: WithDefault<boolean>;
    disabled_at: Instant | null;
    email: WithDefault<string>;
    erased_at: Instant | null;
    farm_id: WithDefault<string>;
    id: string;
    name: string;
    password_hash: string;
    role: 'farmer' | 'processor' | 'auditor' | 'admin';
    seal: string | null;
    updated_at: WithDefault<Instant>;
    username: string;
    version: WithDefault<number>;
  };
  audit_anchor: {
    event_id: string;
    portion: number;
  };
  audit_entry: {
    action: string;
    at: WithDefault<Instant>;
    details: WithDefault<Json>;
    gdpr_consent: WithDefault<boolean>;
    id: GeneratedAlways<number>;
    key: Buffer | null;
    key_id: string | null;
    request_id: string | null;
    role: 'farmer' | 'processor' | 'auditor' | 'admin' | 'system' | 'anonymous';
    seal: string | null;
    target_id: string | null;
    target_kind: string | null;
    user_id: string | null;
  };
  audit_portion: {
    count: number;
    first_id: number;
    hash: Buffer;
    ids: string;
    last_id: number;
    leaves: Buffer;
    made_at: Instant;
    number: number;
    previous_hash: Buffer;
    root_hash: Buffer;
    seal: string;
  };
  check_figure: {
    check_inconclusive: boolean;
    hour: Instant;
    lots: number;
    ready: boolean;
  };
  client_error: {
    at: WithDefault<Instant>;
    browser: string | null;
    id: GeneratedAlways<number>;
    message: string;
    path: string | null;
  };
  client_metric: {
    at: WithDefault<Instant>;
    browser: string | null;
    id: GeneratedAlways<number>;
    name: string;
    path: string | null;
    value: number;
  };
  contact_request: {
    at: Instant;
    company: string;
    email: string;
    first_name: string;
    id: string;
    last_name: string;
    message: string | null;
  };
  day_figure: {
    compliant: number;
    day: string;
    graded: number;
    high_alerts: number;
    lots: number;
    quality: number;
  };
  erasure: {
    done_at: Instant | null;
    farmer: Json | null;
    id: string;
    receipt: Json | null;
    requested_at: Instant;
    requested_by: string;
    seal: string | null;
    user_id: string | null;
  };
  erasure_lot: {
    done_at: Instant | null;
    erasure_id: string;
    lot_id: string;
    seal: string | null;
  };
  event_log: {
    alert_id: string | null;
    at: WithDefault<Instant>;
    id: GeneratedAlways<number>;
    key_id: string | null;
    kind: string;
    left_farm_id: string | null;
    lot_id: string | null;
    topic: 'lot' | 'alert' | 'user' | 'key';
    tx: WithDefault<string>;
    user_id: string | null;
  };
  event_reader: {
    at: WithDefault<Instant>;
    id: number;
    name: string;
    tx: string;
  };
  fabric_block: {
    data_hash: Buffer;
    followed_at: Instant;
    header_hash: Buffer;
    number: number;
    previous_hash: Buffer;
    signatures: Buffer;
  };
  fabric_event: {
    block_number: number;
    content_hash: string;
  };
  fabric_submission: {
    commit: Buffer | null;
    endorsed: Buffer;
    endorsed_at: WithDefault<Instant>;
    event_ids: string[];
    tx_id: string;
  };
  fabric_tree_node: {
    hash: Buffer;
    level: number;
    position: number;
  };
  farm_figure: {
    compliant: number;
    farm_id: string;
    grain: 'all' | 'month' | 'day';
    grams: number;
    lots: number;
    period: string;
  };
  farm_figure_all: {
    compliant: number;
    farm_id: string;
    grain: 'all' | 'month' | 'day';
    grams: number;
    lots: number;
    period: string;
  };
  farm_figure_day: {
    compliant: number;
    farm_id: string;
    grain: 'all' | 'month' | 'day';
    grams: number;
    lots: number;
    period: string;
  };
  farm_figure_month: {
    compliant: number;
    farm_id: string;
    grain: 'all' | 'month' | 'day';
    grams: number;
    lots: number;
    period: string;
  };
  figure_fold: {
    day: string;
  };
  idempotency_key: {
    answer: Buffer | null;
    created_at: WithDefault<Instant>;
    fingerprint: Buffer;
    held_until: Instant;
    holder: string;
    key: string;
    process: WithDefault<number>;
    subject: string;
    targets: WithDefault<Json>;
    written: WithDefault<boolean>;
  };
  installation: {
    at: WithDefault<Instant>;
    key: string;
    seal: string | null;
    value: Json;
  };
  ledger_block: {
    configuration: string | null;
    created_at: Instant;
    data_hash: Buffer;
    header_hash: Buffer;
    number: number;
    previous_hash: Buffer;
    signatures: Json;
    transactions: number;
  };
  ledger_content: {
    content: string;
    event_id: string;
    lot_key: string;
    seq: number;
  };
  ledger_head: {
    deleted: boolean;
    hash: string;
    lot_key: string;
    seq: number;
    stage: string | null;
  };
  ledger_organisation: {
    certificate: Buffer;
    created_at: WithDefault<Instant>;
    msp_id: string;
    name: string;
    root_certificate: Buffer;
    sealed_key: Buffer;
  };
  ledger_outbox: {
    attempts: WithDefault<number>;
    block_number: number | null;
    event_id: string;
    failure_code: string | null;
    failure_text: string | null;
    lot_id: string;
    next_attempt_at: WithDefault<Instant>;
    position: GeneratedAlways<number>;
    queued_at: WithDefault<Instant>;
    recorded_at: Instant | null;
    seq: number;
    signature: string | null;
    state: WithDefault<'pending' | 'recorded' | 'failed'>;
    tx_id: string | null;
  };
  ledger_restored: {
    created_at: WithDefault<Instant>;
    declaration: string;
    id: GeneratedAlways<number>;
  };
  ledger_transaction: {
    block_number: number;
    envelope: string;
    event_id: string;
    lot_key: string;
    position: number;
    seq: number;
    tx_id: string;
  };
  ledger_tree_node: {
    hash: Buffer;
    level: number;
    position: number;
  };
  login_failure: {
    account_key: Buffer;
    address_key: Buffer;
    at: WithDefault<Instant>;
    id: GeneratedAlways<number>;
  };
  lot: {
    alert_state: WithDefault<number>;
    certifications: WithDefault<string[]>;
    check_inconclusive: WithDefault<boolean>;
    created_at: WithDefault<Instant>;
    created_by: string | null;
    deforestation_status: WithDefault<string>;
    deleted_at: Instant | null;
    farm_id: string | null;
    farmer_name: string | null;
    harvest_date: string;
    head_hash: string;
    head_seq: number;
    id: string;
    is_anonymized: WithDefault<boolean>;
    lat_micro: number | null;
    ledger_block: number | null;
    ledger_recorded_at: Instant | null;
    ledger_signature: string | null;
    ledger_status: WithDefault<'pending' | 'recorded' | 'failed'>;
    ledger_tx_id: string | null;
    lon_micro: number | null;
    lot_id: string;
    lot_key: string;
    moisture_hundredths: number;
    plots: string[] | null;
    process_details: string | null;
    quality_tenths: number | null;
    satellite_at: Instant | null;
    satellite_message: string | null;
    satellite_said: WithDefault<Json>;
    search_text: GeneratedAlways<string>;
    stage: WithDefault<string | null>;
    stage_rank: GeneratedAlways<number>;
    temperature_hundredths: number;
    updated_at: WithDefault<Instant>;
    variety: string;
    version: WithDefault<number>;
    weight_grams: number;
  };
  lot_event: {
    actor_id: string | null;
    actor_role: string;
    at: Instant;
    content: string;
    content_hash: string;
    event_id: string;
    gdpr_consent: WithDefault<boolean>;
    key_id: string | null;
    lot_id: string;
    request_id: string | null;
    seal: string | null;
    seq: number;
    type: string;
  };
  lot_figure: {
    alert_state: number;
    check_inconclusive: boolean;
    deforestation_status: string;
    graded: number;
    grain: 'all' | 'month' | 'day';
    grams: number;
    ledger_status: string;
    lots: number;
    period: string;
    quality: number;
    stage: string;
    variety: string;
  };
  lot_figure_all: {
    alert_state: number;
    check_inconclusive: boolean;
    deforestation_status: string;
    graded: number;
    grain: 'all' | 'month' | 'day';
    grams: number;
    ledger_status: string;
    lots: number;
    period: string;
    quality: number;
    stage: string;
    variety: string;
  };
  lot_figure_change: {
    alert_state: number;
    at: WithDefault<Instant>;
    check_inconclusive: boolean;
    deforestation_status: string;
    farm_id: string | null;
    grams: number;
    harvest_date: string;
    ledger_status: string;
    lots: number;
    quality_tenths: number | null;
    satellite_at: Instant | null;
    stage: string;
    variety: string;
  };
  lot_figure_day: {
    alert_state: number;
    check_inconclusive: boolean;
    deforestation_status: string;
    graded: number;
    grain: 'all' | 'month' | 'day';
    grams: number;
    ledger_status: string;
    lots: number;
    period: string;
    quality: number;
    stage: string;
    variety: string;
  };
  lot_figure_month: {
    alert_state: number;
    check_inconclusive: boolean;
    deforestation_status: string;
    graded: number;
    grain: 'all' | 'month' | 'day';
    grams: number;
    ledger_status: string;
    lots: number;
    period: string;
    quality: number;
    stage: string;
    variety: string;
  };
  personal_value: {
    event_id: string;
    field: string;
    salt: Buffer;
    value: Json;
  };
  plot: {
    east_micro: number;
    farm_id: string;
    id: string;
    name_key: string | null;
    north_micro: number;
    removed_at: Instant | null;
    seal: string | null;
    south_micro: number;
    version: number;
    west_micro: number;
  };
  plot_version: {
    actor_id: string | null;
    actor_role: string;
    area: number;
    at: Instant;
    change: 'added' | 'redrawn' | 'renamed' | 'removed';
    country: string | null;
    geometry: string;
    id: string;
    key_id: string | null;
    lat_micro: number | null;
    lon_micro: number | null;
    mark: string;
    name: string | null;
    plot_id: string;
    salt: Buffer | null;
    seal: string | null;
    version: number;
  };
  quality_figure: {
    grain: 'all' | 'month' | 'day';
    lots: number;
    period: string;
    step: number;
  };
  rate_spent: {
    caller: string;
    ends_at: Instant;
    process: string;
    rate: string;
    spent: number;
  };
  recheck: {
    class: number | null;
    due_at: Instant;
    lot_id: string;
    queued_at: Instant | null;
    reads: WithDefault<number>;
    source: string | null;
  };
  refresh_token: {
    attempt_id: string | null;
    expires_at: Instant;
    hash: Buffer;
    issued_at: WithDefault<Instant>;
    seal: string | null;
    session_id: string;
    successor_sealed: Buffer | null;
    used_at: Instant | null;
  };
  register_event: {
    at: Instant;
    content: string;
    content_hash: string;
    event_id: string;
    recorded_at: Instant | null;
    seal: string;
    seq: number;
  };
  report: {
    created_at: Instant;
    created_by: string | null;
    creator_role: string;
    erased_at: Instant | null;
    figures: Json;
    id: string;
    in_parts: WithDefault<boolean>;
    key_id: string | null;
    kind: string;
    lots: Json;
    period_from: string;
    period_to: string;
    plots: Json | null;
    sample_data: boolean;
    scope_farm_id: string | null;
    seal: string | null;
  };
  report_file: {
    anchor: string | null;
    bytes: Buffer | null;
    created_at: WithDefault<Instant>;
    erased_at: Instant | null;
    format: string;
    media_type: string;
    name: string;
    personal: boolean;
    report_id: string;
    salt: Buffer | null;
    seal: string | null;
  };
  report_making: {
    asked_at: Instant;
    created_at: Instant;
    created_by: string | null;
    creator_role: string;
    id: string;
    key_id: string | null;
    lots: number | null;
    lots_done: WithDefault<number>;
    period_from: string;
    period_to: string;
    report_id: string | null;
    scope_farm_id: string | null;
    state: WithDefault<'making' | 'done' | 'cancelled' | 'failed'>;
  };
  report_part: {
    csv: Buffer | null;
    first_lines: Json | null;
    json: Buffer | null;
    lot_ids: string[] | null;
    making_id: string;
    number: number;
    seal: string | null;
    sums: Json | null;
  };
  satellite_check: {
    conclusion: 'clear' | 'loss' | 'inconclusive';
    confidence: string;
    dataset: string;
    dataset_version: string;
    driver: string;
    ended_at: WithDefault<Instant>;
    evidence: string;
    evidence_hash: string;
    id: string;
    lat_micro: number | null;
    lon_micro: number | null;
    loss_pixels: number;
    loss_years: number[];
    lot_id: string;
    pixels: number;
    plots: string[] | null;
    reason: string | null;
    sample: boolean;
    tree_cover_2000: number | null;
  };
  schema_migration: {
    executed_at: WithDefault<Instant>;
    id: WithDefault<number>;
    name: string;
  };
  seal_key: {
    created_at: WithDefault<Instant>;
    id: string;
    locked_key: Buffer;
  };
  search_day: {
    day: string;
    found: WithDefault<number>;
    not_found: WithDefault<number>;
    response_buckets: number[];
    response_ms_total: WithDefault<number>;
    sessions: WithDefault<number>;
  };
  search_day_lot: {
    day: string;
    found: WithDefault<number>;
    lot_id: string;
    not_found: WithDefault<number>;
  };
  search_session: {
    day: string;
    hash: Buffer;
  };
  session: {
    created_at: WithDefault<Instant>;
    device: string | null;
    end_reason: string | null;
    ended_at: Instant | null;
    id: string;
    last_used_at: WithDefault<Instant>;
    seal: string | null;
    user_id: string;
  };
  web_hook: {
    created_at: Instant;
    created_by: string;
    disabled_at: Instant | null;
    disabled_for: 'admin' | 'failing' | 'erased' | null;
    failing_since: Instant | null;
    failures: WithDefault<number>;
    farm_id: WithDefault<string>;
    id: string;
    locked_secret: Buffer;
    name: string;
    next_at: Instant | null;
    seal: string | null;
    url: string;
  };
  web_hook_delivery: {
    attempts: WithDefault<number>;
    body: string;
    created_at: Instant;
    event: string;
    hook_id: string;
    id: string;
    last_at: Instant | null;
    last_fault: string | null;
    last_status: number | null;
    log_id: number;
    seal: string | null;
    state: WithDefault<'waiting' | 'delivered' | 'given_up'>;
  };
}

export type TableName = keyof Tables;
