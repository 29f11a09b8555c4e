import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { languageName, translatedText, type Translation } from '../../domain/translations.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { ShownField } from '../parts/Field.tsx';
import classes from '../parts/listWithFields.module.css';

/** One translation with all its fields. */
export function TranslationDetails({ translation, onClose }: { translation: Translation; onClose: () => void }): ReactNode {
  const { Id, CategoryName, FieldName, FieldValue, LanguageName, RecordId, RecordSubId } = translation;
  const language = languageName(LanguageName);
  return (
    <section className={classes['details']} aria-label={`Translation of ${translatedText(translation)}`}>
      <header className={classes['bar']}>
        <h2 className={classes['name']} title={translatedText(translation)}>
          {translatedText(translation)}
        </h2>
        <ActionIcon aria-label="Close the translation" onClick={onClose}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes['fields']}>
        <ShownField label="Translation">
          <span lang={LanguageName || undefined} dir="auto">
            {translation.Translation || '—'}
          </span>
        </ShownField>
        <ShownField label="Language">
          {language === LanguageName || LanguageName.trim() === '' ? language : `${language} (${LanguageName})`}
        </ShownField>
        <ShownField label="Category">{CategoryName || '—'}</ShownField>
        <ShownField label="Field name">{FieldName || '—'}</ShownField>
        <ShownField label="Field value">{FieldValue || '—'}</ShownField>
        <ShownField label="Record">{RecordId ? <CopyId id={RecordId} what="record id" /> : '—'}</ShownField>
        {RecordSubId && <ShownField label="Part of record">{RecordSubId}</ShownField>}
        <ShownField label="Translation id">
          <CopyId id={Id} what="translation id" />
        </ShownField>
      </div>
    </section>
  );
}
