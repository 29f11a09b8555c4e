/** API tokens of people (only hashes of them), and what the people who have one may do, as their own last call said. */
export const apiTokens: readonly string[] = [
  `create table api_person(
    subject text primary key,
    account jsonb not null,
    regions jsonb not null,
    -- When the sign-in that says so was issued, in seconds since 1970: an earlier one does not replace it.
    issued bigint not null,
    seen timestamptz not null default now())`,
  `create table api_token(
    token_id serial primary key,
    subject text not null references api_person,
    -- SHA-256 of the token, in hexadecimal digits.
    hash text collate "C" not null unique,
    label text not null,
    scopes jsonb not null,
    regions jsonb,
    created timestamptz not null default now(),
    expires timestamptz not null,
    used timestamptz,
    revoked timestamptz)`,
  `create index api_token_subject on api_token(subject)`,
];
