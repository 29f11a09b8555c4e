import { Fragment, type ReactNode } from 'react';
import { editFareField } from '../../commands/fares/fareEdits.ts';
import { currencyOptions } from '../../domain/currencies.ts';
import { fareDescription } from '../../domain/fareDetails.ts';
import { type FareFieldValue, fareFieldError } from '../../domain/fareFields.ts';
import { FARE_FIELDS, type FareField, FareKind } from '../../domain/model/fare.ts';
import type { Fare } from '../../domain/model/fare.ts';
import { formatServiceTime, parseServiceTime } from '../../domain/time.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { CopyId } from '../parts/CopyId.tsx';
import { DaysField } from '../parts/DaysField.tsx';
import { SelectField, ShownField, TextField } from '../parts/Field.tsx';
import type { SeenValue } from '../parts/useTypedText.ts';
import { shownDays } from '../parts/shownDays.ts';
import { texts } from './texts.ts';

interface FareFieldsProps {
  readonly versionId: number;
  readonly fare: Fare;
  readonly rev: number;
  readonly readOnly: boolean;
}

/** Every field of a fare; each is saved on its own. */
export function FareFields({ versionId, fare, rev, readOnly }: FareFieldsProps): ReactNode {
  const dispatch = useDispatch();
  const save = (field: FareField, value: FareFieldValue, from: SeenValue): string | undefined =>
    dispatch(editFareField({ versionId, fareId: fare.Id, field, value, rev: from.rev }));
  const text = (field: FareField, value: string | undefined, placeholder?: string): ReactNode => (
    <TextField
      {...declared(field)}
      field={FARE_FIELDS[field]}
      value={value ?? ''}
      rev={rev}
      readOnly={readOnly}
      {...(placeholder === undefined ? {} : { placeholder })}
      validate={(typed) => fareFieldError(fare, field, typed.trim())}
      onSave={(to, from) => save(field, to.trim(), from)}
    />
  );
  const time = (field: 'departTime' | 'arrivalTime', value: number | undefined): ReactNode => (
    <TextField
      {...declared(field)}
      field={FARE_FIELDS[field]}
      value={value === undefined ? '' : formatServiceTime(value)}
      rev={rev}
      readOnly={readOnly}
      placeholder={texts.anyTime}
      validate={(typed) => {
        if (typed.trim() === '') return undefined;
        const seconds = parseServiceTime(typed);
        return seconds === undefined ? texts.enterATimeFrom0000 : fareFieldError(fare, field, seconds);
      }}
      onSave={(to, from) => save(field, to.trim() === '' ? null : (parseServiceTime(to) ?? null), from)}
    />
  );
  // A record of all names: the compiler asks for a field that has no row.
  const rows: Readonly<Record<FareField, ReactNode>> = {
    description: (
      <TextField
        {...declared('description')}
        field="Description"
        value={fare.Description ?? ''}
        rev={rev}
        readOnly={readOnly}
        shown={readOnly ? fareDescription(fare) : undefined}
        placeholder={texts.noDescription}
        onSave={(to, from) => save('description', to.trim(), from)}
      />
    ),
    price: text('price', fare.Price),
    currency: (
      <SelectField
        {...declared('currency')}
        field="Currency"
        value={fare.Currency}
        rev={rev}
        readOnly={readOnly}
        searchable
        options={currencyOptions().map(({ Id, Name }) => ({ value: Id, label: `${Id} · ${Name}` }))}
        error={readOnly ? undefined : fareFieldError(fare, 'currency', fare.Currency)}
        onSave={(to, from) => save('currency', to, from)}
      />
    ),
    isApproximatePrice: (
      <SelectField
        {...declared('isApproximatePrice')}
        field="IsApproximatePrice"
        value={fare.IsApproximatePrice === true ? 'yes' : 'no'}
        rev={rev}
        readOnly={readOnly}
        options={[
          { value: 'no', label: texts.no },
          { value: 'yes', label: texts.yes },
        ]}
        onSave={(to, from) => save('isApproximatePrice', to === 'yes', from)}
      />
    ),
    fareGroupId: text('fareGroupId', fare.FareGroupId, texts.none),
    days: readOnly ? (
      <ShownField label={texts.days} field="Days">
        {fare.Days === undefined ? texts.everyDay : shownDays(fare.Days)}
      </ShownField>
    ) : (
      <DaysField
        label={texts.days}
        value={fare.Days ?? EVERY_DAY}
        validate={(days) => fareFieldError(fare, 'days', days)}
        onSave={(days) => save('days', days === EVERY_DAY ? null : days, { value: '', rev })}
      />
    ),
    departTime: time('departTime', fare.DepartTime),
    arrivalTime: time('arrivalTime', fare.ArrivalTime),
    validFromDate: text('validFromDate', fare.ValidFromDate, 'YYYY-MM-DD'),
    validToDate: text('validToDate', fare.ValidToDate, 'YYYY-MM-DD'),
  };
  return (
    <>
      <ShownField label={texts.id} field="Id">
        <CopyId id={fare.Id} what={texts.fareId} />
      </ShownField>
      {Object.entries(rows).map(([name, row]) => (
        <Fragment key={name}>{row}</Fragment>
      ))}
    </>
  );
}

/** Label and help of a field. */
function declared(field: FareField): { readonly label: string; readonly hint: string } {
  const { label, help } = FareKind.fields[FARE_FIELDS[field]];
  return { label, hint: help };
}

const EVERY_DAY = 127;
