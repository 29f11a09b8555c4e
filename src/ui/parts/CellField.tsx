import { ActionIcon, NativeSelect, TextInput, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSave } from './useSave.ts';
import { seenOf, type SeenValue, type TypedOnto, useTypedText } from './useTypedText.ts';
import { texts } from './texts.ts';

interface CellProps {
  /** Unlike any other on the page: a text that was refused is kept under it. */
  readonly label: string;
  readonly value: string;
  readonly rev: TypedOnto;
  /** Returns the id of the command that it dispatched, undefined where it dispatched none. */
  readonly onSave: (to: string, from: SeenValue) => string | undefined;
}

/** A text in a row: saved on Enter or blur, restored by Escape. The reason for a refusal is shown at the cell. */
export function CellField({
  label,
  value,
  rev,
  placeholder = '',
  validate,
  onSave,
}: CellProps & { readonly placeholder?: string | undefined; readonly validate?: ((text: string) => string | undefined) | undefined }): ReactNode {
  const [focused, setFocused] = useState(false);
  const { input, problem, refused, save } = useTypedText({
    label,
    value,
    rev,
    validate: validate && ((text) => validate(text.trim())),
    onSave: (text, from) => (text.trim() === value ? undefined : onSave(text.trim(), from)),
  });
  const message = problem ?? (refused && texts.notSavedMessage({ message: refused.message }));
  return (
    <WithMessage message={message} seen={focused}>
      <TextInput
        {...input}
        aria-label={label}
        placeholder={placeholder}
        size="xs"
        w="100%"
        error={message !== undefined}
        title={message ?? input.value}
        rightSection={refused && <Retry onRetry={save} />}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          input.onBlur();
        }}
        onKeyDown={(event) => {
          input.onKeyDown(event);
          // the list that it stands in has keys of its own
          event.stopPropagation();
        }}
      />
    </WithMessage>
  );
}

/** A choice in a row, saved when it is made. */
export function CellChoice({
  label,
  value,
  rev,
  options,
  onSave,
}: CellProps & { readonly options: readonly { readonly value: string; readonly label: string }[] }): ReactNode {
  const [focused, setFocused] = useState(false);
  const { refused, follow, forget } = useSave(label);
  const from = refused?.from ?? seenOf(value, rev);
  const save = (to: string): void => {
    forget();
    const id = to === value ? undefined : onSave(to, from);
    if (id !== undefined && id !== '') follow(id, to, from);
  };
  const message = refused && texts.notSavedMessage({ message: refused.message });
  return (
    <WithMessage message={message} seen={focused}>
      <NativeSelect
        aria-label={label}
        size="xs"
        w="100%"
        value={refused?.text ?? value}
        data={[...options]}
        error={message !== undefined}
        title={message}
        rightSection={refused && <Retry onRetry={() => save(refused.text)} />}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onChange={(event) => save(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') forget();
          event.stopPropagation();
        }}
      />
    </WithMessage>
  );
}

/** A row has no space for messages: a tooltip below the cell shows them while it has the focus. */
function WithMessage({ message, seen, children }: { message: string | undefined; seen: boolean; children: ReactNode }): ReactNode {
  return (
    <>
      <Tooltip label={message} opened={seen && message !== undefined} position="bottom-start" transitionProps={{ duration: 0 }}>
        {/* the tooltip hangs on a box of its own, for its words are not the input's description */}
        <div>{children}</div>
      </Tooltip>
      <VisuallyHidden role="alert">{message}</VisuallyHidden>
    </>
  );
}

function Retry({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <ActionIcon size="xs" color="red" aria-label={texts.retry} title={texts.retry} onMouseDown={(event) => event.preventDefault()} onClick={onRetry}>
      <IconRefresh size={13} aria-hidden />
    </ActionIcon>
  );
}
