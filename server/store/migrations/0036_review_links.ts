/** Review links: addresses of a draft or of a comparison for people without an account, and what these people wrote. */
export const reviewLinks: readonly string[] = [
  // hash: SHA-256 of the secret in hexadecimal digits. version_id and from_id are null once the version was removed. compares: it shows a comparison of from_id with version_id.
  `create table review_link(
    link_id int generated always as identity primary key,
    hash text collate "C" not null unique,
    version_id int references version on delete set null,
    from_id int references version on delete set null,
    compares boolean not null,
    label text not null,
    comments boolean not null,
    author text not null,
    subject text collate "C" not null,
    created timestamptz not null default now(),
    expires timestamptz not null,
    revoked timestamptz,
    opened timestamptz,
    openings int not null default 0)`,
  `create index review_link_version on review_link(version_id)`,
  `create index review_link_from on review_link(from_id) where from_id is not null`,
  // key: the Idempotency-Key of the guest's call. kind and id: the document that a comment is about; null for the whole.
  `create table review_link_comment(
    comment_id bigint generated always as identity primary key,
    link_id int not null references review_link on delete cascade,
    version_id int not null references version on delete cascade,
    key text collate "C" not null,
    kind smallint,
    id text collate "C",
    name text not null,
    message text not null,
    at timestamptz not null default now(),
    unique(link_id, key))`,
  `create index review_link_comment_version on review_link_comment(version_id, comment_id)`,
];
