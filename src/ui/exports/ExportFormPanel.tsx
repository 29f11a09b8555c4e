import { Alert, TagsInput } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { addMergingRule, editExport, editMergingRule, exportDraft, exportScope } from '../../commands/exports/exportDraft.ts';
import { askDeleteRule, leaveExportForm, showDeliveryLocations, submitExport } from '../../commands/exports/exportFormSteps.ts';
import { createExport, updateExport } from '../../commands/exports/exportWrites.ts';
import { agenciesKey, loadExport, loadExportAgencies, loadExportConfiguration } from '../../commands/exports/loadExports.ts';
import { loadVersions } from '../../commands/versions/loadVersions.ts';
import {
  type AgencyMergingRule,
  EXPORT_SCOPE_WORDS,
  exportFaults,
  type ExportForm,
  ExportScope,
  FILE_NAME_PLACEHOLDERS,
  timeOfDay,
} from '../../domain/exports.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { Load } from '../../projections/state.ts';
import { historyActions } from '../shell/shellActions.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { sameAction } from '../parts/actions.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { SelectField, ShownField, TextField } from '../parts/Field.tsx';
import { iconOf } from '../parts/icons.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import list from '../parts/listWithFields.module.css';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { said } from '../language/language.ts';
import { DeleteRuleModal, DiscardModal } from './ExportQuestions.tsx';
import classes from './exports.module.css';
import { useExportForm, useExportFormState } from './useExportForm.ts';
import { texts } from './texts.ts';

type Changes = Partial<Omit<ExportForm, 'agencyMergingRules'>>;

/** The form of a new export (`exportId` null), or of one that is changed. */
export function ExportFormPanel({ exportId }: { exportId: number | null }): ReactNode {
  const dispatch = useDispatch();
  const state = useExportFormState();
  const readOnly = useView((view) => view.session.account?.permissions.readOnly !== false);
  const load = useView((view): Load<unknown> | undefined =>
    exportId === null ? view.exports.configuration : view.exports.details[String(exportId)],
  );
  const form = useKernelState((all) => exportDraft.of(all, exportScope({ exportId }))?.form);
  const title = exportId === null ? texts.createExport : texts.editExport;
  const busy = state === 'saving' ? texts.saving : undefined;
  if (readOnly) return <Empty heading={1} title={title} hint={READ_ONLY} />;
  return (
    <section className={classes['whole']} aria-label={title}>
      <header className={list['bar']}>
        <h1 className={list['name']}>{title}</h1>
        <HistoryButtons />
        <WhyButton label={texts.leaveTheForm} icon={IconX} iconOnly why={busy} onClick={() => dispatch(leaveExportForm({}))} />
      </header>
      <div className={classes['body']}>
        <LoadStates
          load={load}
          what={texts.export}
          retry={exportId === null ? loadExportConfiguration({}) : loadExport({ id: exportId })}
          skeleton={8}
        >
          {() => form && <Fields exportId={exportId} form={form} />}
        </LoadStates>
      </div>
      <footer className={classes['formFooter']}>
        <WhyButton label={texts.cancel} why={busy} onClick={() => dispatch(leaveExportForm({}))} />
        <WhyButton
          label={exportId === null ? texts.create : texts.save}
          variant="filled"
          shortcut="Ctrl+KeyS"
          loading={busy !== undefined}
          why={form === undefined ? texts.theExportIsLoading : undefined}
          onClick={() => dispatch(submitExport({}))}
        />
      </footer>
      <DeleteRuleModal />
      <DiscardModal />
    </section>
  );
}

/** Undo and redo of what was done in the form. */
function HistoryButtons(): ReactNode {
  const dispatch = useDispatch();
  const undo = useKernelState((state) => historyActions(state)[0], sameAction);
  const redo = useKernelState((state) => historyActions(state)[1], sameAction);
  return [undo, redo].map(({ id, title, icon, keys, why, run }) => (
    <WhyButton
      key={id}
      label={title}
      icon={iconOf(icon)}
      iconOnly
      why={why}
      shortcut={keys[0]}
      onClick={() => run && 'dispatch' in run && dispatch(run.dispatch)}
    />
  ));
}

