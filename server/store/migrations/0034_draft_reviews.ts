/** Reviews of drafts, what people may read (as their last sign-in said), and which databases ask for an approval. */
export const draftReviews: readonly string[] = [
  // Drafts of it are finished and published only when somebody else has approved them.
  `alter table database add column reviewed boolean not null default false`,
  // 'all', or keys of regions in small letters; null for who has no access now, or has not signed in since this was added.
  `alter table person add column regions jsonb, add column read_only boolean not null default false`,
  // One review of each version. state: asked, changesAsked, approved, withdrawn.
  `create table review(
    review_id int generated always as identity primary key,
    version_id int not null unique references version on delete cascade,
    asked_by text collate "C" not null,
    asked_name text not null,
    note text not null,
    state text not null,
    rev int not null default 1,
    asked_at timestamptz not null default now())`,
  `create table review_person(
    review_id int not null references review on delete cascade,
    subject text collate "C" not null,
    name text not null,
    primary key(review_id, subject))`,
  // kind and id: the document that a comment is about; null for the draft as a whole.
  `create table review_comment(
    comment_id bigint generated always as identity primary key,
    review_id int not null references review on delete cascade,
    kind smallint,
    id text collate "C",
    message text not null,
    mentions jsonb not null,
    author text not null,
    subject text collate "C" not null,
    at timestamptz not null default now())`,
  `create index review_comment_review on review_comment(review_id, comment_id)`,
  // version_rev: the revision of the draft that was looked at. A later edit makes an approval stale.
  `create table review_decision(
    decision_id bigint generated always as identity primary key,
    review_id int not null references review on delete cascade,
    approved boolean not null,
    message text not null,
    version_rev bigint not null,
    author text not null,
    subject text collate "C" not null,
    at timestamptz not null default now())`,
  `create index review_decision_review on review_decision(review_id, decision_id)`,
];
