import { editRefusal } from '../../projections/rights.ts';
import { Select, Textarea, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { READ_ONLY } from '../../domain/versions.ts';
import { EditedBy, fieldKey, useShownFocus } from './EditedBy.tsx';
import { MarkSign, useFieldMark } from './FieldMarks.tsx';
import { useSave } from './useSave.ts';
import { useLongList } from './useLongList.ts';
import { seenOf, type SeenValue, type TypedOnto, useTypedText } from './useTypedText.ts';
import { useView } from './appState.ts';
import { rankedFilter } from './rankedFilter.ts';
import classes from './Field.module.css';
import { texts } from './texts.ts';

interface FieldShared {
  readonly label: string;
  /** The thing that it belongs to, where the address names another: a departure in a window over its track. */
  readonly of?: string;
  /** Fields of the document that it shows: what validation finds of them marks it. */
  readonly field?: string | readonly string[];
  /** The help text, in a tooltip of the label. */
  readonly hint?: string;
  /** The stored value; an absent one is ''. */
  readonly value: string;
  readonly rev: TypedOnto;
  /** Shown as text, with `why` in a tooltip. */
  readonly readOnly?: boolean;
  readonly why?: string;
  /** What read-only shows in place of the value: a link, a label. */
  readonly shown?: ReactNode;
  /** Beside the label, after the control: a copy button, a link. */
  readonly aside?: ReactNode;
  /** The progress of the field: 'Updating coordinates...'. */
  readonly note?: string | undefined;
  /** An error of the server's. */
  readonly error?: string | undefined;
}

interface TextFieldProps extends FieldShared {
  readonly multiline?: boolean;
  readonly monospace?: boolean;
  readonly placeholder?: string;
  readonly required?: boolean;
  /** Why a text cannot be saved, undefined when it can. */
  readonly validate?: (text: string) => string | undefined;
  /**
   * Called on blur or Enter, only with a text that differs from what the user began with. It answers the id of the command it
   * dispatched, undefined where it dispatched none: a refusal keeps the text in the field, red, with the message and Retry.
   */
  readonly onSave: (to: string, from: SeenValue) => string | undefined;
}

/** A text that is saved on blur or Enter (Ctrl+Enter in a long one); Escape restores it. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, readOnly = false, multiline = false, monospace = false, placeholder, required = false } = props;
  const id = useId();
  const { input, problem, refused, save } = useTypedText(props);
  if (readOnly) return <ReadOnlyField {...props} id={id} />;

  const control = {
    ...input,
    id,
    placeholder: placeholder ?? '',
    error: problem ?? (refused ? <Refusal message={refused.message} onRetry={save} /> : undefined) ?? props.error ?? false,
    'aria-required': required,
    classNames: { input: monospace ? (classes['mono'] ?? '') : (classes['input'] ?? '') },
  };
  return (
    <Row {...props} id={id} label={label}>
      {multiline ? <Textarea {...control} autosize minRows={2} maxRows={6} /> : <TextInput {...control} />}
    </Row>
  );
}

/** Why a text was not saved, and the way to try again. */
function Refusal({ message, onRetry }: { message: string; onRetry: () => void }): ReactNode {
  return (
    <span role="alert">
      {texts.notSavedMessageTitle({ message })}
      <UnstyledButton className={classes['retry']} onMouseDown={(event) => event.preventDefault()} onClick={onRetry}>
        {texts.retry}
      </UnstyledButton>
    </span>
  );
}

interface SelectFieldProps extends FieldShared {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Many options: typing narrows them. */
  readonly searchable?: boolean;
  /** Called with another value than the one shown; answers as that of a text field. */
  readonly onSave: (to: string, from: SeenValue) => string | undefined;
}

/** A choice that is saved when it is made; Escape keeps the old value. */
export function SelectField(props: SelectFieldProps): ReactNode {
  const { label, value, rev, readOnly = false, options, searchable = false, onSave, error } = props;
  const id = useId();
  const long = useLongList();
  const { refused, follow, forget } = useSave(label, props.of);
  const save = (to: string, from: SeenValue): void => {
    forget();
    const sent = onSave(to, from);
    if (typeof sent === 'string' && sent !== '') follow(sent, to, from);
  };
  const chosen = refused?.text ?? value;
  const known = options.find((one) => one.value === value);
  if (readOnly) return <ReadOnlyField shown={known?.label ?? value} {...props} id={id} />;
  return (
    <Row {...props} id={id} label={label}>
      <Select
        id={id}
        value={chosen}
        data={known ? [...options] : [{ value, label: value }, ...options]}
        searchable={searchable}
        {...long}
        {...(searchable ? { filter: rankedFilter, selectFirstOptionOnChange: true } : {})}
        checkIconPosition="right"
        maxDropdownHeight={260}
        error={refused ? <Refusal message={refused.message} onRetry={() => save(refused.text, refused.from)} /> : (error ?? false)}
        onChange={(next) => {
          if (next !== null && next !== chosen) save(next, seenOf(value, rev));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && event.currentTarget.getAttribute('aria-expanded') === 'true') event.stopPropagation();
        }}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        classNames={{ input: classes['input'] ?? '' }}
      />
    </Row>
  );
}

