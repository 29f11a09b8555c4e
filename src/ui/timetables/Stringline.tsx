import { IconArrowsHorizontal, IconArrowsVertical, IconClockPlay, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import type { Sheet } from '../../domain/timetableSheet/sheet.ts';
import type { Range } from '../../domain/timetableSheet/sheetActs.ts';
import { headwaysAt, meetingsOf, metresOnTrack, runsOfSheet, runsOfTrack, type StringRun } from '../../domain/timetableSheet/stringline.ts';
import { LAST_DRIVEN_DAYS } from '../../projections/drivenTimes.ts';
import { stopName, stopRow } from '../../projections/stops.ts';
import { useView } from '../parts/appState.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { drawStringline, type StringlineColours, type StringlinePicture } from './drawStringline.ts';
import { HOURS_HEIGHT, NAMES_WIDTH, panned, showing, type StringlineExtent, type StringlineView, wholeView, zoomed } from './stringlineView.ts';
import { runAt, stringlineKey, tipOf } from './stringlineHand.ts';
import { useDrivenLines } from './useDrivenLines.ts';
import classes from './stringline.module.css';
import { texts } from './texts.ts';

interface StringlineProps {
  readonly sheet: Sheet;
  readonly metres: readonly number[] | null;
  readonly range: Range;
  /** Position of the active cell: headways are counted there. */
  readonly position: number;
  /** Other tracks of the schedule that are drawn along. */
  readonly others: readonly TrackDetails[];
  readonly days: number;
  readonly readOnly: boolean;
  readonly onSelect: (column: number, extend: boolean) => void;
  /** Moves departures by seconds; one edit. */
  readonly onShift: (columns: readonly number[], by: number) => void;
}

/** What the hand does with the drawing. */
type Hand =
  | { readonly does: 'pan'; readonly x: number; readonly y: number }
  | { readonly does: 'line'; readonly x: number; readonly column: number; readonly extend: boolean; moved: boolean };

/** The departures of the sheet as lines over time and distance. The same departures are selected in both; a line is shifted by dragging it. */
export function Stringline(props: StringlineProps): ReactNode {
  const { sheet, range, position, readOnly } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { runs, stops, extentOf, headwayMetres, distance } = useRuns(props);
  const driven = useDrivenLines(sheet.track, distance, props.days);
  const meetings = useMemo(() => meetingsOf(runs), [runs]);
  // of the days of the selected departure: a Sunday has nothing to do with a Monday
  const daysInHand = sheet.columns[range.left]?.timetable.Days ?? 127;
  const headways = useMemo(
    () =>
      headwaysAt(
        runs.filter(({ column, days }) => column !== undefined && (days & daysInHand) !== 0),
        position,
      ),
    [runs, position, daysInHand],
  );
  const [hovered, setHovered] = useState<{ readonly run: StringRun; readonly x: number; readonly y: number }>();
  const [dragged, setDragged] = useState(0);
  const hand = useRef<Hand>(undefined);
  const view = useRef<{ readonly of: string; value: StringlineView }>(undefined);
  const frame = useRef(0);

  const picture: StringlinePicture = {
    runs,
    driven: driven.lines,
    meetings,
    headways,
    headwayMetres,
    stops,
    dragged,
    isSelected: (column) => column >= range.left && column <= range.right,
    hovered: hovered?.run,
  };
  const latest = useRef({ picture, extentOf });
  const key = `${sheet.track.ScheduleId}/${sheet.track.Id}`;

  const extent = (): StringlineExtent => {
    const box = canvas.current;
    return latest.current.extentOf((box?.clientWidth ?? 0) - NAMES_WIDTH, (box?.clientHeight ?? 0) - HOURS_HEIGHT);
  };
  const present = (): StringlineView => {
    if (view.current?.of !== key) view.current = { of: key, value: wholeView(extent()) };
    return view.current.value;
  };
  const paint = (): void => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const box = canvas.current;
      const context = box?.getContext('2d');
      if (!box || !context) return;
      const [width, height, ratio] = [box.clientWidth, box.clientHeight, window.devicePixelRatio || 1];
      if (box.width !== Math.round(width * ratio)) box.width = Math.round(width * ratio);
      if (box.height !== Math.round(height * ratio)) box.height = Math.round(height * ratio);
      drawStringline(context, latest.current.picture, present(), coloursOf(box), { width, height, ratio });
    });
  };
  const show = (next: StringlineView): void => {
    view.current = { of: key, value: next };
    paint();
  };
  const zoom = (factor: number, axis: 'time' | 'distance', at?: { readonly x: number; readonly y: number }): void => {
    const all = extent();
    show(zoomed(present(), factor, at ?? { x: all.width / 2, y: all.height / 2 }, axis, all));
  };

  useLayoutEffect(() => {
    latest.current = { picture, extentOf };
    paint();
  });
  useEffect(() => {
    const box = canvas.current;
    if (!box) return undefined;
    const resized = new ResizeObserver(() => show(panned(present(), 0, 0, extent())));
    resized.observe(box);
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const bounds = box.getBoundingClientRect();
      const at = { x: event.clientX - bounds.left - NAMES_WIDTH, y: event.clientY - bounds.top - HOURS_HEIGHT };
      const by = event.deltaY === 0 ? event.deltaX : event.deltaY;
      if (event.deltaX !== 0 && Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.shiftKey)
        return show(panned(present(), -event.deltaX, 0, extent()));
      zoom(1.0015 ** -by, event.shiftKey ? 'distance' : 'time', at);
    };
    box.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      resized.disconnect();
      box.removeEventListener('wheel', onWheel);
      cancelAnimationFrame(frame.current);
    };
    // the handlers read what is latest
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  // what is selected in the sheet is in view here too
  const selected = sheet.columns[range.left];
  useEffect(() => {
    if (selected) show(showing(present(), selected.first, extent()));
    // oxlint-disable-next-line react/exhaustive-deps
  }, [selected?.key]);

  const pointOf = (event: PointerEvent<HTMLCanvasElement>): { x: number; y: number } => {
    const bounds = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  };
  const secondsOf = (x: number): number => {
    const of = hand.current;
    return of?.does === 'line' && of.moved ? Math.round(((x - of.x) * present().perPixel) / 60) * 60 : 0;
  };
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = pointOf(event);
    const run = runAt(runs, present(), x, y);
    if (run?.column === undefined) {
      hand.current = { does: 'pan', x, y };
      return;
    }
    hand.current = { does: 'line', x, column: run.column, extend: event.shiftKey, moved: false };
    if (!picture.isSelected(run.column) || event.shiftKey) props.onSelect(run.column, event.shiftKey);
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { x, y } = pointOf(event);
    const of = hand.current;
    if (of?.does === 'pan') {
      show(panned(present(), x - of.x, y - of.y, extent()));
      hand.current = { ...of, x, y };
    } else if (of?.does === 'line') {
      if (readOnly || (!of.moved && Math.abs(x - of.x) < 4)) return;
      of.moved = true;
      setDragged(secondsOf(x));
    } else {
      const run = runAt(runs, present(), x, y);
      if (run !== hovered?.run) setHovered(run && { run, x, y });
    }
  };
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>): void => {
    const of = hand.current;
    const by = secondsOf(pointOf(event).x);
    hand.current = undefined;
    setDragged(0);
    if (of?.does !== 'line') return;
    if (!of.moved) props.onSelect(of.column, of.extend);
    else if (by !== 0) props.onShift(columnsIn(range, of.column), by);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLCanvasElement>): void => {
    const act = stringlineKey(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (act.does === 'shift') {
      if (!readOnly && selected) props.onShift(columnsIn(range, range.left), act.by);
    } else if (act.does === 'zoom') zoom(act.factor, act.axis);
    else {
      const to = Math.min(
        Math.max(act.by === Infinity ? sheet.columns.length - 1 : act.by === -Infinity ? 0 : range.left + act.by, 0),
        sheet.columns.length - 1,
      );
      if (to >= 0) props.onSelect(to, false);
    }
  };
  return (
    <section className={classes['stringline']} aria-label={texts.stringline}>
      {driven.note !== undefined && (
        <p className={classes['note']} role="status">
          {driven.note}
        </p>
      )}
      <div className={classes['tools']}>
        <WhyButton
          label={texts.driven}
          hint={texts.drivenHint({ days: LAST_DRIVEN_DAYS })}
          icon={IconClockPlay}
          active={driven.isOn}
          onClick={driven.toggle}
        />
        <WhyButton label={texts.zoomIn} hint={texts.zoomTimeInHint} icon={IconZoomIn} iconOnly onClick={() => zoom(1.6, 'time')} />
        <WhyButton label={texts.zoomOut} hint={texts.zoomTimeOutHint} icon={IconZoomOut} iconOnly onClick={() => zoom(1 / 1.6, 'time')} />
        <WhyButton
          label={texts.zoomDistance}
          hint={texts.zoomDistanceHint}
          icon={IconArrowsVertical}
          iconOnly
          onClick={() => zoom(1.6, 'distance')}
        />
        <WhyButton label={texts.wholeDay} icon={IconArrowsHorizontal} iconOnly onClick={() => show(wholeView(extent()))} />
      </div>
      <canvas
        ref={canvas}
        className={classes['canvas']}
        role="application"
        aria-roledescription={texts.stringlineWord}
        aria-label={texts.stringlineLabel({ name: sheet.track.Name || sheet.track.Id, runs: runs.length, meetings: meetings.length })}
        tabIndex={0}
        data-hand={dragged !== 0 ? 'drag' : hovered ? 'line' : undefined}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          hand.current = undefined;
          setDragged(0);
        }}
        onPointerLeave={() => setHovered(undefined)}
        onKeyDown={onKeyDown}
      />
      {hovered && (
        <div
          className={classes['tip']}
          style={{ left: Math.max(0, Math.min(hovered.x + 12, (canvas.current?.clientWidth ?? 400) - 250)), top: Math.max(0, hovered.y - 26) }}
          aria-hidden
        >
          {tipOf(hovered.run, dragged)}
        </div>
      )}
    </section>
  );
}

