import { Button, Select, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { createTranslation } from '../../commands/translations/translationEdits.ts';
import { TRANSLATABLE_FIELDS } from '../../domain/translatable.ts';
import { newTranslationErrors } from '../../domain/translations.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { goneOf } from '../../projections/translationSheet.ts';
import { newTranslation } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { useTyped } from '../parts/useTyped.ts';
import { usePorts } from '../ports.tsx';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import classes from '../parts/DeleteMode.module.css';
import { Modal } from '../parts/Modal.tsx';
import { texts } from './texts.ts';

const PLACES = [
  ...new Set([
    ...TRANSLATABLE_FIELDS.map(({ category, fieldName }) => `${category}.${fieldName}`),
    'trips.trip_headsign',
    'stop_times.stop_headsign',
  ]),
];
const BLANK = { place: '', LanguageName: '', FieldValue: '', RecordId: '', Translation: '', asked: false };

/** The form of a new translation: what it translates, into which language, and how. */
export function CreateTranslation({ versionId, onClose }: { versionId: number; onClose: () => void }): ReactNode {
  const dispatch = useDispatch();
  const { newId } = usePorts();
  const [typed, type] = useTyped(newTranslation, BLANK);
  const sourceTexts = useView((view) => view.versions[versionId]?.sourceTexts.value) ?? undefined;
  const { place, asked, ...written } = typed;
  const [CategoryName = '', FieldName = ''] = place.split('.');
  const given = { CategoryName, FieldName, ...written };
  const errors = new Map(newTranslationErrors(given).map(({ Field, Message }) => [Field, Message]));
  if (given.RecordId !== '' && sourceTexts !== undefined && goneOf(sourceTexts, { Id: '', ...given }) === 'record')
    errors.set('RecordId', texts.noSuchRecord({ id: given.RecordId, field: FieldName }));
  const attempt = useSubmit(onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    type({ asked: true });
    if (attempt.isWaiting || errors.size > 0) return;
    attempt.send(dispatch(createTranslation({ versionId, translationId: `TR-${newId().slice(0, 10)}`, ...given })));
  };
  const field = (key: Exclude<keyof typeof BLANK, 'place' | 'asked'>, label: string, description: string): ReactNode => (
    <TextInput
      mt={10}
      label={label}
      description={description}
      value={typed[key]}
      maxLength={10_000}
      error={asked && errors.get(key)}
      onChange={(event) => type({ [key]: event.currentTarget.value })}
    />
  );
  return (
    <Modal opened onClose={onClose} title={texts.createTranslation} size={480} transitionProps={{ duration: 0 }}>
      <form onSubmit={submit} noValidate>
        <Select
          data-autofocus
          label={texts.field}
          description={texts.fieldHint}
          searchable
          data={PLACES}
          value={place === '' ? null : place}
          error={asked && (errors.get('CategoryName') ?? errors.get('FieldName'))}
          comboboxProps={{ transitionProps: { duration: 0 } }}
          onChange={(chosen) => type({ place: chosen ?? '' })}
        />
        {field('FieldValue', texts.text, texts.textHint)}
        {field('RecordId', texts.recordId, texts.recordHint)}
        {field('LanguageName', texts.language, texts.languageHint)}
        {field('Translation', texts.translation, texts.translationHint)}
        <NotSaved message={attempt.message} />
        <div className={classes['buttons']}>
          <Button variant="default" size="xs" onClick={onClose}>
            {texts.cancel}
          </Button>
          <StillWaiting on={attempt.isWaiting} />
          <Button type="submit" size="xs" loading={attempt.isWaiting}>
            {texts.create}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
