import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cloneTranslation, editTranslationField } from '../../commands/translations/translationEdits.ts';
import { languageName, translatedText } from '../../domain/translations.ts';
import { type Translation, TranslationField } from '../../domain/model/translation.ts';
import { editName } from '../../domain/model/kind.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { goneOf } from '../../projections/translationSheet.ts';
import { editRefusal } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import { EntityFindings } from '../exclusions/EntityFindings.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { Details, DetailsBody } from '../parts/Details.tsx';
import { ShownField } from '../parts/Field.tsx';
import { KindForm } from '../parts/KindField.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { texts } from './texts.ts';

/** One translation with all its fields. */
export function TranslationDetails({ translation, onClose }: { translation: Translation; onClose: () => void }): ReactNode {
  const { Id, CategoryName, LanguageName, RecordId, RecordSubId } = translation;
  const language = languageName(LanguageName);
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const refusal = useView(editRefusal);
  const editable = refusal === undefined;
  const rev = useSeenRev(versionId, 'Translation', Id);
  const copyId = useView((view) => freeCopyId(view.versions[versionId]?.translations.value ?? [], Id));
  const sourceTexts = useView((view) => view.versions[versionId]?.sourceTexts.value);
  const gone = sourceTexts ? goneOf(sourceTexts, translation) : undefined;
  const why = refusal;
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
            label={texts.cloneTranslation}
            icon={IconCopy}
            why={why}
            onClick={() => dispatch(cloneTranslation({ versionId, sourceId: Id, translationId: copyId }))}
          />
          <ItemButton of="translation" act="remove" />
        </>
      }
    >
      <DetailsBody
        collapseEmpty={!editable}
        notice={
          <>
            <EntityFindings versionId={versionId} entity="Translation" entityId={Id} />
            {gone !== undefined && <Gone what={gone} translation={translation} />}
          </>
        }
        fields={
          <MarkedForm of={{ versionId, entity: 'Translation', entityId: Id }}>
            <KindForm
              kind="Translation"
              doc={translation}
              rev={rev}
              readOnly={!editable}
              onSave={(key, value, from) =>
                dispatch(
                  editTranslationField({
                    versionId,
                    translationId: Id,
                    field: TranslationField.parse(editName(key)),
                    value: String(value),
                    rev: from.rev,
                  }),
                )
              }
              fields={{
                Translation: {
                  multiline: true,
                  shown: translation.Translation && (
                    <span lang={LanguageName || undefined} dir="auto">
                      {translation.Translation}
                    </span>
                  ),
                },
                LanguageName: { shown: language === LanguageName || LanguageName.trim() === '' ? language : `${language} (${LanguageName})` },
              }}
            />
            <ShownField label={texts.record} field="RecordId">
              {RecordId && <CopyId id={RecordId} what={texts.recordIdWord} />}
            </ShownField>
            <ShownField label={texts.partOfRecord}>{RecordSubId}</ShownField>
            <ShownField label={texts.translationId}>
              <CopyId id={Id} what={texts.translationIdWord} />
            </ShownField>
          </MarkedForm>
        }
      />
    </Details>
  );
}

/** Nothing of the version has what is translated any more. */
function Gone({
  what,
  translation: { CategoryName, FieldName, FieldValue, RecordId },
}: {
  what: 'text' | 'record';
  translation: Translation;
}): ReactNode {
  return (
    <Alert color="orange" variant="light" p="xs" mb={8} icon={<IconAlertTriangle size={16} aria-hidden />} role="status">
      {what === 'text'
        ? texts.textGone({ fieldValue: FieldValue ?? '', categoryName: CategoryName, fieldName: FieldName })
        : texts.recordGone({ recordId: RecordId ?? '', categoryName: CategoryName, fieldName: FieldName })}
    </Alert>
  );
}

/** An id for a copy that no translation of the list has: `T1-2`, `T1-3` ... */
function freeCopyId(all: readonly Translation[], id: string): string {
  for (let n = 2; ; n++) {
    const wanted = `${id}-${n}`;
    if (!all.some(({ Id }) => Id === wanted)) return wanted;
  }
}
