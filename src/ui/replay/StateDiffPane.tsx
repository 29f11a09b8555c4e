import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { Replayer } from '../../kernel/replayer.ts';
import { pathText, readableState } from '../../projections/readableState.ts';
import type { AppState } from '../../projections/state.ts';
import { diffText, type StateChange, stateDiff } from '../../projections/stateDiff.ts';
import { usePorts } from '../ports.tsx';
import { Empty } from '../parts/Empty.tsx';
import { JsonTree } from './JsonTree.tsx';
import classes from './replay.module.css';
import { texts } from './texts.ts';

/** What differs between two places of the recording: before and after the present act, until others are chosen. */
export function StateDiffPane({
  replayer,
  position,
  ofAct,
}: {
  replayer: Replayer<AppState>;
  position: number;
  /** Before the present act and after what came of it; undefined before the first act. */
  ofAct: { readonly from: number; readonly to: number } | undefined;
}): ReactNode {
  const { copy } = usePorts();
  const [chosen, setChosen] = useState<{ readonly from?: number; readonly to?: number }>({});
  const [words, setWords] = useState('');
  const [copied, setCopied] = useState<string>();
  const { from = 0, to = position } = { ...ofAct, ...chosen };
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const states = useMemo(() => replayer.statesAt(first, last), [replayer, first, last]);
  const filter = useDeferredValue(words);
  const diff = useMemo(() => stateDiff(readableState(states[0]), readableState(states[1]), filter), [states, filter]);
  const text = diffText(diff);
  return (
    <div className={classes['pane']}>
      <div className={classes['tools']}>
        <Button variant="default" size="compact-xs" onClick={() => setChosen({ ...chosen, from: position })}>
          {texts.fromHere}
        </Button>
        <Button variant="default" size="compact-xs" onClick={() => setChosen({ ...chosen, to: position })}>
          {texts.toHere}
        </Button>
        {(chosen.from ?? chosen.to) !== undefined && (
          <Button variant="subtle" size="compact-xs" onClick={() => setChosen({})}>
            {texts.presentAct}
          </Button>
        )}
        <TextInput
          className={classes['grows']}
          aria-label={texts.filterPaths}
          placeholder={texts.filterPaths}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconCopy size={13} aria-hidden />}
          onClick={() => void copy(text).then((done) => setCopied(done ? text : undefined))}
        >
          {copied === text ? texts.copied : texts.copy}
        </Button>
      </div>
      <p className={classes['quiet']}>{texts.stateBetween({ first, last, count: diff.changes.length + diff.more })}</p>
      {diff.changes.length === 0 ? (
        <Empty title={words === '' ? texts.noDifference : texts.noSuchPaths} />
      ) : (
        <ul className={classes['changes']} aria-label={texts.difference}>
          {diff.changes.map((change) => (
            <Change key={`${first} ${last} ${pathText(change.path)}`} change={change} />
          ))}
          {diff.more > 0 && <li className={classes['quiet']}>{texts.andMore({ more: diff.more })}</li>}
        </ul>
      )}
    </div>
  );
}

function Change({ change: { path, kind, before, after } }: { change: StateChange }): ReactNode {
  return (
    <li data-kind={kind}>
      <div className={`dmp-mono ${classes['changePath']}`}>
        <span aria-label={{ added: texts.added, removed: texts.removed, changed: texts.changed }[kind]}>{SIGNS[kind]}</span> {pathText(path)}
      </div>
      {kind !== 'added' && <JsonTree value={before} name={texts.before} open={0} />}
      {kind !== 'removed' && <JsonTree value={after} name={texts.after} open={0} />}
    </li>
  );
}

const SIGNS = { added: '+', removed: '−', changed: '±' } as const;
