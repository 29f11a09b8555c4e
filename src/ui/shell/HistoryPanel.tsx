import { ActionIcon, Button, ScrollArea, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { builtIn, undoList, undoSteps, versionToUndoIn } from '../../commands/changes/undoRedo.ts';
import type { HistoryLine } from '../../kernel/state.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { undoRefusal } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { effectWords } from '../validation/effectWords.ts';
import { presentPlace, undoScopeOf } from '../../projections/versions.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { lazyScreen } from '../parts/lazyScreen.ts';
import { Popover } from '../parts/Popover.tsx';
import { ScreenFault } from '../parts/ScreenFault.tsx';
import classes from './HistoryPanel.module.css';
import { usePorts } from '../ports.tsx';
import { useScreenActs } from './screenActs.tsx';
import { texts } from './texts.ts';

// words of every kind of document: nobody needs them before a list is opened
const UndoTouches = lazyScreen(() => import('./UndoTouches.tsx').then((module) => module.UndoTouches));

/** The undo list of the version in view, opening upwards from its button: any entry can be undone where nothing is in its way. */
export function HistoryPanel({ children }: { children: ReactNode }): ReactNode {
  const { overlay, show } = useScreenActs();
  const opened = overlay === 'history';
  return (
    <Popover opened={opened} onChange={(next) => !next && show(undefined)} position="top-start" width={400}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={0} aria-label={texts.whatCanBeUndone}>
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
  const versionId = useKernelState(versionToUndoIn);
  const scope = versionId === undefined ? undefined : undoScopeOf(versionId);
  const lines = useKernelState((state) => (scope === undefined ? [] : undoList(state, scope)), sameJson);
  const redo = useKernelState((state) => (scope === undefined ? undefined : undoSteps(state, scope).redo), sameJson);
  const effects = useView(effectsInView, sameJson);
  const closed = useView((view) => (versionId === undefined ? undefined : undoRefusal(view, versionId)));
  const dispatch = useDispatch();
  if (scope === undefined || (lines.length === 0 && redo === undefined)) {
    return (
      <Text c="dimmed" p="sm">
        {scope === undefined ? texts.undoNoVersion : texts.undoEmpty}
      </Text>
    );
  }
  return (
    <ScrollArea.Autosize mah={360}>
      {closed !== undefined && (
        <Text c="dimmed" p="sm" pb={0}>
          {closed}
        </Text>
      )}
      <ul className={classes['lines']}>
        {redo && (
          <Line label={texts.redoLabel({ label: redo.label })} time={timeOf(redo.at)} note={redo.stale}>
            <Button
              size="compact-xs"
              variant="default"
              disabled={closed !== undefined}
              onClick={() => dispatch(builtIn.redoLast({ scope, anyway: redo.stale !== undefined }))}
            >
              {redo.stale === undefined ? texts.redo : texts.redoAnyway}
            </Button>
          </Line>
        )}
        {lines.map((line, at) => (
          <HistoryEntry
            key={line.id}
            scope={scope}
            line={line}
            newest={at === 0}
            closed={closed !== undefined}
            time={timeOf(line.at)}
            effect={effects[line.id]}
          />
        ))}
      </ul>
    </ScrollArea.Autosize>
  );
}

interface HistoryEntryProps {
  readonly scope: string;
  readonly line: HistoryLine;
  readonly newest: boolean;
  /** Nothing of the version can be undone. */
  readonly closed: boolean;
  readonly time: string | undefined;
  readonly effect: string | undefined;
}

/** One act of the list. What its undo would touch is shown on request, and before any undo but the plain one of the newest act. */
function HistoryEntry({ scope, line, newest, closed, time, effect }: HistoryEntryProps): ReactNode {
  const dispatch = useDispatch();
  const [shown, setShown] = useState(false);
  const { label, stale, state } = line;
  const plain = newest && stale === undefined;
  const undo = (): void => void dispatch(builtIn.undoEntry({ scope, entry: line.id, anyway: stale !== undefined, along: true }));
  const verb = stale === undefined ? texts.undo : texts.undoAnyway;
  return (
    <Line
      label={label}
      time={time}
      effect={effect}
      note={noteOf(line)}
      below={
        shown && (
          <ScreenFault what={texts.list}>
            <Suspense>
              <UndoTouches scope={scope} entry={line.id} verb={verb} disabled={closed || state === 'busy'} onUndo={undo} />
            </Suspense>
          </ScreenFault>
        )
      }
    >
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={texts.whatUndoingTouchesLabel({ label })}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
      </ActionIcon>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${verb}: ${label}`}
        disabled={closed || state === 'busy' || (shown && !plain)}
        onClick={() => (plain ? undo() : setShown(true))}
      >
        {verb}
      </Button>
    </Line>
  );
}

function Line({
  label,
  time,
  effect,
  note,
  below,
  children,
}: {
  label: string;
  time?: string | undefined;
  /** What it brought or cured: `−2 errors, +1 warning`. */
  effect?: string | undefined;
  note: string | undefined;
  below?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <li className={classes['line']}>
      <span className={classes['texts']}>
        <span>
          {label}
          {time !== undefined && <span className={`dmp-number ${classes['time']}`}>{time}</span>}
          {effect !== undefined && <span className={`dmp-number ${classes['time']}`}>{effect}</span>}
        </span>
        {note !== undefined && <span className={classes['note']}>{note}</span>}
      </span>
      {children}
      {below}
    </li>
  );
}

/** What is to be known about an entry before it is undone. */
function noteOf({ state, stale, blockedBy }: HistoryLine): string | undefined {
  if (state === 'busy') return texts.beingUndone;
  const [first, ...more] = blockedBy;
  if (first) return texts.goesWithIt({ label: first.label, part: more.length > 0 ? texts.andMoreMore({ more: more.length }) : '' });
  if (stale !== undefined) return stale;
  return state === 'waiting' || state === 'sent' ? texts.notSavedYet : undefined;
}

/** What the acts of the version in view brought or cured, by their ids. */
function effectsInView(view: AppState): Readonly<Record<string, string | undefined>> {
  const { versionId } = presentPlace(view);
  const effects = versionId === undefined ? undefined : view.versions[versionId]?.validation.effects;
  return Object.fromEntries(Object.entries(effects ?? {}).map(([id, effect]) => [id, effectWords(effect)]));
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
