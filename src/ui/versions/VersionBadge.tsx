import { Badge, Tooltip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoment } from '../../domain/date.ts';
import { type Version, versionState } from '../../domain/versions.ts';
import { said } from '../language/language.ts';
import classes from './VersionPage.module.css';
import { texts } from './texts.ts';

const COLORS: Readonly<Record<ReturnType<typeof versionState>, string>> = {
  Saving: 'blue',
  Archived: 'gray.6',
  Editable: 'orange',
  Current: 'green',
  Published: 'teal',
  Completed: 'gray.6',
};
const SAVING = {
  get writing() {
    return texts.saving;
  },
  archiving: 'Archiving...',
  get unArchiving() {
    return texts.bringingBack;
  },
} as const;

/** The state a version is in, in a word or two. */
export function stateWords(version: Version): string {
  const state = versionState(version);
  return state === 'Saving' && version.Saving !== null ? said(SAVING[version.Saving]) : said(state);
}

/** The state a version is in, as a small badge; a mark beside it where a durable copy is kept. */
export function VersionBadge({ version }: { version: Version }): ReactNode {
  const { PublishedAt, Stored } = version;
  const badge = (
    <Badge size="sm" radius="sm" variant="dot" color={COLORS[versionState(version)]} tt="none" fw={600} className={classes['badge'] ?? ''}>
      {stateWords(version)}
    </Badge>
  );
  return (
    <span className={classes['state']}>
      {PublishedAt === undefined ? badge : <Tooltip label={texts.publishedAt({ publishedAt: formatMoment(PublishedAt) })}>{badge}</Tooltip>}
      {Stored && (
        <Tooltip label={texts.storedHint}>
          <IconShieldCheck size={14} role="img" aria-label={texts.stored} className={classes['icon'] ?? ''} />
        </Tooltip>
      )}
    </span>
  );
}
