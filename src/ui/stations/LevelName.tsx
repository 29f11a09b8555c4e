import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Level } from '../../domain/model/level.ts';
import { type SeenValue, useTypedText } from '../parts/useTypedText.ts';
import classes from './stations.module.css';
import { texts } from './texts.ts';

interface LevelNameProps {
  readonly level: Level;
  readonly rev: number;
  readonly readOnly: boolean;
  readonly onSave: (name: string, from: SeenValue) => string | undefined;
}

/** The name of a level: saved on blur or Enter, Escape restores it. */
export function LevelName({ level, rev, readOnly, onSave }: LevelNameProps): ReactNode {
  const value = level.Name ?? '';
  const label = texts.nameOfLevelId({ id: level.Id });
  const { input, refused } = useTypedText({
    label,
    value,
    rev,
    onSave: (name, from) => (name.trim() === value ? undefined : onSave(name.trim(), from)),
  });
  if (readOnly) return <span className={classes['name']}>{value || level.Id}</span>;
  return (
    <TextInput
      {...input}
      size="xs"
      variant="unstyled"
      aria-label={label}
      placeholder={level.Id}
      maxLength={255}
      error={refused !== undefined}
      title={refused && texts.notSavedMessage({ message: refused.message })}
      classNames={{ root: classes['nameBox'] ?? '', input: classes['nameInput'] ?? '' }}
    />
  );
}
