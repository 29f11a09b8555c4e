import { SegmentedControl, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type Find, findInSheet, replaceInSheet } from '../../domain/timetableSheet/findReplace.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import type { SheetEdit } from '../../domain/timetableSheet/sheetEdit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import type { Place } from './cursor.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

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
    (found.length === 0 ? texts.nothingIsFound : !replacement && !replaceInSheet(sheet, { what, text }, by, found) ? texts.replaceHint : undefined);
  return (
    <div
      className={classes['toolbar']}
      role="search"
      aria-label={texts.findInTheTimetable}
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
          { value: 'times', label: texts.times },
          { value: 'tripIds', label: texts.tripIds },
        ]}
      />
      <TextInput
        data-autofocus
        autoFocus
        aria-label={texts.find}
        placeholder={what === 'times' ? texts.or08 : texts.tripIdPart}
        value={text}
        w={150}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(-1);
        }}
        onKeyDown={(event) => event.key === 'Enter' && go(event.shiftKey ? -1 : 1)}
      />
      <span role="status" className="dmp-number">
        {text === '' ? '' : at >= 0 && here ? texts.placeOfFound({ place: at + 1, found: found.length }) : texts.countFound({ found: found.length })}
      </span>
      <WhyButton label={texts.previous} icon={IconArrowUp} iconOnly onClick={() => go(-1)} />
      <WhyButton label={texts.next} icon={IconArrowDown} iconOnly onClick={() => go(1)} />
      <TextInput
        aria-label={texts.replaceWith}
        placeholder={texts.replaceWith}
        value={by}
        w={150}
        onChange={(event) => setBy(event.currentTarget.value)}
      />
      <WhyButton label={texts.replace} why={replaceWhy ?? (here ? undefined : texts.goToMatchFirst)} onClick={() => here && replace([here])} />
      <WhyButton label={texts.replaceAll} why={replaceWhy} onClick={() => replace(found)} />
      <span className={classes['spacer']} />
      <WhyButton label={texts.close} icon={IconX} iconOnly onClick={onClose} />
    </div>
  );
}
