import { Button, Group, Paper, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import type { ConflictEntry } from '../../kernel/state.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { authorOf } from '../../projections/changedBy.ts';
import { formWithTheirs } from '../../commands/changes/formConflicts.ts';
import { conflictSides } from '../../commands/changes/conflictSides.ts';
import { documentPath } from '../../projections/documentPath.ts';
import { presentPlace } from '../../projections/versions.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import classes from './ConflictPanel.module.css';
import { texts } from './texts.ts';

/** Where somebody else changed the same thing first: both sides, and the choice between them. */
export function ConflictPanel(): ReactNode {
  const conflicts = useKernelState((state) => state.conflicts);
  return (
    <div role="alert" className={classes['conflicts']}>
      {conflicts.map((conflict) => (
        <Conflict key={conflict.id} conflict={conflict} />
      ))}
    </div>
  );
}

function Conflict({ conflict }: { conflict: ConflictEntry }): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const databaseId = useView((view) => presentPlace(view).databaseId);
  const here = useView((view) => presentPlace(view).versionId);
  const { id, label, touches } = conflict;
  const { lines, about } = conflictSides(conflict);
  const author = useView((view) => about && authorOf(view, about.versionId, touches));
  const showTheirs = (): void => {
    dispatch(builtIn.keepTheirs({ id }));
    for (const input of formWithTheirs(conflict)) dispatch(input);
    if (about && databaseId !== undefined && about.versionId === here)
      open(documentPath({ databaseId, versionId: about.versionId }, about.kind, about.id));
  };
  return (
    <Paper shadow="md" withBorder className={classes['conflict']}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <IconUsers size={18} aria-hidden className={classes['icon']} />
        <div>
          <Text fw={600}>{texts.conflictTitle({ author: author ?? texts.somebodyElse })}</Text>
          <Text c="dimmed" fz={12}>
            {texts.labelNotDone({ label })}
          </Text>
        </div>
      </Group>
      {lines.slice(0, MOST_LINES).map(({ what, theirs, mine }) => (
        <dl key={what} className={classes['sides']} aria-label={what}>
          {(lines.length > 1 || (about === undefined && what !== '')) && <dt className={classes['what']}>{what}</dt>}
          <dt>{texts.theirs}</dt>
          <dd>{theirs}</dd>
          <dt>{texts.mine}</dt>
          <dd>{mine}</dd>
        </dl>
      ))}
      {lines.length > MOST_LINES && (
        <Text c="dimmed" fz={12}>
          {texts.andLinesMore({ lines: lines.length - MOST_LINES })}
        </Text>
      )}
      <Group gap={8}>
        <Button variant="default" onClick={showTheirs}>
          {texts.showTheirs}
        </Button>
        <Button variant="default" onClick={() => dispatch(builtIn.applyMine({ id }))}>
          {texts.applyMineAnyway}
        </Button>
      </Group>
    </Paper>
  );
}

const MOST_LINES = 6;