function Fields({ exportId, form }: { exportId: number | null; form: ExportForm }): ReactNode {
  const dispatch = useDispatch();
  const tried = useExportForm('tried');
  const messages = useExportForm('messages');
  useShownHere(messages, createExport, updateExport);
  const refusals = useExportForm('faults');
  const regions = useView((view) => view.exports.configuration.value?.regions ?? null);
  const locations = useView((view) => view.exports.locations.value);
  const faults: Readonly<Record<string, string>> = { ...refusals, ...(tried ? exportFaults(form) : {}) };
  const set = (changes: Changes): string => dispatch(editExport({ exportId, changes }));
  const region = regions?.find((one) => one.region === form.region);
  const { deliveryLocation, feedInfo } = form;
  const offered = (locations ?? []).filter((one) => one.region === form.region);
  useAgencies(form);
  return (
    <div className={`${list['fields']} ${classes['formFields']}`}>
      {messages.length > 0 && (
        <Alert color="red" role="alert">
          {messages.join('. ')}
        </Alert>
      )}
      <TextField label={texts.name} value={form.name} rev="value" required error={faults['name']} onSave={(name) => set({ name })} />
      <SelectField
        label={texts.region}
        value={form.region}
        rev="value"
        options={(regions ?? []).filter(({ readOnly }) => !readOnly).map((one) => ({ value: one.region, label: one.name }))}
        searchable
        error={faults['region']}
        onSave={(to) => set({ region: to })}
      />
      <SelectField
        label={texts.databaseID}
        value={form.DbId}
        rev="value"
        options={(region?.databases ?? []).map(({ DbId, name }) => ({ value: DbId, label: name === DbId ? DbId : `${DbId} ${name}` }))}
        searchable
        error={faults['DbId']}
        note={region?.databases.some(({ DbId, hasVersion }) => DbId === form.DbId && !hasVersion) === true ? texts.noCurrentVersion : undefined}
        onSave={(DbId) => set({ DbId })}
      />
      <VersionField
        form={form}
        hasCurrent={!(region?.databases.some(({ DbId, hasVersion }) => DbId === form.DbId && !hasVersion) ?? false)}
        error={faults['version']}
        onSave={(version) => set({ version })}
      />
      <SelectField
        label={texts.scope}
        value={form.scope}
        rev="value"
        options={ExportScope.options.map((value) => ({ value, label: said(EXPORT_SCOPE_WORDS[value]) }))}
        onSave={(to) => set({ scope: ExportScope.parse(to) })}
      />
      <TextField
        label={texts.timeOfDay}
        value={form.schedule.timeOfDay}
        rev="value"
        placeholder={texts.byHandOnly}
        validate={(text) => (timeOfDay(text) === undefined ? texts.timeFormat : undefined)}
        error={faults['schedule/timeOfDay']}
        note={region === undefined || form.schedule.timeOfDay === '' ? undefined : texts.everyDayTimezone({ timezone: region.timezone })}
        onSave={(text) => set({ schedule: { timeOfDay: timeOfDay(text) ?? '' } })}
      />
      <TextField
        label={texts.fileName}
        value={deliveryLocation.fileName}
        rev="value"
        monospace
        error={faults['deliveryLocation/fileName']}
        note={texts.placeholdersHint({ placeholders: FILE_NAME_PLACEHOLDERS.join(' ') })}
        onSave={(fileName) => set({ deliveryLocation: { ...deliveryLocation, fileName } })}
      />
      <SelectField
        label={texts.deliveryLocation}
        value={deliveryLocation.location === 0 ? '' : String(deliveryLocation.location)}
        rev="value"
        options={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        searchable
        error={faults['deliveryLocation/location']}
        note={form.region !== '' && locations !== null && offered.length === 0 ? texts.regionWithoutLocation : undefined}
        aside={<ActionButton of={showDeliveryLocations} iconOnly />}
        onSave={(to) => set({ deliveryLocation: { ...deliveryLocation, location: Number(to) } })}
      />
      <TextField
        label={texts.feedURL}
        value={feedInfo.url}
        rev="value"
        placeholder={texts.asInTheVersion}
        error={faults['feedInfo/url']}
        onSave={(url) => set({ feedInfo: { ...feedInfo, url } })}
      />
      <TextField
        label={texts.contactURL}
        value={feedInfo.contactUrl}
        rev="value"
        placeholder={texts.asInTheVersion}
        error={faults['feedInfo/contactUrl']}
        onSave={(contactUrl) => set({ feedInfo: { ...feedInfo, contactUrl } })}
      />
      <SelectField
        label={texts.emptyFeedInfo}
        hint={texts.emptyFeedInfoHint}
        value={feedInfo.fill === true ? 'fill' : 'keep'}
        rev="value"
        options={[
          { value: 'keep', label: texts.asInTheVersion },
          { value: 'fill', label: texts.filledIn },
        ]}
        onSave={(to) => set({ feedInfo: { url: feedInfo.url, contactUrl: feedInfo.contactUrl, ...(to === 'fill' && { fill: true }) } })}
      />
      <SelectField
        label={texts.vehicleWork}
        hint={texts.vehicleWorkHint}
        value={form.vehicleWork === true ? 'written' : 'none'}
        rev="value"
        options={[
          { value: 'none', label: texts.notWritten },
          { value: 'written', label: texts.written },
        ]}
        onSave={(to) => set({ vehicleWork: to === 'written' })}
      />
      <ShownField label={texts.agencyMerging}>
        <WhyButton label={texts.addAgencyMerging} icon={IconPlus} compact onClick={() => dispatch(addMergingRule({ exportId }))} />
      </ShownField>
      {form.agencyMergingRules.map((rule, i) => (
        <Rule key={rule.id} exportId={exportId} rule={rule} place={i} faults={faults} />
      ))}
    </div>
  );
}

function Rule({
  exportId,
  rule,
  place,
  faults,
}: {
  exportId: number | null;
  rule: AgencyMergingRule;
  place: number;
  faults: Readonly<Record<string, string>>;
}): ReactNode {
  const dispatch = useDispatch();
  const agencies = useView((view) => view.exports.agencies.load.value);
  const { id: ruleId, agencyIds, mergedAgencyId, mergedAgencyName } = rule;
  const set = (changes: Partial<Omit<AgencyMergingRule, 'id'>>): string => dispatch(editMergingRule({ exportId, ruleId, changes }));
  const fault = (field: string): string | undefined => faults[`agencyMergingRules/${place}/${field}`];
  const nameOf = (id: string): string => {
    const name = agencies?.find((one) => one.id === id)?.name;
    return name === undefined || name === '' ? id : `${id} ${name}`;
  };
  return (
    <div className={classes['rule']} role="group" aria-label={texts.agencyMergingPlace({ place: place + 1 })}>
      <div className={classes['ruleHead']}>
        <strong>{texts.agencyMergingPlace({ place: place + 1 })}</strong>
        <WhyButton
          label={texts.deleteAgencyMergingPlace({ place: place + 1 })}
          icon={IconTrash}
          iconOnly
          onClick={() => dispatch(askDeleteRule({ ruleId }))}
        />
      </div>
      <TagsInput
        label={texts.agenciesToMerge}
        size="xs"
        value={agencyIds}
        data={(agencies ?? []).map(({ id }) => id)}
        renderOption={({ option }) => nameOf(option.value)}
        maxDropdownHeight={220}
        placeholder={agencyIds.length === 0 ? texts.idsOfAgencies : ''}
        error={fault('agencyIds')}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(next) => set({ agencyIds: next })}
      />
      <TextField
        label={texts.mergedAgencyID}
        value={mergedAgencyId}
        rev="value"
        monospace
        error={fault('mergedAgencyId')}
        onSave={(to) => set({ mergedAgencyId: to })}
      />
      <TextField
        label={texts.mergedAgencyName}
        value={mergedAgencyName}
        rev="value"
        placeholder={texts.agencyNamePlaceholder}
        error={fault('mergedAgencyName')}
        onSave={(to) => set({ mergedAgencyName: to })}
      />
    </div>
  );
}

