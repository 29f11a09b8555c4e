/** Service alerts of public feeds, what was done to them, their templates, and the ids of a release that they may name. */
export const serviceAlerts: readonly string[] = [
  // An object made with the facts of the release (feed/entities); empty where none can be made.
  `alter table public_release add column entities_key text`,
  // When what is served of alerts was last changed by somebody.
  `alter table public_feed add column alerts_at timestamptz`,
  `create table service_alert(
    alert_id serial primary key,
    feed_id int not null references public_feed on delete cascade,
    -- AlertContent as JSON.
    content jsonb not null,
    -- draft, published or ended.
    state text not null default 'draft',
    author text not null,
    changed_at timestamptz not null default now(),
    -- The first time; null for a draft that nobody outside has seen.
    published_at timestamptz,
    rev int not null default 1)`,
  `create index service_alert_feed on service_alert(feed_id)`,
  `create table service_alert_change(
    change_id serial primary key,
    alert_id int not null references service_alert on delete cascade,
    act text not null,
    -- As it was left by the act.
    content jsonb not null,
    author text not null,
    at timestamptz not null default now())`,
  `create index service_alert_change_alert on service_alert_change(alert_id)`,
  `create table alert_template(
    template_id serial primary key,
    region_key text not null references region(key) on delete cascade,
    name text not null,
    -- AlertWording as JSON.
    wording jsonb not null,
    author text not null,
    at timestamptz not null default now(),
    unique(region_key, name))`,
];
