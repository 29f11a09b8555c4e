import { IconCopy, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cloneTranslation, editTranslationField, removeTranslations } from '../../commands/translations/translationEdits.ts';
import {
  languageName,
  TRANSLATION_FIELDS,
  translatedText,
  type Translation,
  type TranslationField,
  translationFieldError,
} from '../../domain/translations.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { seenRev } from '../../projections/documents.ts';
import { canEdit } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { Details, DetailsBody } from '../parts/Details.tsx';
import { type SeenValue, ShownField, TextField } from '../parts/Field.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../stops/usePlace.ts';

/** One translation with all its fields. */
export function TranslationDetails({ translation, onClose }: { translation: Translation; onClose: () => void }): ReactNode {
  const { Id, CategoryName, LanguageName, RecordId, RecordSubId } = translation;
  const language = languageName(LanguageName);
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const editable = useView(canEdit);
  const rev = useView((view) => seenRev(view, versionId, { kind: 'Translation', id: Id })) ?? 0;
  const shared = (field: TranslationField) => ({
    value: translation[TRANSLATION_FIELDS[field]] ?? '',
    rev,
    readOnly: !editable,
    validate: (typed: string) => translationFieldError(field, typed),
    onSave: (to: string, from: SeenValue) => dispatch(editTranslationField({ versionId, translationId: Id, field, value: to, rev: from.rev })),
  });
  const copyId = useView((view) => freeCopyId(view.versions[versionId]?.translations.value ?? [], Id));
  const why = editable ? undefined : READ_ONLY;
  const remove = (): void => {
    dispatch(removeTranslations({ versionId, translationIds: [Id] }));
    onClose();
  };
  return (
    <Details
      of={Id}
      kind="translation"
      title={translatedText(translation)}
      subtitle={[language, CategoryName].filter(Boolean).join(' · ')}
      onClose={onClose}
      actions={
        <>
          <WhyButton
            label="Clone translation"
            icon={IconCopy}
            why={why}
            onClick={() => dispatch(cloneTranslation({ versionId, sourceId: Id, translationId: copyId }))}
          />
          <WhyButton label="Remove translation" icon={IconTrash} why={why} onClick={remove} />
        </>
      }
    >
      <DetailsBody
        collapseEmpty={!editable}
        fields={
          <>
            <TextField
              {...shared('translation')}
              label="Translation"
              multiline
              shown={
                editable
                  ? undefined
                  : translation.Translation && (
                      <span lang={LanguageName || undefined} dir="auto">
                        {translation.Translation}
                      </span>
                    )
              }
            />
            <TextField
              {...shared('languageName')}
              label="Language"
              shown={editable ? undefined : language === LanguageName || LanguageName.trim() === '' ? language : `${language} (${LanguageName})`}
            />
            <TextField {...shared('categoryName')} label="Category" />
            <TextField {...shared('fieldName')} label="Field name" />
            <TextField {...shared('fieldValue')} label="Field value" />
            <ShownField label="Record">{RecordId && <CopyId id={RecordId} what="record id" />}</ShownField>
            <ShownField label="Part of record">{RecordSubId}</ShownField>
            <ShownField label="Translation id">
              <CopyId id={Id} what="translation id" />
            </ShownField>
          </>
        }
      />
    </Details>
  );
}

/** An id for a copy that no translation of the list has: `T1-2`, `T1-3` ... */
function freeCopyId(all: readonly Translation[], id: string): string {
  for (let n = 2; ; n++) {
    const wanted = `${id}-${n}`;
    if (!all.some(({ Id }) => Id === wanted)) return wanted;
  }
}
