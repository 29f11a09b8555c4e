import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { versions } from './migrations/0001_versions.ts';
import { versionLife } from './migrations/0002_version_life.ts';
import { uploads } from './migrations/0003_uploads.ts';
import { layerStops } from './migrations/0005_layer_stops.ts';
import { documentText } from './migrations/0006_document_text.ts';
import { editLabels } from './migrations/0007_edit_labels.ts';
import { versionCare } from './migrations/0004_version_care.ts';
import { changeHistory } from './migrations/0009_changes.ts';
import { pipelines } from './migrations/0010_pipelines.ts';
import { regions } from './migrations/0012_regions.ts';
import { realtime } from './migrations/0014_realtime.ts';
import { news, termsOfUse } from './migrations/0017_news.ts';
import { undoneRevisions } from './migrations/0018_undone.ts';
import { parentRevisions } from './migrations/0019_parent_rev.ts';
import { uploadRuns } from './migrations/0020_upload_runs.ts';
import { approvals } from './migrations/0021_approvals.ts';
import { importReports } from './migrations/0022_import_reports.ts';
import { regionErrors } from './migrations/0023_region_errors.ts';
import { identity } from './migrations/0025_identity.ts';
import { secretServers } from './migrations/0026_secret_servers.ts';
import { publicFeeds } from './migrations/0027_public_feeds.ts';
import { validationProfiles } from './migrations/0028_validation_profiles.ts';
import { apiTokens } from './migrations/0029_api_tokens.ts';
import { timetableBooks } from './migrations/0030_timetable_books.ts';
import { releaseGate } from './migrations/0031_release_gate.ts';
import { editPrograms } from './migrations/0032_edit_programs.ts';
import { serviceAlerts } from './migrations/0033_service_alerts.ts';
import { reviewLinks } from './migrations/0036_review_links.ts';
import { takenOver } from './migrations/0037_taken_over.ts';
import { savedSearches } from './migrations/0041_saved_searches.ts';
import { problemReports } from './migrations/0042_problem_reports.ts';
import { webhooks } from './migrations/0035_webhooks.ts';
import { editPreviews } from './migrations/0039_edit_previews.ts';
import { draftReviews } from './migrations/0034_draft_reviews.ts';
import { exportsOfRegions } from './migrations/0015_exports.ts';
import { changeLogFilters } from './migrations/0016_change_log.ts';
import { moments } from './migrations/0016_moments.ts';
import { keptUploads } from './migrations/0024_kept_uploads.ts';
import { validation } from './migrations/0008_validation.ts';
import type { Db } from './tables.ts';
import { LOCKS } from './locks.ts';

/** All steps of the schema in their order. A step that was ever released is never edited; add a new one. */
const STEPS: readonly (readonly [name: string, statements: readonly string[]])[] = [
  ['0001_versions', versions],
  ['0002_version_life', versionLife],
  ['0003_uploads', uploads],
  ['0004_version_care', versionCare],
  ['0005_layer_stops', layerStops],
  ['0006_document_text', documentText],
  ['0010_pipelines', pipelines],
  ['0012_regions', regions],
  ['0007_edit_labels', editLabels],
  ['0009_changes', changeHistory],
  ['0008_validation', validation],
  ['0014_realtime', realtime],
  ['0015_exports', exportsOfRegions],
  ['0017_news', news],
  ['0017_terms', termsOfUse],
  ['0016_moments', moments],
  ['0016_change_log', changeLogFilters],
  ['0018_undone', undoneRevisions],
  ['0019_parent_rev', parentRevisions],
  ['0020_upload_runs', uploadRuns],
  ['0021_approvals', approvals],
  ['0022_import_reports', importReports],
  ['0023_region_errors', regionErrors],
  ['0024_kept_uploads', keptUploads],
  ['0025_identity', identity],
  ['0026_secret_servers', secretServers],
  ['0027_public_feeds', publicFeeds],
  ['0028_validation_profiles', validationProfiles],
  ['0029_api_tokens', apiTokens],
  ['0030_timetable_books', timetableBooks],
  ['0031_release_gate', releaseGate],
  ['0032_edit_programs', editPrograms],
  ['0033_service_alerts', serviceAlerts],
  ['0034_draft_reviews', draftReviews],
  ['0035_webhooks', webhooks],
  ['0036_review_links', reviewLinks],
  ['0037_taken_over', takenOver],
  ['0041_saved_searches', savedSearches],
  ['0039_edit_previews', editPreviews],
  ['0042_problem_reports', problemReports],
];

/** Whether a database has data of an older build, which `migrate` is going to change. */
export async function isOlder(db: Db): Promise<boolean> {
  const { rows: made } = await sql`select from pg_tables where schemaname = 'public' and tablename = 'schema_step'`.execute(db);
  if (made.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from schema_step`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  return done.size > 0 && STEPS.some(([name]) => !done.has(name)) && [...done].every((name) => STEPS.some(([known]) => known === name));
}

/** An older build does not touch what a newer one has changed. */
export class SchemaNewer extends Error {
  override readonly name = 'SchemaNewer';
}

/**
 * Brings the schema up to this build. Safe when several processes start together: the first takes a lock, the others wait
 * and find nothing left to do. Throws when the database was written by a newer build.
 */
export async function migrate(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local lock_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(${LOCKS.migration})`.execute(tx);
    await sql`create table if not exists schema_step(name text primary key, at timestamptz not null default now())`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from schema_step`.execute(tx);
    const done = new Set(rows.map((row) => row.name));
    const unknown = [...done].filter((name) => !STEPS.some(([known]) => known === name));
    if (unknown.length > 0) {
      throw new SchemaNewer(
        `The database was written by a newer version of the product (${unknown.join(', ')}). Start that version instead, or restore a backup of before.`,
      );
    }
    for (const [name, statements] of STEPS) {
      if (done.has(name)) continue;
      for (const statement of statements) await sql.raw(statement).execute(tx);
      await sql`insert into schema_step(name) values (${name})`.execute(tx);
    }
  });
}

/** A short text that differs with every change of the schema. */
export function schemaKey(): string {
  return createHash('sha256').update(JSON.stringify(STEPS)).digest('hex').slice(0, 12);
}
