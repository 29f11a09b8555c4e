/** What the built-in identity provider keeps (store/identity.ts), for all processes. */
export const identity: readonly string[] = [
  `create table identity(
     model text not null, id text not null, payload jsonb not null, until timestamptz not null,
     uid text generated always as (payload->>'uid') stored, grant_id text generated always as (payload->>'grantId') stored,
     primary key (model, id))`,
  `create index identity_until on identity(until)`,
  `create index identity_uid on identity(model, uid) where uid is not null`,
  `create index identity_grant on identity(grant_id) where grant_id is not null`,
];
