import { SegmentedControl, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type Find, findInSheet, replaceInSheet } from '../../domain/timetableSheet/findReplace.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import type { SheetEdit } from '../../domain/timetableSheet/sheetEdit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import type { Place } from './cursor.ts';
import classes from './sheet.module.css';

interface FindBarProps {
  readonly sheet: Sheet;
  readonly why: string | undefined;
  readonly onGo: (place: Place) => void;
  readonly onReplace: (edit: SheetEdit) => void;
  readonly onClose: () => void;
}

/** Finds times and trip ids in the sheet, and replaces them. */
export function FindBar({ sheet, why, onGo, onReplace, onClose }: FindBarProps): ReactNode {
  const [what, setWhat] = useState<Find['what']>('times');
  const [text, setText] = useState('');
  const [by, setBy] = useState('');
  const [at, setAt] = useState(-1);
  const found = useMemo(() => findInSheet(sheet, { what, text }), [sheet, what, text]);
  const here = found[at];

  const go = (step: number): void => {
    if (found.length === 0) return;
    const next = (Math.max(at, step < 0 ? 0 : -1) + step + found.length) % found.length;
    setAt(next);
    const place = found[next];
    if (place) onGo(place);
  };
  const replace = (places: typeof found): void => {
    const edit = replaceInSheet(sheet, { what, text }, by, places);
    if (edit) onReplace(edit);
  };
  const replacement = what === 'tripIds' || text.trim() === '' ? {} : undefined;
  const replaceWhy =
    why ??
    (found.length === 0
      ? 'Nothing is found'
      : !replacement && !replaceInSheet(sheet, { what, text }, by, found)
        ? 'Type a whole time to find and a whole time to put in its place'
        : undefined);
  return (
    <div
      className={classes['toolbar']}
      role="search"
      aria-label="Find in the timetable"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <SegmentedControl
        value={what}
        onChange={(next) => setWhat(next === 'tripIds' ? 'tripIds' : 'times')}
        data={[
          { value: 'times', label: 'Times' },
          { value: 'tripIds', label: 'Trip ids' },
        ]}
      />
      <TextInput
        data-autofocus
        autoFocus
        aria-label="Find"
        placeholder={what === 'times' ? '8:05 or 08:' : 'Part of a trip id'}
        value={text}
        w={150}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(-1);
        }}
        onKeyDown={(event) => event.key === 'Enter' && go(event.shiftKey ? -1 : 1)}
      />
      <span role="status" className="dmp-number">
        {text === '' ? '' : `${at >= 0 && here ? `${at + 1} of ` : ''}${found.length.toLocaleString('en-GB')}`}
      </span>
      <WhyButton label="Previous" icon={IconArrowUp} iconOnly onClick={() => go(-1)} />
      <WhyButton label="Next" icon={IconArrowDown} iconOnly onClick={() => go(1)} />
      <TextInput aria-label="Replace with" placeholder="Replace with" value={by} w={150} onChange={(event) => setBy(event.currentTarget.value)} />
      <WhyButton label="Replace" why={replaceWhy ?? (here ? undefined : 'Go to a place first')} onClick={() => here && replace([here])} />
      <WhyButton label="Replace all" why={replaceWhy} onClick={() => replace(found)} />
      <span className={classes['spacer']} />
      <WhyButton label="Close" icon={IconX} iconOnly onClick={onClose} />
    </div>
  );
}
