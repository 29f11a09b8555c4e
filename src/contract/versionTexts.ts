/** Find and replace: the texts of a version that a search finds, with what they become. */
import { z } from 'zod';
import { TextChange } from '../domain/edits/texts.ts';
import { SEARCH_LIMIT, SEARCH_MODES, TEXT_GROUPS, TEXT_LIMIT } from '../domain/versionTexts.ts';
import { defineRoute, repeated } from './route.ts';
import { VersionParams } from './versions.ts';

/** A text that the search finds, and the text it becomes. `owner` names its document for people; `problem` says why it cannot become that. */
export const FoundText = TextChange.extend({ owner: z.string(), problem: z.string().optional() });
export type FoundText = z.infer<typeof FoundText>;

const Group = z.enum(TEXT_GROUPS);

export const findTexts = defineRoute({
  name: 'findTexts',
  summary:
    'The first 2,000 texts of a version that a search finds, with what they become. `mode`: a part of the text, whole words, or a pattern of RE2. 400 where the pattern cannot be used.',
  method: 'GET',
  path: '/storage/ui/db/version/:versionId/texts',
  params: VersionParams,
  query: z.object({
    find: z.string().min(1).max(SEARCH_LIMIT),
    replace: z.string().max(TEXT_LIMIT).default(''),
    mode: z.enum(SEARCH_MODES).default('text'),
    /** `same`: capital and small letters are different. */
    letters: z.enum(['any', 'same']).default('any'),
    group: repeated.pipe(z.array(Group).min(1)).default([...TEXT_GROUPS]),
  }),
  reply: z.object({
    Rev: z.int().min(0),
    Texts: z.array(FoundText),
    /** There are more than the answer holds. */
    More: z.boolean(),
  }),
  access: 'read',
});
