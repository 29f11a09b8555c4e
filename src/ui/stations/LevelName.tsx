import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Level } from '../../domain/pathways.ts';
import classes from './stations.module.css';

/** The name of a level: saved on blur or Enter, Escape restores it. */
export function LevelName({ level, readOnly, onSave }: { level: Level; readOnly: boolean; onSave: (name: string) => void }): ReactNode {
  const stored = level.Name ?? '';
  const [typed, setTyped] = useState<string>();
  if (readOnly) return <span className={classes['name']}>{stored || level.Id}</span>;
  const save = (): void => {
    if (typed !== undefined && typed.trim() !== stored) onSave(typed.trim());
    setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape' && typed !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(undefined);
    }
  };
  return (
    <TextInput
      size="xs"
      variant="unstyled"
      aria-label={`Name of level ${level.Id}`}
      value={typed ?? stored}
      placeholder={level.Id}
      maxLength={255}
      // while it differs, Ctrl+Z belongs to the text; else to the product
      data-text={typed !== undefined && typed !== stored ? 'differs' : 'same'}
      classNames={{ root: classes['nameBox'] ?? '', input: classes['nameInput'] ?? '' }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  );
}
