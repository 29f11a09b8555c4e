import { Alert, Button, Select, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { cloneRecord, createRecord } from '../../commands/records/recordEdits.ts';
import { RECORD_KINDS } from '../../domain/model/records.ts';
import type { AnyRecord, RecordKind } from '../../domain/model/records.ts';
import { couplingProblem } from '../../domain/model/couplings.ts';
import { fieldError, fieldValue, type FieldValue, holdsOneOf, recordConflict, typedText, valueOfTyped } from '../../domain/model/fieldValues.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { clonedRecord, newRecord } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { useTyped } from '../parts/useTyped.ts';
import { usePorts } from '../ports.tsx';
import type { RecordTexts } from './useRecordTexts.ts';
import buttons from '../parts/DeleteMode.module.css';
import { DaysField } from '../parts/DaysField.tsx';
import { Modal } from '../parts/Modal.tsx';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { useLongList } from '../parts/useLongList.ts';
import { fieldHelp, fieldLabel, said } from '../language/language.ts';
import classes from './RecordForm.module.css';
import { texts } from './texts.ts';

/** What the form makes: a new record, or one like another. */
export interface FormOf {
  readonly source: AnyRecord | undefined;
}

interface RecordFormProps {
  readonly kind: RecordKind;
  readonly versionId: number;
  readonly of: FormOf;
  readonly fieldTexts: RecordTexts;
  readonly onClose: () => void;
}

/** The form of a new record, or of a copy: its fields with their help, and its id where that is typed. */
export function RecordForm({ kind, versionId, of: { source }, fieldTexts, onClose }: RecordFormProps): ReactNode {
  const dispatch = useDispatch();
  const { newId } = usePorts();
  const { one: word, ids, prefix, fields: declared } = RECORD_KINDS[kind];
  const all = useView((view) => view.versions[versionId]?.records.lists[kind]?.value);
  const taken = (id: string): boolean => all?.some(({ Id }) => Id === id) ?? false;
  const [{ id, fields: typed, refusal, asked }, type] = useTyped(source ? clonedRecord : newRecord, () => ({
    id: source && ids === 'typed' ? freeId(source.Id, taken) : '',
    fields: Object.fromEntries(
      declared.flatMap((field) =>
        source && fieldValue(source, field.key) !== ''
          ? [[field.key, typedText(field, fieldValue(source, field.key))]]
          : field.holds === 'days' && field.required
            ? [[field.key, typedText(field, 127)]]
            : [],
      ),
    ),
    refusal: null,
    asked: false,
  }));
  const form = useRef<HTMLFormElement>(null);
  const chosenValues = Object.fromEntries(declared.map((field) => [field.key, valueOfTyped(field, typed[field.key] ?? '')]));
  const fields = declared.filter(({ onlyWhere }) => onlyWhere === undefined || holdsOneOf(chosenValues, onlyWhere));
  const wide = declared.length > 5;
  const long = useLongList();
  const [made] = useState(() => `${prefix}-${newId().slice(0, 8)}`);
  const title = source ? texts.cloneWord({ word: said(word) }) : texts.createWord({ word: said(word) });

  const values = Object.fromEntries(fields.map((field): [string, FieldValue] => [field.key, valueOfTyped(field, typed[field.key] ?? '')]));
  const given = Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== '' || (source && fieldValue(source, key) !== '')));
  const errors = new Map(fields.map(({ key }) => [key, fieldError(kind, key, values[key] ?? '')] as const));
  const conflict = recordConflict(kind, values, Object.keys(values));
  if (conflict && errors.get(conflict.field) === undefined) errors.set(conflict.field, conflict.message);
  const idError =
    ids !== 'typed'
      ? undefined
      : id.trim() === ''
        ? texts.idIsRequired
        : taken(id.trim())
          ? texts.thereIsAWordWithThe({ word: said(word), id: id.trim() })
          : undefined;

  const attempt = useSubmit(onClose);
  const shown = asked && !attempt.isWaiting;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    type({ asked: true });
    if (attempt.isWaiting) return;
    if (idError !== undefined || [...errors.values()].some(Boolean)) {
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0);
      return;
    }
    const recordId = typeof ids === 'object' ? ids.single : ids === 'typed' ? id.trim() : made;
    const problem = couplingProblem(all ?? [], kind, source, recordId, given);
    type({ refusal: problem ?? null });
    if (problem !== undefined) return;
    const write = source
      ? cloneRecord({ versionId, kind, sourceId: source.Id, recordId, values: given })
      : createRecord({ versionId, kind, recordId, values: given });
    attempt.send(dispatch(write));
  };
  return (
    <Modal opened onClose={onClose} title={title} size={wide ? 680 : 480} transitionProps={{ duration: 0 }}>
      <form onSubmit={submit} noValidate className={classes['form']} ref={form} data-wide={wide || undefined}>
        {ids === 'typed' && (
          <TextInput
            data-autofocus
            label={texts.id}
            description={texts.asOtherDataRefersToIt}
            required
            value={id}
            maxLength={255}
            error={shown && idError}
            onChange={(event) => type({ id: event.currentTarget.value })}
          />
        )}
        {fields.map((field, i) => {
          const options = fieldTexts.options(field);
          const shared = {
            ...(i === 0 && ids !== 'typed' ? { 'data-autofocus': true } : {}),
            label: field.unit === undefined ? fieldLabel(kind, field) : `${fieldLabel(kind, field)} (${field.unit})`,
            description: fieldHelp(kind, field),
            required: field.required === true || (field.requiredWhere !== undefined && holdsOneOf(values, field.requiredWhere)),
            error: shown && errors.get(field.key),
          };
          const value = typed[field.key] ?? '';
          if (field.holds === 'days')
            return (
              <DaysField
                key={field.key}
                label={shared.label}
                hint={shared.description}
                value={Number(valueOfTyped(field, value)) || 0}
                validate={(days) => fieldError(kind, field.key, days)}
                onSave={(days) => type({ fields: { ...typed, [field.key]: typedText(field, days) } })}
              />
            );
          if (!options)
            return (
              <TextInput
                key={field.key}
                {...shared}
                value={value}
                maxLength={2000}
                onChange={(event) => type({ fields: { ...typed, [field.key]: event.currentTarget.value } })}
              />
            );
          return (
            <Select
              key={field.key}
              {...shared}
              value={value === '' ? null : value}
              data={[...options]}
              searchable={options.length > 8}
              {...long}
              clearable={!field.required}
              placeholder={options.length === 0 ? texts.nothingToChoose : texts.choose}
              nothingFoundMessage={texts.nothingMatches}
              maxDropdownHeight={260}
              comboboxProps={{ transitionProps: { duration: 0 } }}
              onChange={(chosen) => type({ fields: { ...typed, [field.key]: chosen ?? '' } })}
            />
          );
        })}
        {refusal !== null && (
          <Alert color="red" variant="light" p="xs" icon={<IconAlertTriangle size={16} aria-hidden />} role="alert">
            {refusal}
          </Alert>
        )}
        <NotSaved message={attempt.message} />
        <div className={buttons['buttons']}>
          <Button variant="default" size="xs" onClick={onClose}>
            {texts.cancel}
          </Button>
          <StillWaiting on={attempt.isWaiting} />
          <Button type="submit" size="xs" loading={attempt.isWaiting}>
            {source ? texts.clone : texts.create}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** An id for a copy that is not taken: `L1-2`, `L1-3` ... */
function freeId(id: string, taken: (id: string) => boolean): string {
  let n = 2;
  while (taken(`${id}-${n}`)) n++;
  return `${id}-${n}`;
}
