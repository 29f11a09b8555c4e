/** The export that is being made or changed: a draft, in which each step is undone by itself. */
import { z } from 'zod';
import { ExportForm, exportFormOf, newExportForm } from '../../domain/exports.ts';
import { defineDraft } from '../../kernel/draftKind.ts';
import { exportIn } from '../../projections/exportState.ts';
import type { AppState } from '../../projections/state.ts';
import { stepsOn } from '../defineStep.ts';

/** `rev`: the revision that the export was read at; 0 for a new one. */
const ExportDraft = z.object({ rev: z.int().min(0), form: ExportForm });
export const exportDraft = defineDraft('export', ExportDraft);

/** Whose draft it is: null for a new export. */
const Of = z.object({ exportId: z.int().positive().nullable() });

/** Undo scope of the draft of an export. */
export function exportScope({ exportId }: { readonly exportId: number | null }): string {
  return `export/${exportId ?? 'new'}`;
}
const exportStep = stepsOn(exportDraft, exportScope);

/** Opens the draft of an export; one that is open already is gone on with. */
export const openExportDraft = exportStep('exportDraft.open', 'Edit an export', {
  payload: Of,
  samples: [{ exportId: null }, { exportId: 1 }],
  open: ({ exportId }, base) => draftOf(base, exportId),
  edit: () => undefined,
});

/** What the draft of an export begins with. */
export function draftOf(base: AppState, exportId: number | null): z.infer<typeof ExportDraft> {
  const one = exportIn(base.exports, exportId ?? undefined);
  if (one !== undefined) return { rev: one.rev, form: exportFormOf(one) };
  const regions = (base.exports.configuration.value?.regions ?? []).filter(({ readOnly }) => !readOnly);
  const [region] = regions.length === 1 ? regions : [];
  const [database] = region?.databases.length === 1 ? region.databases : [];
  return { rev: 0, form: newExportForm(region?.region, database?.DbId) };
}

const Changes = ExportForm.omit({ agencyMergingRules: true }).partial();

/** Changes fields of the draft. Another region takes database and delivery location with it, for they belong to the old one. */
export const editExport = exportStep(
  'exportDraft.edit',
  ({ changes }) =>
    `Change ${Object.keys(changes)
      .map((key) => FIELD_WORDS[key] ?? key)
      .join(', ')}`,
  {
    payload: Of.extend({ changes: Changes }),
    samples: [
      { exportId: null, changes: { name: 'To partners' } },
      { exportId: 1, changes: { region: 'demo' } },
    ],
    edit: ({ form }, { changes }) => {
      const isMoved = changes.region !== undefined && changes.region !== form.region;
      // a version is one of its database
      if (isMoved || (changes.DbId !== undefined && changes.DbId !== form.DbId)) delete form.version;
      Object.assign(form, changes);
      if (!isMoved) return;
      form.DbId = '';
      form.deliveryLocation.location = 0;
    },
  },
);

const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: 'the name',
  region: 'the region',
  DbId: 'the database',
  scope: 'the scope',
  version: 'the version',
  schedule: 'the time of day',
  deliveryLocation: 'the delivery',
  feedInfo: 'the feed info',
  vehicleWork: 'the vehicle work',
};

/** Adds an agency merging rule that is still to be filled in. */
export const addMergingRule = exportStep('exportDraft.addRule', 'Add agency merging', {
  payload: Of,
  samples: [{ exportId: null }],
  edit: ({ form }) => {
    const last = Math.max(0, ...form.agencyMergingRules.map(({ id }) => Number(id) || 0));
    form.agencyMergingRules.push({ id: String(last + 1), agencyIds: [], mergedAgencyId: '', mergedAgencyName: '' });
  },
});

/** Changes an agency merging rule. */
export const editMergingRule = exportStep('exportDraft.editRule', 'Change agency merging', {
  payload: Of.extend({
    ruleId: z.string(),
    changes: z.object({ agencyIds: z.array(z.string()), mergedAgencyId: z.string(), mergedAgencyName: z.string() }).partial(),
  }),
  samples: [{ exportId: null, ruleId: '1', changes: { mergedAgencyId: 'CITY' } }],
  edit: ({ form }, { ruleId, changes }) => {
    const rule = form.agencyMergingRules.find(({ id }) => id === ruleId);
    if (rule) Object.assign(rule, changes);
  },
});

/** Takes an agency merging rule out. */
export const removeMergingRule = exportStep('exportDraft.removeRule', 'Delete agency merging', {
  payload: Of.extend({ ruleId: z.string() }),
  samples: [{ exportId: null, ruleId: '1' }],
  edit: ({ form }, { ruleId }) => {
    form.agencyMergingRules = form.agencyMergingRules.filter(({ id }) => id !== ruleId);
  },
});

/** Ends the draft. */
export const closeExportDraft = exportStep('exportDraft.close', 'Close the export form', {
  payload: Of,
  samples: [{ exportId: null }],
  close: true,
});
