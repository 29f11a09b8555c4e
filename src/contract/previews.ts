/** Edits in two steps: a preview of one declared edit, which writes nothing, and its application. And the undo of what the caller made. */
import { z } from 'zod';
import { editNamed } from '../domain/edits/catalogue.ts';
import { EditAnswer } from './edits.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

const EDITS = '/storage/ui/db/version/:versionId/edit-previews';

/** Minutes for which a preview can be applied. */
export const PREVIEW_MINUTES = 15;

/** Changes of a preview that are listed; `Count` says how many there are. */
export const PREVIEWED_CHANGES = 100;

/** One document of a preview. `Before` and `After` hold the fields that differ; null where the document is not there. */
const PreviewedChange = z.object({
  Kind: z.string(),
  Id: z.string(),
  Before: z.record(z.string(), z.unknown()).nullable(),
  After: z.record(z.string(), z.unknown()).nullable(),
});
export type PreviewedChange = z.infer<typeof PreviewedChange>;

/** What an edit would do. `Preview` is null where everything is as the edit would have it already. */
export const EditPreview = z.object({
  Preview: z.string().nullable(),
  /** What the change set will be called: "Rename stop A to B". */
  Label: z.string(),
  /** Revision of the version that it was made on. */
  Rev: z.int().min(0),
  Count: z.int().min(0),
  Changes: z.array(PreviewedChange).max(PREVIEWED_CHANGES),
  /** ISO moment in UTC. */
  Expires: z.string(),
});
export type EditPreview = z.infer<typeof EditPreview>;

export const previewEdit = defineRoute({
  name: 'previewEdit',
  summary: `Previews an edit by its name and data: its label and what it would change. Writes nothing. The preview can be applied for ${PREVIEW_MINUTES} minutes, by the same caller.`,
  method: 'POST',
  path: EDITS,
  params: VersionParams,
  body: z.object({
    Edit: z.string().refine((name) => editNamed(name) !== undefined, 'There is no such edit'),
    /** Path parameters and body of the edit, in one object. */
    Data: z.record(z.string(), z.unknown()),
  }),
  reply: EditPreview,
  access: 'write',
  largest: 4_000_000,
});

/** The preview of an id, which the server has made. */
const PreviewParams = VersionParams.extend({ preview: z.string().regex(/^[\w-]{1,40}$/, 'This is no id of a preview') });

export const applyPreview = defineRoute({
  name: 'applyPreview',
  summary:
    'Writes what a preview has shown, as one change set with its label. 412 where that would not be the same any more; 404 where it has expired.',
  method: 'POST',
  path: `${EDITS}/:preview/apply`,
  params: PreviewParams,
  reply: EditAnswer.extend({ Label: z.string() }),
  access: 'write',
});

export const undoOwnEdit = defineRoute({
  name: 'undoOwnEdit',
  summary:
    'Takes back the last change set that the caller made in the version and that is not taken back, or the one of a revision. An API token takes back only what was made with a token of its label. 412 names what somebody changed since.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/undo',
  params: VersionParams,
  body: z.object({ Rev: z.int().positive().max(2_147_483_647).optional() }),
  reply: EditAnswer.extend({ Label: z.string() }),
  access: 'write',
});