/** A value that nobody edits here, in the same grid as the fields; an empty one ('' or none) folds away where details collapse. */
export function ShownField({
  label,
  field,
  children,
  aside,
}: {
  label: string;
  field?: string | readonly string[];
  children?: ReactNode;
  aside?: ReactNode;
}): ReactNode {
  const id = useId();
  const mark = useFieldMark(field);
  const empty = (children === '' || children === undefined) && mark === undefined;
  return (
    <div className={classes['row']} role="group" aria-labelledby={id} data-mark={mark?.level.toLowerCase()} data-empty={empty ? '' : undefined}>
      <span id={id} className={classes['label']}>
        {label}
      </span>
      <div className={classes['value']}>
        <div className={classes['text']}>{children || '—'}</div>
        <MarkSign mark={mark} />
        {aside}
      </div>
    </div>
  );
}

function Row({
  id,
  label,
  of,
  field,
  hint,
  aside,
  note,
  children,
}: {
  id: string;
  label: string;
  of?: string;
  field?: string | readonly string[];
  hint?: string;
  aside?: ReactNode;
  note?: string | undefined;
  children: ReactNode;
}): ReactNode {
  const mark = useFieldMark(field);
  const key = fieldKey(field, label, of);
  const shownFocus = useShownFocus(key);
  return (
    <div className={classes['row']} data-mark={mark?.level.toLowerCase()}>
      <label htmlFor={id} className={classes['label']} title={hint}>
        {label}
      </label>
      <div className={classes['value']}>
        <div className={classes['control']} {...shownFocus}>
          {children}
          <EditedBy field={key} />
          <span role="status" className={classes['note']}>
            {note}
          </span>
        </div>
        <MarkSign mark={mark} />
        {aside}
      </div>
    </div>
  );
}

function ReadOnlyField({ id, label, of, field, hint, value, shown, aside, note, why }: FieldShared & { id: string }): ReactNode {
  const mark = useFieldMark(field);
  const refusal = useView(editRefusal) ?? READ_ONLY;
  const plain = shown === undefined || typeof shown === 'string';
  const text = typeof shown === 'string' ? shown : value;
  return (
    <div
      className={classes['row']}
      data-mark={mark?.level.toLowerCase()}
      data-empty={plain && text === '' && note === undefined && mark === undefined ? '' : undefined}
    >
      <span id={id} className={classes['label']} title={hint}>
        {label}
      </span>
      <div className={classes['value']}>
        <Tooltip label={why ?? refusal} position="top-start">
          {plain ? (
            <div className={classes['text']} role="textbox" aria-readonly="true" aria-labelledby={id} tabIndex={0}>
              {text || '—'}
            </div>
          ) : (
            <div className={classes['text']} role="group" aria-labelledby={id}>
              {shown}
            </div>
          )}
        </Tooltip>
        <MarkSign mark={mark} />
        {aside}
        <EditedBy field={fieldKey(field, label, of)} />
        {note !== undefined && <span className={classes['note']}>{note}</span>}
      </div>
    </div>
  );
}
