/** Taking over the changes of another version of the database into a draft. */
import { z } from 'zod';
import { Decision, Side, TakenOver, TakeOverPreview } from '../domain/takeOver.ts';
import { VersionId } from '../domain/versions.ts';
import { defineRoute } from './route.ts';
import { VersionParams } from './versions.ts';

export const previewTakeOver = defineRoute({
  name: 'previewTakeOver',
  summary:
    'What taking over the changes of another version into a draft would do. Changes since the last common state that only the other version made are taken over; parts that both changed differently are conflicts. Changes nothing.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/take-over',
  params: VersionParams,
  query: z.object({
    from: z.coerce.number().pipe(VersionId.max(2_147_483_647)),
    /** So many conflicts are left out: 500 are answered at once. */
    skip: z.coerce.number().pipe(z.int().min(0).max(2_147_483_647)).default(0),
  }),
  reply: TakeOverPreview,
  places: { from: 'version' },
  access: 'read',
});

export const takeOver = defineRoute({
  name: 'takeOver',
  summary:
    'Takes over the changes of another version into a draft as one change set. `FromRev` and `Rev` are those of the preview: 409 where one of the versions has changed since. `Rest` is the side of all conflicts without a decision.',
  method: 'POST',
  path: '/storage/ui/db/version/:versionId/take-over',
  params: VersionParams,
  body: z.object({
    From: VersionId.max(2_147_483_647),
    FromRev: z.int().min(0),
    Rev: z.int().min(0),
    Decisions: z.array(Decision).max(5000),
    Rest: Side.optional(),
  }),
  reply: TakenOver,
  places: { From: 'version' },
  access: 'write',
});
