import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import { fieldOf, fieldsOf, fieldsOfItems, type KeyedField } from '../../domain/model/catalogue.ts';
import { fieldError, fieldValue, type FieldValue, typedText, valueOfTyped, valueProblem } from '../../domain/model/fieldValues.ts';
import type { EntityKind } from '../../domain/model/kind.ts';
import { isWebUrl } from '../../domain/formats.ts';
import { fieldHelp, fieldLabel, said } from '../language/language.ts';
import { DaysField } from './DaysField.tsx';
import { SelectField, TextField } from './Field.tsx';
import { seenOf, type SeenValue, type TypedOnto } from './useTypedText.ts';
import { texts } from './texts.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface KindFieldProps {
  readonly kind: EntityKind;
  readonly doc: object;
  /** Key of the field in the document, or in the item of a list. */
  readonly field: string;
  /** The list whose item `doc` is. */
  readonly list?: string;
  readonly rev: TypedOnto;
  readonly readOnly: boolean;
  /** What can be chosen, where it does not follow from the declaration. */
  readonly options?: readonly Choice[] | undefined;
  /** What stands for no choice. */
  readonly none?: string;
  /** What read-only shows in place of the value. */
  readonly shown?: ReactNode;
  readonly aside?: ReactNode;
  readonly note?: string | undefined;
  readonly placeholder?: string;
  readonly multiline?: boolean;
  readonly monospace?: boolean;
  /** What else keeps a value from the field. */
  readonly check?: (value: FieldValue) => string | undefined;
  readonly onSave: (value: FieldValue, from: SeenValue) => string | undefined;
}

/** A field of a document as its kind declares it (`domain/model`): label, help, unit, choices and check; it is saved on its own. */
export function KindField(props: KindFieldProps): ReactNode {
  const { kind, doc, field: key, rev, readOnly, none = '—', shown, aside, note, placeholder, multiline, monospace, check, onSave } = props;
  const field = props.list === undefined ? fieldOf(kind, key) : fieldsOfItems(kind, props.list).find((one) => one.key === key);
  if (!field) return null;
  const problemOf = (typed: FieldValue): string | undefined =>
    props.list === undefined ? fieldError(kind, key, typed) : typed === '' ? undefined : valueProblem(field, typed);
  const stored = fieldValue(doc, key);
  const value = stored === '' ? '' : typedText(field, stored);
  const options = props.options ?? choicesOf(field);
  const shared = {
    label: field.unit === undefined ? fieldLabel(kind, field) : `${fieldLabel(kind, field)} (${field.unit})`,
    field: key,
    hint: fieldHelp(kind, field),
    rev,
    readOnly,
    note,
    ...(aside === undefined ? {} : { aside }),
  };
  if (field.holds === 'days' && typeof stored === 'number' && !readOnly)
    return (
      <DaysField
        label={shared.label}
        hint={shared.hint}
        value={stored}
        validate={(days) => errorWords(field, problemOf(days), shared.label)}
        onSave={(days) => onSave(days, seenOf(value, rev))}
      />
    );
  if (options) {
    const mayBeNone = field.optional && !(field.required === true && value !== '');
    return (
      <SelectField
        {...shared}
        value={value === '' ? NONE : value}
        shown={readOnly ? (shown ?? options.find((one) => one.value === value)?.label ?? value) : undefined}
        searchable={options.length > 8}
        options={[...(mayBeNone ? [{ value: NONE, label: none }] : []), ...options]}
        onSave={(to, from) => onSave(chosenValue(field, to), from)}
      />
    );
  }
  return (
    <TextField
      {...shared}
      value={value}
      required={field.required !== undefined}
      shown={readOnly ? (shown ?? link(field, value)) : undefined}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(multiline === undefined ? {} : { multiline })}
      {...(monospace === undefined ? {} : { monospace })}
      validate={(typed) => errorWords(field, problemOf(valueOfTyped(field, typed)), fieldLabel(kind, field)) ?? check?.(valueOfTyped(field, typed))}
      onSave={(to, from) => onSave(valueOfTyped(field, to), from)}
    />
  );
}

/** A choice takes no empty value. */
const NONE = 'none:';

function chosenValue(field: KeyedField, chosen: string): FieldValue {
  return chosen === NONE ? '' : valueOfTyped(field, chosen);
}

/** The choices that a declaration names; undefined for what is typed. */
export function choicesOf({ holds, shown = String }: KeyedField): readonly Choice[] | undefined {
  if (holds === 'switch') return SWITCH;
  return typeof holds === 'object' ? holds.oneOf?.map((value) => ({ value: String(value), label: said(shown(value)) })) : undefined;
}

const SWITCH: readonly Choice[] = [
  {
    value: 'yes',
    get label() {
      return texts.yes;
    },
  },
  {
    value: 'no',
    get label() {
      return texts.no;
    },
  },
];

/** A link where the text is an address of its kind; anything else a feed may hold stays text: `javascript:` must not become a link. */
function link({ holds }: KeyedField, value: string): ReactNode {
  if (holds === 'email' && value !== '') return <a href={`mailto:${value}`}>{value}</a>;
  if (!isWebUrl(value)) return undefined;
  return (
    <a href={value} target="_blank" rel="noreferrer noopener">
      {value}
    </a>
  );
}

/** What a form says of a field beside its declaration; null leaves it out, an element is in its place. */
type FieldOfForm = Partial<KindFieldProps> | ReactElement | null;

interface KindFormProps extends Pick<KindFieldProps, 'kind' | 'doc' | 'rev' | 'readOnly'> {
  readonly fields?: Readonly<Record<string, FieldOfForm>>;
  readonly onSave: (key: string, value: FieldValue, from: SeenValue) => string | undefined;
}

/** Every field of a kind that is edited on its own, in the order of its declaration: a field more needs no form. */
export function KindForm({ kind, doc, rev, readOnly, fields = {}, onSave }: KindFormProps): ReactNode {
  return fieldsOf(kind).map(({ key, edit }) => {
    const more = fields[key];
    if (!edit || more === null) return null;
    if (isValidElement(more)) return <Fragment key={key}>{more}</Fragment>;
    return (
      <KindField
        key={key}
        kind={kind}
        doc={doc}
        field={key}
        rev={rev}
        readOnly={readOnly}
        onSave={(value, from) => onSave(key, value, from)}
        {...more}
      />
    );
  });
}

/** Why a value cannot be taken, as the declaration says it. */
function errorWords({ label: declared }: KeyedField, error: string | undefined, label: string): string | undefined {
  return error === `${declared} is required` ? texts.labelIsRequired({ label }) : error === undefined ? undefined : said(error);
}
