/** The change history: sets, changes and comments, and what is done with them. */
import { z } from 'zod';
import { ChangeHistory, Comment, COMMENT_LIMIT, Rebase, Attachment, SwitchResult, DeletionResult } from '../domain/changes.ts';
import { CalendarDate } from '../domain/date.ts';
import { isEntityKind } from '../domain/entities.ts';
import { Version, VersionId, VersionName } from '../domain/versions.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const Id = z.int().positive();
const IdText = z.coerce.number().pipe(Id);
const Kind = z.string().refine(isEntityKind, 'There is no such kind of document');
/** At most so many sets or changes are switched at once. */
const MOST = 20_000;

const SetIds = z
  .string()
  .regex(/^[1-9]\d{0,14}(\.[1-9]\d{0,14}){0,99}$/, 'Write ids with dots between them')
  .transform((text) => text.split('.').map(Number));

export const listChangesets = defineRoute({
  name: 'listChangesets',
  summary: 'Sets of changes of a database, newest first, 100 at a time: go on with `before` = the last SetId. Every filter narrows.',
  method: 'GET',
  path: '/storage/ui/changesets',
  query: z.object({
    databaseId: z.string(),
    dbVersionId: IdText.optional(),
    setId: IdText.optional(),
    /** Ids with dots between them: `7.9.12`, at most 100. */
    setIds: SetIds.optional(),
    changeId: IdText.optional(),
    author: z.string().optional(),
    kind: Kind.optional(),
    scheduleId: z.string().optional(),
    text: z.string().max(200).optional(),
    /** Days, both included, in UTC. */
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
    before: IdText.optional(),
  }),
  reply: ChangeHistory,
  access: 'read',
});

export const listChanges = defineRoute({
  name: 'listChanges',
  summary:
    'Changes of one set, or of one document in a version and those it was made from (newest first), 100 at a time: go on with `after` = the last ChangeId.',
  method: 'GET',
  path: '/storage/ui/changes',
  query: z.object({
    setId: IdText.optional(),
    dbVersionId: IdText.optional(),
    kind: Kind.optional(),
    entityId: z.string().optional(),
    after: IdText.optional(),
  }),
  reply: ChangeHistory,
  access: 'read',
});

export const listComments = defineRoute({
  name: 'listComments',
  summary: 'Comments on changes of a database, newest first, at most 100, with the changes they speak of; of one set where it is given.',
  method: 'GET',
  path: '/storage/ui/comments',
  query: z.object({ databaseId: z.string(), setId: IdText.optional() }),
  reply: ChangeHistory,
  access: 'read',
});

export const addComment = defineRoute({
  name: 'addComment',
  summary: 'Comments on changes.',
  method: 'POST',
  path: '/storage/ui/comment',
  body: z.object({
    Message: z.string().trim().min(1, 'Type a comment').max(COMMENT_LIMIT),
    Changes: z.array(Id).min(1, 'Select changes first').max(1000),
  }),
  reply: z.object({ Comment }),
  places: { Changes: 'change' },
  access: 'write',
});

const Chosen = z.object({
  /** The editable version in which they are put back or made again: the one they were made in, or one made from it. */
  DbVersionId: VersionId,
  ChangeIds: z.array(Id).max(MOST).optional(),
  SetIds: z.array(Id).max(MOST).optional(),
});

export const toggleChanges = defineRoute({
  name: 'toggleChanges',
  summary:
    'Switches changes off (each field that still is as the change made it is put back) or on again. What was changed since stays, and the answer names it with the later sets in the way. Changes in `Restore` were deleted and are so no longer.',
  method: 'POST',
  path: '/storage/ui/changes/toggle',
  body: Chosen.extend({ Active: z.boolean(), Restore: z.array(Id).max(MOST).optional() }),
  reply: SwitchResult,
  access: 'write',
});

export const undoChangesets = defineRoute({
  name: 'undoChangesets',
  summary: 'Takes sets of changes back: the same as switching all of their changes off.',
  method: 'POST',
  path: '/storage/ui/changesets/undo',
  body: Chosen.pick({ DbVersionId: true }).extend({ SetIds: z.array(Id).min(1).max(MOST) }),
  reply: SwitchResult,
  access: 'write',
});

export const deleteChanges = defineRoute({
  name: 'deleteChanges',
  summary: 'Switches changes off where they hold and no longer carries them on; they stay in the history as deleted.',
  method: 'DELETE',
  path: '/storage/ui/changes',
  body: z.object({ DbVersionId: VersionId, changeIds: z.array(Id).max(MOST).default([]), setId: Id.optional() }),
  reply: DeletionResult,
  access: 'write',
});

export const attachTrack = defineRoute({
  name: 'attachTrack',
  summary: 'Attaches changes of a track, or of its timetables, to a track of the same schedule in a newer version: they apply there from then on.',
  method: 'POST',
  path: '/storage/ui/tracks/attach',
  body: z.object({
    DbVersionId: VersionId,
    ChangeIds: z.array(Id).min(1).max(1000),
    ScheduleId: z.string(),
    TrackId: z.string(),
    Back: Attachment.optional().describe('As an attachment was answered: takes it back.'),
  }),
  reply: SwitchResult.extend({ Back: Attachment.optional() }),
  access: 'write',
});

export const suggestTracks = defineRoute({
  name: 'suggestTracks',
  summary: 'Tracks of a version that a change could be attached to, the most alike by their stops first.',
  method: 'GET',
  path: '/storage/ui/tracks/suggestions',
  query: z.object({ dbVersionId: IdText, changeId: IdText }),
  reply: z.object({
    Tracks: z.array(z.object({ ScheduleId: z.string(), TrackId: z.string(), Name: z.string(), Stops: z.int(), Likeness: z.number() })),
  }),
  access: 'read',
});

export const previewRebase = defineRoute({
  name: 'previewRebase',
  summary: 'The results of a rebase of the corrections of a version (active changes since its import) onto another one. Changes nothing.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/corrections',
  params: VersionParams,
  query: z.object({ onto: IdText }),
  reply: Rebase,
  access: 'read',
});

export const rebaseCorrections = defineRoute({
  name: 'rebaseCorrections',
  summary: 'Carries the corrections of a version on to another one: the result is a new draft of that one; both stay as they are.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/corrections',
  params: VersionParams,
  body: z.object({ Onto: VersionId, Name: VersionName }),
  reply: Rebase.extend({ EditableDbVersionId: VersionId, Version }),
  access: 'write',
});