/** The runs that are drawn, the stops beside them, and how far they reach. */
function useRuns({ sheet, metres, others, days, position }: StringlineProps): {
  readonly runs: readonly StringRun[];
  readonly stops: readonly { readonly name: string; readonly metres: number }[];
  readonly extentOf: (width: number, height: number) => StringlineExtent;
  readonly headwayMetres: number | undefined;
  /** Metres along the track, of each stop. */
  readonly distance: readonly number[];
} {
  const { versionId = 0 } = usePlace();
  const { track } = sheet;
  // without places the stops stand a kilometre apart
  const distance = useMemo(() => metres ?? track.Stops.map((_, at) => at * 1000), [metres, track]);
  const names = useView((view) => track.Stops.map(({ StopId }) => stopName(view, versionId, StopId)), sameItems);
  const ids = useMemo(
    () => [...new Set([track, ...others.map(({ Track }) => Track)].flatMap(({ Stops }) => Stops.map(({ StopId }) => StopId)))],
    [track, others],
  );
  const places = useView((view) => ids.map((id) => stopRow(view, versionId, id)?.Coordinate ?? null), sameItems);
  const runs = useMemo(() => {
    const byId = new Map(ids.map((id, at) => [id, places[at]]));
    return [
      ...runsOfSheet(sheet, distance),
      ...others.flatMap(({ Track, Timetables }) =>
        runsOfTrack(
          Timetables,
          metresOnTrack(track, distance, Track, (id) => byId.get(id)),
          days,
        ),
      ),
    ];
  }, [sheet, distance, others, days, ids, places, track]);
  return useMemo(() => {
    const first = runs.reduce((least, { from }) => Math.min(least, from), Infinity);
    const last = runs.reduce((most, { to }) => Math.max(most, to), -Infinity);
    const length = distance.reduce((most, metre) => Math.max(most, metre), 0);
    return {
      runs,
      stops: names.map((name, at) => ({ name, metres: distance[at] ?? 0 })),
      extentOf: (width, height) => ({
        width,
        height,
        first: Number.isFinite(first) ? first : 0,
        last: Number.isFinite(last) ? last : 86_400,
        metres: length,
      }),
      headwayMetres: distance[position],
      distance,
    };
  }, [runs, names, distance, position]);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** The selected columns where the focused one is among them, else that one alone. */
function columnsIn({ left, right }: Range, column: number): number[] {
  return column < left || column > right ? [column] : Array.from({ length: right - left + 1 }, (_, nth) => left + nth);
}

function coloursOf(element: HTMLElement): StringlineColours {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: style.color,
    quiet: of('--mantine-color-dimmed'),
    border: of('--dmp-border'),
    surface: of('--dmp-surface'),
    accent: of('--dmp-accent'),
    fault: of('--mantine-color-error'),
    other: of('--mantine-color-placeholder'),
  };
}
