/** Webhooks of regions and their messages. Secrets are in task_secret, as webhook/<webhook_id>. */
export const webhooks: readonly string[] = [
  `create table webhook(
    webhook_id serial primary key,
    region_key text collate "C" not null references region,
    name text not null,
    url text not null,
    types text[] not null,
    -- Null: all databases of the region.
    databases text[],
    enabled boolean not null,
    author text not null,
    subject text not null,
    rev int not null default 1,
    at timestamptz not null default now())`,
  `create unique index webhook_name on webhook(region_key, lower(name))`,
  `create table webhook_delivery(
    delivery_id bigint generated always as identity primary key,
    webhook_id int not null references webhook on delete cascade,
    message uuid not null default gen_random_uuid(),
    type text not null,
    data jsonb not null,
    -- Path of the product where it can be looked at.
    path text not null,
    -- Messages of one topic that were not tried yet are one message.
    topic text,
    status text not null default 'queued',
    attempts int not null default 0,
    answer int,
    error text,
    worker text,
    next_at timestamptz not null default now(),
    at timestamptz not null default now(),
    ended timestamptz)`,
  `create index webhook_delivery_due on webhook_delivery(next_at) where status in ('queued', 'sending')`,
  `create index webhook_delivery_of on webhook_delivery(webhook_id, delivery_id)`,
  `create index webhook_delivery_ended on webhook_delivery(ended) where ended is not null`,
  `create unique index webhook_delivery_topic on webhook_delivery(webhook_id, topic) where status = 'queued' and attempts = 0 and topic is not null`,
];
