import { Select } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { addFlexCall, editFlexCall, removeFlexCall } from '../../commands/flex/flexTripEdits.ts';
import { fieldsOfItems } from '../../domain/model/catalogue.ts';
import { fieldValue, type FieldValues } from '../../domain/model/fieldValues.ts';
import { nextCallValues } from '../../domain/model/flexCalls.ts';
import { type FlexCall, type FlexTrip, flexTripProblem } from '../../domain/model/flexTrips.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { KindField } from '../parts/KindField.tsx';
import { SelectField } from '../parts/Field.tsx';
import { rankedFilter } from '../parts/rankedFilter.ts';
import type { SeenValue } from '../parts/useTypedText.ts';
import { useLongList } from '../parts/useLongList.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { said } from '../language/language.ts';
import type { RecordTexts } from './useRecordTexts.ts';
import classes from './FlexCalls.module.css';
import { texts } from './texts.ts';

const PLACES = ['ZoneId', 'LocationGroupId', 'StopId'] as const;
const FIELDS = fieldsOfItems('FlexTrip', 'Calls');
/** Fields of a fixed time are shown at stops alone. */
const TIMES: readonly string[] = ['ArrivalTime', 'DepartureTime'];

interface FlexCallsProps {
  readonly versionId: number;
  readonly trip: FlexTrip;
  readonly rev: number;
  readonly fieldTexts: RecordTexts;
  /** Why nothing can be edited; undefined where it can. */
  readonly why: string | undefined;
}

/** Where and when a flexible trip calls, in order; each field is saved on its own. */
export function FlexCalls({ versionId, trip, rev, fieldTexts, why }: FlexCallsProps): ReactNode {
  const dispatch = useDispatch();
  const long = useLongList();
  const problem = flexTripProblem(trip);
  const places = placeChoices(fieldTexts);
  const add = (place: string): void => {
    dispatch(addFlexCall({ versionId, tripId: trip.Id, values: { ...nextCallValues(trip.Calls), ...placeValues(place) } }));
  };
  return (
    <section className={classes['calls']} aria-label={texts.calls}>
      <h3>{texts.calls}</h3>
      {problem !== undefined && <p role="note">{texts.flexTripIncomplete}</p>}
      <ol>
        {trip.Calls.map((call, at) => (
          <li key={call.Sequence} aria-label={texts.callNumber({ number: at + 1 })}>
            <Call {...{ versionId, trip, call, rev, fieldTexts, why, places }} />
          </li>
        ))}
      </ol>
      {why === undefined && (
        <Select
          label={texts.addCallAt}
          placeholder={texts.choosePlace}
          data={[...places]}
          value={null}
          searchable
          filter={rankedFilter}
          {...long}
          nothingFoundMessage={texts.nothingMatches}
          maxDropdownHeight={260}
          comboboxProps={{ transitionProps: { duration: 0 } }}
          onChange={(place) => {
            if (place !== null) add(place);
          }}
        />
      )}
    </section>
  );
}

interface CallProps extends FlexCallsProps {
  readonly call: FlexCall;
  readonly places: readonly { readonly value: string; readonly label: string }[];
}

function Call({ versionId, trip, call, rev, fieldTexts, why, places }: CallProps): ReactNode {
  const dispatch = useDispatch();
  const save = (values: FieldValues, from: SeenValue): string | undefined =>
    dispatch(editFlexCall({ versionId, tripId: trip.Id, sequence: call.Sequence, values, rev: from.rev }));
  const key = PLACES.find((one) => call[one] !== undefined);
  const place = key === undefined ? '' : `${key}:${call[key] ?? ''}`;
  const isShown = (field: string): boolean =>
    !PLACES.some((one) => one === field) && (!TIMES.includes(field) || call.StopId !== undefined || fieldValue(call, field) !== '');
  return (
    <>
      <SelectField
        label={texts.place}
        value={place}
        rev={rev}
        readOnly={why !== undefined}
        options={places}
        searchable
        onSave={(to, from) => save(placeValues(to), from)}
      />
      {FIELDS.map(({ key: field, ...facts }) =>
        isShown(field) ? (
          <KindField
            key={field}
            kind="FlexTrip"
            list="Calls"
            doc={call}
            field={field}
            rev={rev}
            readOnly={why !== undefined}
            options={typeof facts.holds === 'object' && facts.holds.refersTo ? fieldTexts.options({ key: field, ...facts }) : undefined}
            onSave={(value, from) => save({ [field]: value }, from)}
          />
        ) : null,
      )}
      {why === undefined && (
        <WhyButton
          label={texts.removeCall}
          icon={IconTrash}
          compact
          onClick={() => dispatch(removeFlexCall({ versionId, tripId: trip.Id, sequence: call.Sequence, rev }))}
        />
      )}
    </>
  );
}

/** Every zone, group and stop, under the field that names it. */
function placeChoices(fieldTexts: RecordTexts): readonly { readonly value: string; readonly label: string }[] {
  return FIELDS.filter(({ key }) => PLACES.some((one) => one === key)).flatMap((field) =>
    (fieldTexts.options(field) ?? []).map(({ value, label }) => ({
      value: `${field.key}:${value}`,
      label: field.key === 'StopId' ? label : texts.placeOfKind({ kind: said(field.label), place: label }),
    })),
  );
}

/** The three fields of a place: one is given, the others are taken away. */
function placeValues(chosen: string): FieldValues {
  const [key, ...id] = chosen.split(':');
  return Object.fromEntries(PLACES.map((one) => [one, one === key ? id.join(':') : '']));
}
