import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Replayer } from '../../kernel/replayer.ts';
import type { LogRecord } from '../../kernel/record.ts';
import type { AppState } from '../../projections/state.ts';
import { Camera, hang, PICTURED } from './Camera.tsx';
import { recordTime } from './recordLine.ts';
import classes from './filmstrip.module.css';
import { texts } from './texts.ts';

/** An act in the strip: its record, and how many records are folded in its picture. */
export interface Shot {
  readonly record: LogRecord;
  readonly place: number;
}

/** The screens after each act, as small pictures in a row; choosing one goes to the act. Only those in view are drawn. */
export function Filmstrip({
  replayer,
  shots,
  present,
  screens,
  paused,
  nameOf,
  onChoose,
}: {
  replayer: Replayer<AppState>;
  shots: readonly Shot[];
  /** Index of the present act; -1 before the first. */
  present: number;
  screens: ReactNode;
  /** No picture is taken: the replay plays, and the machine has enough to do. Nor is one while the strip is scrolled. */
  paused: boolean;
  nameOf: (record: LogRecord) => string;
  onChoose: (record: LogRecord) => void;
}): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [pictures, setPictures] = useState<ReadonlyMap<number, HTMLElement>>(new Map());
  // nothing that it returns is handed to a memoised component
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: shots.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => WIDTH + GAP,
    overscan: 1,
  });
  useEffect(() => {
    if (present >= 0) virtualizer.scrollToIndex(present, { align: 'auto' });
  }, [virtualizer, present]);
  const items = virtualizer.getVirtualItems();
  const inView = items.flatMap(({ index }) => shots[index]?.place ?? []);
  const missing = inView.find((place) => !pictures.has(place));
  const onTaken = useCallback(
    (place: number, picture: HTMLElement) => setPictures((kept) => new Map([...kept, [place, picture] as const].slice(-MOST_PICTURES))),
    [],
  );
  return (
    <div ref={scroller} className={classes['strip']} role="group" aria-label={texts.pictures}>
      {shots.length === 0 && <p className={classes['none']}>{texts.noActs}</p>}
      <div className={classes['film']} style={{ width: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const shot = shots[index];
          if (!shot) return null;
          const name = nameOf(shot.record) || shot.record.type;
          return (
            <div
              key={shot.record.id}
              className={classes['shot']}
              style={{ left: start, width: WIDTH }}
              data-present={index === present ? '' : undefined}
            >
              <Picture picture={pictures.get(shot.place)} />
              <button
                type="button"
                className={classes['caption']}
                aria-current={index === present ? 'true' : undefined}
                title={name}
                onClick={() => onChoose(shot.record)}
              >
                {`${recordTime(shot.record.at)} ${name}`}
              </button>
            </div>
          );
        })}
      </div>
      <Camera replayer={replayer} place={paused || virtualizer.isScrolling ? undefined : missing} screens={screens} onTaken={onTaken} />
    </div>
  );
}

/** Pixels. */
const WIDTH = 184;
const GAP = 8;
const SCALE = WIDTH / PICTURED.width;
/** Pictures that are kept: each is a page of elements. */
const MOST_PICTURES = 60;

function Picture({ picture }: { picture: HTMLElement | undefined }): ReactNode {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (picture && box.current) hang(box.current, picture);
  }, [picture]);
  return (
    <span className={classes['frame']} style={{ height: PICTURED.height * SCALE }} aria-hidden inert>
      <span ref={box} className={classes['small']} style={{ ...PICTURED, scale: SCALE }} />
    </span>
  );
}
