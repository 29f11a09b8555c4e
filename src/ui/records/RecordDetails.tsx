import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { editRecordField } from '../../commands/records/recordEdits.ts';
import { RECORD_KINDS } from '../../domain/model/records.ts';
import type { AnyRecord, RecordField, RecordKind } from '../../domain/model/records.ts';
import { fieldValue, holdsOneOf } from '../../domain/model/fieldValues.ts';
import { KEPT_KINDS } from '../../domain/references.ts';
import { otherColumns } from '../../domain/otherColumns.ts';
import { ValidationEntity } from '../../domain/validation.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { recordTitle } from '../../projections/records.ts';
import { editRefusal } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import { EntityFindings } from '../exclusions/EntityFindings.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { Details, DetailsBody } from '../parts/Details.tsx';
import { ShownField } from '../parts/Field.tsx';
import { KindForm } from '../parts/KindField.tsx';
import { OtherColumns } from '../parts/OtherColumns.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { Link } from '../parts/Link.tsx';
import { UsesList } from '../parts/Uses.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import type { FindingsOf } from '../validation/useFindings.ts';
import { usePathTo } from '../parts/usePlace.ts';
import { said } from '../language/language.ts';
import type { RecordTexts } from './useRecordTexts.ts';
import { texts } from './texts.ts';
import { FlexCalls } from './FlexCalls.tsx';
import { ZoneBorder } from './ZoneBorder.tsx';

interface RecordDetailsProps {
  readonly kind: RecordKind;
  readonly versionId: number;
  readonly record: AnyRecord;
  readonly fieldTexts: RecordTexts;
  readonly onClone: () => void;
  readonly onClose: () => void;
}

/** A record with all its fields; each is saved on its own. */
export function RecordDetails({ kind, versionId, record, fieldTexts, onClone, onClose }: RecordDetailsProps): ReactNode {
  const dispatch = useDispatch();
  const refusal = useView(editRefusal);
  const editable = refusal === undefined;
  const rev = useSeenRev(versionId, kind, record.Id);
  const { one: word, ids, fields } = RECORD_KINDS[kind];
  const why = refusal;
  const pathTo = usePathTo();
  const look = (field: RecordField) => {
    const options = fieldTexts.options(field);
    const page = pageOf(field);
    const value = String(fieldValue(record, field.key));
    return {
      ...(options && { options, shown: fieldTexts.text(field, record) }),
      ...(page !== undefined &&
        value !== '' && {
          aside: (
            <Link to={pathTo({ page, itemId: value })} title={texts.openField({ field: fieldTexts.text(field, record) })}>
              {texts.open}
            </Link>
          ),
        }),
    };
  };
  const entity = ValidationEntity.safeParse(kind).data;
  return (
    <Details
      of={record.Id}
      kind={said(word)}
      title={kind === 'VehicleBoarding' ? fieldTexts.text(RECORD_KINDS[kind].fields[0] as RecordField, record) : recordTitle(kind, record)}
      onClose={onClose}
      actions={
        <>
          {typeof ids !== 'object' && <WhyButton label={texts.cloneWord({ word: said(word) })} icon={IconCopy} why={why} onClick={onClone} />}
          <ItemButton of={kind} act="remove" />
        </>
      }
    >
      <DetailsBody
        collapseEmpty={!editable}
        notice={entity && <EntityFindings versionId={versionId} entity={entity} entityId={record.Id} />}
        fields={
          <MarkedRecord of={entity && { versionId, entity, entityId: record.Id }}>
            <ShownField label={texts.id} field="Id">
              <CopyId id={record.Id} what={texts.wordId({ word: said(word) })} />
            </ShownField>
            <KindForm
              kind={kind}
              doc={record}
              rev={rev}
              readOnly={!editable}
              fields={Object.fromEntries(fields.map((field) => [field.key, isShown(field, record) ? look(field) : null]))}
              onSave={(field, value, from) => dispatch(editRecordField({ versionId, kind, recordId: record.Id, field, value, rev: from.rev }))}
            />
            {kind === 'FlexTrip' && 'Calls' in record && <FlexCalls {...{ versionId, trip: record, rev, fieldTexts, why }} />}
            {kind === 'Zone' && <ZoneBorder versionId={versionId} zone={record} why={why} />}
          </MarkedRecord>
        }
        relations={
          (KEPT_KINDS.includes(kind) || otherColumns(kind, record).length > 0) && (
            <>
              <OtherColumns versionId={versionId} kind={kind} id={record.Id} doc={record} rev={rev} readOnly={!editable} />
              {KEPT_KINDS.includes(kind) && <UsesList versionId={versionId} kind={kind} id={record.Id} />}
            </>
          )
        }
      />
    </Details>
  );
}

/** What has no place in a record is shown only while it is filled. */
function isShown({ key, onlyWhere }: RecordField, record: AnyRecord): boolean {
  return onlyWhere === undefined || holdsOneOf(record, onlyWhere) || fieldValue(record, key) !== '';
}

/** Kinds that validation says nothing about have nothing marked. */
function MarkedRecord({ of, children }: { of: FindingsOf | undefined; children: ReactNode }): ReactNode {
  return of ? <MarkedForm of={of}>{children}</MarkedForm> : children;
}

/** The page of what a field refers to. */
function pageOf({ holds }: RecordField): string | undefined {
  if (typeof holds !== 'object') return undefined;
  return PAGES[holds.refersTo ?? 'Transport'];
}

const PAGES: Readonly<Partial<Record<string, string>>> = { Agency: 'agencies', Stop: 'stops', VehicleCategory: 'vehicle-categories' };
