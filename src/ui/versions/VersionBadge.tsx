import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Version, versionState } from '../../domain/versions.ts';

const COLORS: Readonly<Record<ReturnType<typeof versionState>, string>> = {
  Saving: 'blue',
  Archived: 'gray.6',
  Editable: 'orange',
  Current: 'green',
  Published: 'teal',
  Completed: 'gray.6',
};

/** The state a version is in, as a small badge. */
export function VersionBadge({ version }: { version: Version }): ReactNode {
  const state = versionState(version);
  return (
    <Badge size="sm" radius="sm" variant="dot" color={COLORS[state]} tt="none" fw={600} style={{ flex: 'none', verticalAlign: 'middle' }}>
      {state}
    </Badge>
  );
}