/** Asks for the agencies of what is exported, for the rules to choose from. */
interface VersionFieldProps {
  readonly form: ExportForm;
  readonly hasCurrent: boolean;
  readonly error: string | undefined;
  readonly onSave: (version: number | null) => string;
}

/** Which version is written, where that is not simply the current one: the database has none that is valid today, or one was chosen before. */
function VersionField({ form: { DbId, version = null }, hasCurrent, error, onSave }: VersionFieldProps): ReactNode {
  const dispatch = useDispatch();
  const versions = useView((view) => (DbId === '' ? undefined : view.versionLists[DbId]));
  const wanted = DbId !== '' && (!hasCurrent || version !== null);
  const asked = versions !== undefined && versions.status !== 'idle';
  useEffect(() => {
    if (wanted && !asked) dispatch(loadVersions({ databaseId: DbId }));
  }, [wanted, asked, DbId, dispatch]);
  if (!wanted) return null;
  const offered = (versions?.value ?? []).filter((one) => one.Id === version || (!one.Editable && !one.Archived && one.Completed));
  const gone = version !== null && !offered.some(({ Id }) => Id === version);
  return (
    <SelectField
      label={texts.version}
      value={version === null ? '' : String(version)}
      rev="value"
      options={[
        { value: '', label: hasCurrent ? texts.theCurrentVersion : texts.theNewestFinishedVersion },
        ...offered.map(({ Id, Version }) => ({ value: String(Id), label: `${Version} #${Id}` })),
        ...(gone ? [{ value: String(version), label: `#${version}` }] : []),
      ]}
      searchable
      error={error}
      note={version === null ? undefined : texts.fixedVersionHint}
      onSave={(to) => onSave(to === '' ? null : Number(to))}
    />
  );
}

function useAgencies({ DbId, scope, agencyMergingRules }: ExportForm): void {
  const dispatch = useDispatch();
  const key = useView((view) => view.exports.agencies.key);
  const wanted = DbId !== '' && agencyMergingRules.length > 0;
  useEffect(() => {
    if (wanted && key !== agenciesKey({ DbId, scope })) dispatch(loadExportAgencies({ DbId, scope }));
  }, [wanted, key, DbId, scope, dispatch]);
}
