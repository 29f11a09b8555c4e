import { Select, Textarea, TextInput, Tooltip } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { READ_ONLY } from '../../domain/versions.ts';
import classes from './Field.module.css';

/** What the user saw when they began to type: compare against this, not against what somebody else has made of it since. */
export interface SeenValue {
  readonly value: string;
  readonly rev: number;
}

interface FieldShared {
  readonly label: string;
  /** The stored value; an absent one is ''. */
  readonly value: string;
  /** Revision of the document that `value` belongs to. */
  readonly rev?: number;
  /** Shown as text, with `why` in a tooltip. */
  readonly readOnly?: boolean;
  readonly why?: string;
  /** What read-only shows in place of the value: a link, a label. */
  readonly shown?: ReactNode;
  /** Beside the label, after the control: a copy button, a link. */
  readonly aside?: ReactNode;
  /** What goes on with the field: 'Updating coordinates...'. */
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
  /** Called on blur or Enter, only with a text that differs from what the user began with. */
  readonly onSave: (to: string, from: SeenValue) => void;
}

/** A text that is saved on blur or Enter (Ctrl+Enter in a long one); Escape restores it. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, value, rev = 0, readOnly = false, multiline = false, monospace = false, placeholder, required = false, validate, onSave } = props;
  const id = useId();
  const [typed, setTyped] = useState<{ readonly text: string; readonly from: SeenValue }>();
  const [problem, setProblem] = useState<string>();
  if (readOnly) return <ReadOnlyField {...props} id={id} />;

  const restore = (): void => {
    setTyped(undefined);
    setProblem(undefined);
  };
  const save = (): void => {
    if (!typed || typed.text === typed.from.value) return restore();
    const why = validate?.(typed.text);
    setProblem(why);
    if (why !== undefined) return;
    setTyped(undefined);
    onSave(typed.text, typed.from);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && (!multiline || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape' && (typed || problem !== undefined)) {
      event.preventDefault();
      event.stopPropagation();
      restore();
    }
  };
  const control = {
    id,
    value: typed?.text ?? value,
    placeholder: placeholder ?? '',
    error: problem ?? props.error ?? false,
    'aria-required': required,
    onChange: (event: { currentTarget: { value: string } }) => {
      const text = event.currentTarget.value;
      setTyped((before) => ({ text, from: before?.from ?? { value, rev } }));
      if (problem !== undefined && validate?.(text) === undefined) setProblem(undefined);
    },
    onBlur: save,
    onKeyDown,
    classNames: { input: monospace ? (classes['mono'] ?? '') : (classes['input'] ?? '') },
  };
  return (
    <Row {...props} id={id} label={label}>
      {multiline ? <Textarea {...control} autosize minRows={2} maxRows={6} /> : <TextInput {...control} />}
    </Row>
  );
}

interface SelectFieldProps extends FieldShared {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Called with another value than the one shown. */
  readonly onSave: (to: string, from: SeenValue) => void;
}

/** A choice that is saved when it is made; Escape leaves it as it was. */
export function SelectField(props: SelectFieldProps): ReactNode {
  const { label, value, rev = 0, readOnly = false, options, onSave, error } = props;
  const id = useId();
  const known = options.find((one) => one.value === value);
  if (readOnly) return <ReadOnlyField shown={known?.label ?? value} {...props} id={id} />;
  return (
    <Row {...props} id={id} label={label}>
      <Select
        id={id}
        value={value}
        data={known ? [...options] : [{ value, label: value }, ...options]}
        allowDeselect={false}
        checkIconPosition="right"
        maxDropdownHeight={260}
        error={error ?? false}
        onChange={(next) => {
          if (next !== null && next !== value) onSave(next, { value, rev });
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
export function ShownField({ label, children, aside }: { label: string; children?: ReactNode; aside?: ReactNode }): ReactNode {
  const id = useId();
  return (
    <div className={classes['row']} role="group" aria-labelledby={id} data-empty={children === '' || children === undefined ? '' : undefined}>
      <span id={id} className={classes['label']}>
        {label}
      </span>
      <div className={classes['value']}>
        <div className={classes['text']}>{children || '—'}</div>
        {aside}
      </div>
    </div>
  );
}

function Row({
  id,
  label,
  aside,
  note,
  children,
}: {
  id: string;
  label: string;
  aside?: ReactNode;
  note?: string | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={classes['row']}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <div className={classes['value']}>
        <div className={classes['control']}>
          {children}
          <span role="status" className={classes['note']}>
            {note}
          </span>
        </div>
        {aside}
      </div>
    </div>
  );
}

function ReadOnlyField({ id, label, value, shown, aside, note, why = READ_ONLY }: FieldShared & { id: string }): ReactNode {
  const plain = shown === undefined || typeof shown === 'string';
  const text = typeof shown === 'string' ? shown : value;
  return (
    <div className={classes['row']} data-empty={plain && text === '' && note === undefined ? '' : undefined}>
      <span id={id} className={classes['label']}>
        {label}
      </span>
      <div className={classes['value']}>
        <Tooltip label={why} position="top-start">
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
        {aside}
        {note !== undefined && <span className={classes['note']}>{note}</span>}
      </div>
    </div>
  );
}
