import { ActionIcon, Button, Select, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Breakpoint, type BreakpointHit, breakpointProblem } from '../../projections/breakpoints.ts';
import classes from './replay.module.css';
import { shortChange } from './recordLine.ts';
import { texts } from './texts.ts';

/** Where *Play* stops: a list that is added to, switched on and off, and shortened. */
export function BreakpointsPane({
  list,
  types,
  onChange,
}: {
  list: readonly Breakpoint[];
  /** The types of this log, to choose from. */
  types: readonly string[];
  onChange: (list: readonly Breakpoint[]) => void;
}): ReactNode {
  const [of, setOf] = useState<Breakpoint['of']>('type');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const problem = breakpointProblem(list, { of, text, on: true });
  const add = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problem) return;
    onChange([...list, { of, text: text.trim(), on: true }]);
    setText('');
    setTried(false);
  };
  return (
    <div className={classes['pane']}>
      <form className={classes['tools']} onSubmit={add} noValidate>
        <Select
          w={124}
          size="xs"
          aria-label={texts.stopAt}
          value={of}
          onChange={(value) => setOf(value === 'path' ? 'path' : 'type')}
          data={[
            { value: 'type', label: texts.recordType },
            { value: 'path', label: texts.statePath },
          ]}
        />
        <TextInput
          className={classes['grows']}
          aria-label={of === 'type' ? texts.recordType : texts.statePath}
          placeholder={of === 'type' ? 'stop.editField, failed, live.*' : 'pending.0, session.account'}
          list={of === 'type' ? 'dmp-record-types' : undefined}
          value={text}
          error={tried && problem !== undefined ? PROBLEMS[problem]() : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <datalist id="dmp-record-types">
          {types.map((type) => (
            <option key={type} value={type} />
          ))}
        </datalist>
        <Button type="submit" variant="default" size="xs">
          {texts.addBreakpoint}
        </Button>
      </form>
      <p className={classes['quiet']}>{list.length === 0 ? texts.breakpointsHint : texts.playStops}</p>
      <ul className={classes['breakpoints']} aria-label={texts.breakpoints}>
        {list.map((one, i) => (
          <li key={`${one.of} ${one.text}`}>
            <Switch
              label={<span className="dmp-mono">{one.text}</span>}
              checked={one.on}
              onChange={(event) => onChange(list.with(i, { ...one, on: event.currentTarget.checked }))}
            />
            <span className={classes['quiet']}>{one.of === 'type' ? texts.recordType : texts.statePath}</span>
            <ActionIcon size="sm" aria-label={texts.removeBreakpoint({ text: one.text })} onClick={() => onChange(list.toSpliced(i, 1))}>
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a replay stopped at, in words. */
export function hitText({ breakpoint, record, before, after }: BreakpointHit): string {
  const at = { seq: record.seq, text: breakpoint.text };
  return breakpoint.of === 'type' ? texts.stoppedAtType(at) : texts.stoppedAtPath({ ...at, ...shortChange(before, after) });
}

const PROBLEMS = {
  empty: () => texts.breakpointEmpty,
  there: () => texts.breakpointThere,
  noPath: () => texts.breakpointNoPath,
};
