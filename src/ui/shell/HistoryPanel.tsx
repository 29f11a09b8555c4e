import { Button, Popover, ScrollArea, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { builtIn, undoList, undoSteps } from '../../commands/changes/undoRedo.ts';
import type { HistoryLine } from '../../kernel/state.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { AppState } from '../../projections/state.ts';
import { presentPlace, undoScopeOf } from '../../projections/versions.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import classes from './HistoryPanel.module.css';
import { usePorts } from '../ports.tsx';
import { useScreenActs } from './screenActs.tsx';

/** The undo list of the version in view, opening upwards from its button: any entry can be undone where nothing stands in its way. */
export function HistoryPanel({ children }: { children: ReactNode }): ReactNode {
  const { overlay, show } = useScreenActs();
  return (
    <Popover opened={overlay === 'history'} onChange={(opened) => !opened && show(undefined)} position="top-start" width={400} trapFocus returnFocus>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={0} aria-label="What can be undone">
        <HistoryLines />
      </Popover.Dropdown>
    </Popover>
  );
}

function HistoryLines(): ReactNode {
  const { sessionStart } = usePorts();
  const timeOf = (at: number): string | undefined => {
    const start = sessionStart();
    return start === undefined ? undefined : new Date(start + at).toISOString().slice(11, 16);
  };
  const scope = useView(scopeInView);
  const lines = useKernelState((state) => (scope === undefined ? [] : undoList(state, scope)), sameJson);
  const redo = useKernelState((state) => (scope === undefined ? undefined : undoSteps(state, scope).redo), sameJson);
  const dispatch = useDispatch();
  if (scope === undefined || (lines.length === 0 && redo === undefined)) {
    return (
      <Text c="dimmed" p="sm">
        {scope === undefined
          ? 'Open a version: what you change in it can be undone here.'
          : 'Nothing has been changed in this version from here yet.'}
      </Text>
    );
  }
  return (
    <ScrollArea.Autosize mah={360}>
      <ul className={classes['lines']}>
        {redo && (
          <Line label={`Redo: ${redo.label}`} note={redo.stale}>
            <Button size="compact-xs" variant="default" onClick={() => dispatch(builtIn.redoLast({ scope, anyway: redo.stale !== undefined }))}>
              {redo.stale === undefined ? 'Redo' : 'Redo anyway'}
            </Button>
          </Line>
        )}
        {lines.map((line) => (
          <Line key={line.id} label={line.label} time={timeOf(line.at)} note={noteOf(line)}>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${line.stale === undefined ? 'Undo' : 'Undo anyway'}: ${line.label}`}
              disabled={line.state === 'busy' || line.blockedBy.length > 0}
              onClick={() => dispatch(builtIn.undoEntry({ scope, entry: line.id, anyway: line.stale !== undefined }))}
            >
              {line.stale === undefined ? 'Undo' : 'Undo anyway'}
            </Button>
          </Line>
        ))}
      </ul>
    </ScrollArea.Autosize>
  );
}

function Line({
  label,
  time,
  note,
  children,
}: {
  label: string;
  time?: string | undefined;
  note: string | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <li className={classes['line']}>
      <span className={classes['texts']}>
        <span>
          {label}
          {time !== undefined && <span className={`dmp-number ${classes['time']}`}>{time}</span>}
        </span>
        {note !== undefined && <span className={classes['note']}>{note}</span>}
      </span>
      {children}
    </li>
  );
}

/** What is to be known about an entry before it is undone. */
function noteOf({ state, stale, blockedBy }: HistoryLine): string | undefined {
  if (state === 'busy') return 'Being undone';
  const [first, ...more] = blockedBy;
  if (first) return `Undo first: ${first.label}${more.length > 0 ? ` and ${more.length} more` : ''}`;
  if (stale !== undefined) return stale;
  return state === 'waiting' || state === 'sent' ? 'Not saved yet' : undefined;
}

function scopeInView(view: AppState): string | undefined {
  const { versionId } = presentPlace(view);
  return versionId === undefined ? undefined : undoScopeOf(versionId);
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
