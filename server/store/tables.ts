/** The tables as Kysely sees them. The truth is in migrations/. */
import type { Generated, Kysely } from 'kysely';

/** A handle for statements: the store itself, or one transaction of it. */
export type Db = Kysely<Tables>;

export interface Tables {
  region: {
    key: string;
    name: string;
    country_code: string;
    language_code: string;
    timezone: string;
    currency: string;
    bounds: unknown;
    read_only: boolean;
    rev: Generated<number>;
    rules_rev: Generated<number>;
  };
  notification_rule: { rule_id: Generated<number>; region_key: string; seq: number; doc: unknown };
  notice_event: { event_id: string; region_key: string; doc: unknown; at: Generated<string> };
  notice_mail: {
    mail_id: Generated<number>;
    event_id: string;
    region_key: string;
    recipient: string;
    rule: string;
    status: string;
    attempts: Generated<number>;
    error: string | null;
    worker: string | null;
    next_at: Generated<string>;
    sent_at: string | null;
  };
  database: { id: string; name: string; region_key: string; read_only: boolean };
  layer: { layer_id: Generated<number>; n: Generated<number>; counts: unknown; stops_ready: Generated<boolean> };
  layer_stops: { layer_id: number; seq: number; first: string; size: number; crc: number; deflated: Uint8Array };
  staging_row: { version_id: number; kind: number; id: string; bid: number };
  layer_row: { layer_id: number; kind: number; id: string; bid: number };
  blob: {
    bid: Generated<number>;
    hash: string;
    kind: number;
    id: string;
    doc: unknown;
    refs: string[] | null;
    brief: string | null;
    trips: string | null;
  };
  version: {
    version_id: Generated<number>;
    database_id: string;
    name: string;
    source: string;
    author: string;
    base: number;
    parent: number | null;
    editable: boolean;
    published: boolean;
    archived: boolean;
    completed: boolean;
    rev: Generated<number>;
    writer: string | null;
    saving: string | null;
    stored: Generated<boolean>;
    archive: string | null;
    published_at: string | null;
    published_by: string | null;
    valid_from: string | null;
    valid_to: string | null;
    worker: string | null;
    restores: number | null;
    source_hash: string | null;
    at: Generated<string>;
  };
  overlay_row: { version_id: number; kind: number; id: string; bid: number | null; rev: number };
  changeset: {
    version_id: number;
    rev: number;
    author: string;
    subject: string;
    call: string;
    command_id: string | null;
    comment: string | null;
    undone_by: number | null;
    at: Generated<string>;
    label: string;
    set_id: Generated<number>;
    carried: Generated<boolean>;
  };
  change: {
    version_id: number;
    rev: number;
    seq: number;
    kind: number;
    id: string;
    before_bid: number | null;
    after_bid: number | null;
    change_id: Generated<number>;
  };
  idempotency: { subject: string; key: string; fingerprint: string; status: number | null; body: string | null; at: Generated<string> };
  file_content: { hash: string; bytes: Uint8Array };
  upload: { subject: string; key: string; status: string; messages: string; version_id: number | null; writer: string; at: Generated<string> };
  version_file: { version_id: number; name: string; hash: string; size: number };
  publication: {
    publication_id: Generated<number>;
    database_id: string;
    version_id: number;
    name: string;
    author: string;
    subject: string;
    at: string;
  };
  import_message: { version_id: number; seq: number; severity: string; file: string; line: number | null; reason: string; row: unknown };
  pipeline: {
    pipeline_id: Generated<number>;
    name: string;
    database_id: string;
    tags: string[];
    schedule: unknown;
    scheduled_since: Generated<string>;
    tasks: unknown;
    author: string;
    rev: Generated<number>;
    last_run_id: number | null;
    at: Generated<string>;
  };
  pipeline_run: {
    run_id: Generated<number>;
    pipeline_id: number | null;
    pipeline_name: string | null;
    database_id: string;
    status: number;
    caused_by: string;
    subject: string;
    due: string | null;
    created: Generated<string>;
    ended: string | null;
  };
  task_run: {
    task_run_id: Generated<number>;
    run_id: number;
    position: number;
    replaced: Generated<boolean>;
    name: string;
    original_name: string;
    s3_url: string;
    command: unknown;
    task_type: number;
    notes: string;
    input_version_id: number | null;
    output_version_id: number | null;
    output_files: Generated<unknown>;
    status: number;
    approved: Generated<boolean>;
    approved_by: string | null;
    message: string | null;
    attempt: Generated<number>;
    worker: string | null;
    beat: string | null;
    progress: unknown;
    information: Generated<number>;
    warnings: Generated<number>;
    errors: Generated<number>;
    created: Generated<string>;
    started: string | null;
    resulted: string | null;
  };
  import_source: {
    database_id: string;
    address: string;
    etag: string | null;
    modified: string | null;
    hash: string;
    version_id: number;
    at: Generated<string>;
  };
  task_secret: { name: string; sealed: string; author: string; at: Generated<string> };
}
