/** Regions that are edited, the notification rules of each, and the notices sent by them. */
export const regions: readonly string[] = [
  `alter table region
    add column rev int not null default 0,
    add column rules_rev int not null default 0`,
  // Keys and ids are looked up whatever their case; the demo and imports may have made them in any.
  `create index region_folded on region(lower(key))`,
  `create index database_folded on database(lower(id))`,
  // doc: a rule as the contract writes it, without its id.
  `create table notification_rule(
    rule_id bigint generated always as identity primary key,
    region_key text collate "C" not null references region,
    seq int not null,
    doc jsonb not null)`,
  `create index notification_rule_region on notification_rule(region_key, seq)`,
  // One row per event that rules were matched against, so that an event told twice is mailed once.
  `create table notice_event(
    event_id text collate "C" primary key,
    region_key text collate "C" not null,
    doc jsonb not null,
    at timestamptz not null default now())`,
  // status: queued, sending, sent, failed, unknown (the process that was sending it was killed).
  `create table notice_mail(
    mail_id bigint generated always as identity primary key,
    event_id text collate "C" not null references notice_event on delete cascade,
    region_key text collate "C" not null,
    recipient text not null,
    rule text not null,
    status text not null,
    attempts int not null default 0,
    error text,
    worker text,
    next_at timestamptz not null default now(),
    sent_at timestamptz,
    unique(event_id, recipient))`,
  `create index notice_mail_due on notice_mail(next_at) where status in ('queued', 'sending')`,
  `create index notice_mail_region on notice_mail(region_key, mail_id)`,
];
