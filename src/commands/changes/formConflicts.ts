/** Conflicts about what is saved as a whole by a form (a pipeline, an export): both sides field by field, and the form as it becomes with theirs. */
import { z } from 'zod';
import { sameJson } from '../../domain/sameJson.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { ConflictEntry } from '../../kernel/state.ts';
import { closeExportDraft, openExportDraft } from '../exports/exportDraft.ts';
import { updateExport } from '../exports/exportWrites.ts';
import { updatePipeline } from '../pipelines/pipelineEdits.ts';
import { openPipelineForm } from '../pipelines/pipelineFormSteps.ts';

const Fields = z.record(z.string(), z.json());
const Mine = z.object({ id: z.int(), input: Fields });

/** The fields in which both sides differ; undefined where the conflict is about something else. */
export function formConflictLines({
  type,
  mine,
  theirs,
}: Pick<ConflictEntry, 'type' | 'mine' | 'theirs'>):
  | readonly { readonly what: string; readonly theirs: string; readonly mine: string }[]
  | undefined {
  if (type !== updatePipeline.type && type !== updateExport.type) return undefined;
  const [own, other] = [Mine.safeParse(mine).data, z.looseObject({}).safeParse(theirs).data];
  if (own === undefined || other === undefined) return undefined;
  return Object.entries(own.input).flatMap(([field, value]) =>
    sameJson(value, other[field]) ? [] : [{ what: WORDS[field] ?? field, theirs: textOf(other[field]), mine: textOf(value) }],
  );
}

/** What is dispatched for the form to show theirs, once theirs was chosen. */
export function formWithTheirs({ type, mine }: Pick<ConflictEntry, 'type' | 'mine'>): readonly CommandInput[] {
  const id = Mine.safeParse(mine).data?.id;
  if (id === undefined) return [];
  if (type === updatePipeline.type) return [openPipelineForm({ id })];
  return type === updateExport.type ? [closeExportDraft({ exportId: id }), openExportDraft({ exportId: id })] : [];
}

const WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  db_id: 'Database',
  DbId: 'Database ID',
  tags: 'Tags',
  schedule: 'Schedule',
  tasks: 'Tasks',
  region: 'Region',
  scope: 'Scope',
  deliveryLocation: 'Delivery',
  feedInfo: 'Feed info',
  vehicleWork: 'Vehicle work (TODS)',
  agencyMergingRules: 'Agency merging',
};

/** A value in short: lists by the names of what is in them, objects by their values. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (Array.isArray(value)) return value.map(nameOf).join(', ') || '—';
  if (typeof value === 'object') return Object.values(value).map(textOf).join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function nameOf(one: unknown): string {
  const named =
    z.object({ name: z.string() }).safeParse(one).data?.name ?? z.object({ mergedAgencyId: z.string() }).safeParse(one).data?.mergedAgencyId;
  return named ?? textOf(one);
}
