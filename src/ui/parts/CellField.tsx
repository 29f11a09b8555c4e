import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/** A text in a row: saved on Enter or blur, restored by Escape. */
export function CellField({
  label,
  value,
  validate,
  onSave,
}: {
  label: string;
  value: string;
  validate?: (text: string) => string | undefined;
  onSave: (text: string) => void;
}): ReactNode {
  const [typed, setTyped] = useState<string>();
  const problem = typed === undefined ? undefined : validate?.(typed.trim());
  const save = (): void => {
    if (typed === undefined || problem !== undefined) return;
    setTyped(undefined);
    if (typed.trim() !== value) onSave(typed.trim());
  };
  return (
    <TextInput
      aria-label={label}
      size="xs"
      w="100%"
      value={typed ?? value}
      error={problem !== undefined}
      title={problem}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setTyped(undefined);
      }}
    />
  );
}
