import type { ReactNode } from 'react';
import { editAgencyField } from '../../commands/agencies/agencyEdits.ts';
import { type Agency, AGENCY_FIELDS, type AgencyField, agencyFieldError, agencyNameOf } from '../../domain/agencies.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import { EntityFindings } from '../exclusions/EntityFindings.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { Details, DetailsBody } from '../parts/Details.tsx';
import { SelectField, ShownField, TextField } from '../parts/Field.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { UsesList } from '../parts/Uses.tsx';
import { TicketingLinkField } from '../records/TicketingLinkField.tsx';
import { MarkedForm } from '../validation/MarkedForm.tsx';

/** An agency with all its fields; each is saved on its own. */
export function AgencyDetails({ versionId, agency, onClose }: { versionId: number; agency: Agency; onClose: () => void }): ReactNode {
  const dispatch = useDispatch();
  const editable = useView(canEdit);
  const options = useView((view) => view.versions[versionId]?.agencyOptions.value);
  const rev = useSeenRev(versionId, 'Agency', agency.Id);
  const save = (field: AgencyField, value: string, seen: number): string | undefined =>
    dispatch(editAgencyField({ versionId, agencyId: agency.Id, field, value, rev: seen }));
  const shared = (field: AgencyField) => ({ field: AGENCY_FIELDS[field], value: agency[AGENCY_FIELDS[field]] ?? '', rev, readOnly: !editable });
  const text = (label: string, field: AgencyField, shown?: ReactNode): ReactNode => (
    <TextField
      label={label}
      {...shared(field)}
      shown={editable ? undefined : shown}
      validate={(typed) => agencyFieldError(field, typed.trim())}
      onSave={(to, from) => save(field, to.trim(), from.rev)}
    />
  );
  const choice = (label: string, field: AgencyField, options: readonly { readonly Id: string; readonly Name: string }[]): ReactNode => {
    const { value, ...rest } = shared(field);
    return (
      <SelectField
        label={label}
        {...rest}
        value={value === '' ? NONE : value}
        shown={editable ? undefined : value}
        searchable
        options={[{ value: NONE, label: '—' }, ...options.map(({ Id, Name }) => ({ value: Id, label: Name === Id ? Id : `${Name} (${Id})` }))]}
        onSave={(to, from) => save(field, to === NONE ? '' : to, from.rev)}
      />
    );
  };
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
        relations={<UsesList versionId={versionId} kind="Agency" id={agency.Id} />}
        fields={
          <MarkedForm of={{ versionId, entity: 'Agency', entityId: agency.Id }}>
            <ShownField label="Id" field="Id">
              <CopyId id={agency.Id} what="agency id" />
            </ShownField>
            {text('Name', 'name', agencyNameOf(agency))}
            {text('Url', 'url', agency.Url && <Address text={agency.Url} />)}
            {text('Fare url', 'fareUrl', agency.FareUrl && <Address text={agency.FareUrl} />)}
            {text('Phone', 'phone')}
            {text('Email', 'email', agency.Email && <a href={`mailto:${agency.Email}`}>{agency.Email}</a>)}
            {choice('Timezone', 'timezone', options?.Timezones ?? [])}
            {choice('Language', 'language', options?.Languages ?? [])}
            <TicketingLinkField
              versionId={versionId}
              value={agency.TicketingDeepLinkId}
              hint="Where tickets of its lines are sold."
              rev={rev}
              readOnly={!editable}
              onSave={(to, from) => save('ticketingDeepLinkId', to, from.rev)}
            />
          </MarkedForm>
        }
      />
    </Details>
  );
}

/** A choice takes no empty value. */
const NONE = 'none:';

/** A link where the text is a web address; anything else a feed may hold stays text. */
function Address({ text }: { text: string }): ReactNode {
  if (!/^https?:\/\//i.test(text)) return text;
  return (
    <a href={text} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
}
