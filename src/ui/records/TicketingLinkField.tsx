import type { ReactNode } from 'react';
import { fieldOf } from '../../domain/model/catalogue.ts';
import { SelectField } from '../parts/Field.tsx';
import type { SeenValue, TypedOnto } from '../parts/useTypedText.ts';
import { Link } from '../parts/Link.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import { fieldHelp } from '../language/language.ts';
import { useRecords } from './useRecords.ts';
import { texts } from './texts.ts';

interface TicketingLinkFieldProps {
  readonly versionId: number;
  readonly value: string | undefined;
  /** Whose links they are. */
  readonly kind: 'Agency' | 'Schedule';
  readonly rev: TypedOnto;
  readonly readOnly: boolean;
  readonly onSave: (to: string, from: SeenValue) => string | undefined;
}

/** The ticketing deep link of an agency or a schedule, picked from those of the version; one that is not there stays to be seen. */
export function TicketingLinkField({ versionId, kind, value = '', onSave, ...shared }: TicketingLinkFieldProps): ReactNode {
  const pathTo = usePathTo();
  const field = fieldOf(kind, 'TicketingDeepLinkId');
  const links = useRecords(versionId, 'TicketingDeepLink');
  const ids = links.map(({ Id }) => Id);
  if (value !== '' && !ids.includes(value)) ids.unshift(value);
  const choice = (id: string) => {
    const url = links.find(({ Id }) => Id === id)?.WebUrl;
    return { value: id, label: url ? `${id} · ${url}` : id };
  };
  return (
    <SelectField
      {...shared}
      label={texts.ticketingDeepLink}
      hint={field ? fieldHelp(kind, field) : ''}
      field="TicketingDeepLinkId"
      value={value === '' ? NONE : value}
      shown={shared.readOnly ? value : undefined}
      searchable={ids.length > 8}
      options={[{ value: NONE, label: '—' }, ...ids.map(choice)]}
      {...(value === '' ? {} : { aside: <Link to={pathTo({ page: 'ticketing-deep-links', itemId: value })}>{texts.open}</Link> })}
      onSave={(to, from) => onSave(to === NONE ? '' : to, from)}
    />
  );
}

/** A choice takes no empty value. */
const NONE = 'none:';
