import type { ReactNode } from 'react';
import { editAgencyField } from '../../commands/agencies/agencyEdits.ts';
import { agencyNameOf } from '../../domain/agencies.ts';
import { type Agency, AgencyField } from '../../domain/model/agency.ts';
import { editName } from '../../domain/model/kind.ts';
import type { FieldValue } from '../../domain/model/fieldValues.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import { EntityFindings } from '../exclusions/EntityFindings.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { Details, DetailsBody } from '../parts/Details.tsx';
import { ShownField } from '../parts/Field.tsx';
import { type Choice, KindForm } from '../parts/KindField.tsx';
import type { SeenValue } from '../parts/useTypedText.ts';
import { OtherColumns } from '../parts/OtherColumns.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { UsesList } from '../parts/Uses.tsx';
import { TicketingLinkField } from '../records/TicketingLinkField.tsx';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import { texts } from './texts.ts';

/** An agency with all its fields; each is saved on its own. */
export function AgencyDetails({ versionId, agency, onClose }: { versionId: number; agency: Agency; onClose: () => void }): ReactNode {
  const dispatch = useDispatch();
  const editable = useView(canEdit);
  const options = useView((view) => view.versions[versionId]?.agencyOptions.value);
  const rev = useSeenRev(versionId, 'Agency', agency.Id);
  const save = (key: string, value: FieldValue, from: SeenValue): string | undefined =>
    dispatch(
      editAgencyField({
        versionId,
        agencyId: agency.Id,
        field: AgencyField.parse(editName(key)),
        value: typeof value === 'boolean' ? '' : value,
        rev: from.rev,
      }),
    );
  return (
    <Details
      of={agency.Id}
      kind="agency"
      title={agencyNameOf(agency)}
      subtitle={agency.Timezone}
      onClose={onClose}
      actions={<ItemButton of="agency" act="remove" />}
    >
      <DetailsBody
        collapseEmpty={!editable}
        notice={<EntityFindings versionId={versionId} entity="Agency" entityId={agency.Id} />}
        relations={
          <>
            <OtherColumns versionId={versionId} kind="Agency" id={agency.Id} doc={agency} rev={rev} readOnly={!editable} />
            <UsesList versionId={versionId} kind="Agency" id={agency.Id} />
          </>
        }
        fields={
          <MarkedForm of={{ versionId, entity: 'Agency', entityId: agency.Id }}>
            <ShownField label={texts.id} field="Id">
              <CopyId id={agency.Id} what={texts.agencyId} />
            </ShownField>
            <KindForm
              kind="Agency"
              doc={agency}
              rev={rev}
              readOnly={!editable}
              onSave={save}
              fields={{
                Name: { shown: agencyNameOf(agency) },
                Timezone: { options: named(options?.Timezones), shown: agency.Timezone },
                Language: { options: named(options?.Languages), shown: agency.Language },
                TicketingDeepLinkId: (
                  <TicketingLinkField
                    versionId={versionId}
                    value={agency.TicketingDeepLinkId}
                    kind="Agency"
                    rev={rev}
                    readOnly={!editable}
                    onSave={(to, from) => save('TicketingDeepLinkId', to, from)}
                  />
                ),
              }}
            />
          </MarkedForm>
        }
      />
    </Details>
  );
}

function named(options: readonly { readonly Id: string; readonly Name: string }[] = []): readonly Choice[] {
  return options.map(({ Id, Name }) => ({ value: Id, label: Name === Id ? Id : `${Name} (${Id})` }));
}
