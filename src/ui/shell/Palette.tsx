import { Kbd, Modal } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { loadAgencies } from '../../commands/agencies/loadAgencies.ts';
import { loadFares } from '../../commands/fares/loadFares.ts';
import { loadSchedules } from '../../commands/schedules/loadSchedules.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import { isReadable, presentData, presentVersion } from '../../projections/versions.ts';
import { useKernelState } from '../parts/appState.ts';
import { Glyph } from '../parts/icons.ts';
import { keyLabel, onMac } from '../parts/keys.ts';
import { nextIndex } from '../parts/listMoves.ts';
import { FocusAtOnce, useFocusBack } from '../parts/Modal.tsx';
import { fuzzyFilter } from './fuzzy.ts';
import classes from './Palette.module.css';
import { entityItems, furtherWords, helpItems, type HelpSections, type PaletteItem, paletteItems, taskItems } from './paletteItems.ts';
import { useScreenActs } from './screenActs.tsx';
import { takeTyping } from './typedAhead.ts';
import { texts } from './texts.ts';

/** Find and do anything by a few letters. */
export function Palette(): ReactNode {
  const { overlay, show } = useScreenActs();
  const opened = overlay === 'palette';
  useFocusBack(opened);
  return (
    <Modal.Root opened={opened} returnFocus={false} onClose={() => show(undefined)} size={620} yOffset={90} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={texts.findAnything}>
        <FocusAtOnce />
        <PaletteBody />
      </Modal.Content>
    </Modal.Root>
  );
}

const MOVES = { ArrowDown: 'next', ArrowUp: 'previous', PageDown: 'pageDown', PageUp: 'pageUp' } as const;

function PaletteBody(): ReactNode {
  const { show, perform } = useScreenActs();
  const state = useKernelState(whole);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = fuzzyFilter(typed, paletteItems(state), ({ action }) => action.title, furtherWords);
  const doable = found.filter(({ action }) => action.run);
  // an action of that very name goes first, then what the version holds; what cannot be done now never stands where Enter would land
  const entities = entityItems(state.view, typed);
  const tasks = taskItems(state, typed);
  const handbook = helpItems(useHandbook(), typed);
  const exact = doable.filter(({ action }) => action.title.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()));
  const items = [
    ...(entities.length === 0 ? doable : exact),
    ...entities,
    ...(entities.length === 0 ? [] : doable.filter((item) => !exact.includes(item))),
    ...tasks.filter(({ action }) => action.run),
    ...handbook,
    ...[...found, ...tasks].filter(({ action }) => !action.run),
  ];
  const current = Math.min(at, items.length - 1);
  useEntityLists(state.view);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current, typed]);

  const choose = (item: PaletteItem | undefined): void => {
    if (!item?.action.run) return;
    show(undefined);
    perform(item.action);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      return choose(items[current]);
    }
    const move = event.key in MOVES ? MOVES[event.key as keyof typeof MOVES] : undefined;
    if (move === undefined) return;
    event.preventDefault();
    // up from the first is the last, down from the last the first
    if (move === 'next' && current === items.length - 1) setAt(0);
    else if (move === 'previous' && current === 0) setAt(items.length - 1);
    else setAt(nextIndex(move, current, items.length, 8));
  };
  return (
    <div className={classes['palette']}>
      <input
        data-autofocus
        role="combobox"
        aria-label={texts.findAnything}
        aria-expanded="true"
        aria-controls={`${prefix}-list`}
        aria-activedescendant={items.length > 0 ? `${prefix}-${current}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        className={classes['input']}
        placeholder={texts.palettePlaceholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          const before = takeTyping();
          if (before !== '') setTyped((text) => text + before);
        }}
      />
      <div ref={list} id={`${prefix}-list`} role="listbox" aria-label={texts.results} className={classes['list']}>
        {items.map((item, index) => (
          <Line
            key={item.action.id}
            id={`${prefix}-${index}`}
            item={item}
            selected={index === current}
            onChoose={() => choose(item)}
            onPoint={() => setAt(index)}
          />
        ))}
      </div>
      {items.length === 0 && <div className={classes['none']}>{texts.nothingIsCalledTyped({ typed })}</div>}
      <span role="status" className="dmp-sr-only">
        {texts.itemsResults({ items: items.length })}
      </span>
    </div>
  );
}

/** What the palette looks through is loaded when it opens, where a version is in view and its pages can be read. */
function useEntityLists(view: AppState): void {
  const dispatch = useDispatch();
  const data = presentData(view);
  const version = presentVersion(view);
  const versionId = data && version && isReadable(version) ? version.Id : undefined;
  const lists = [
    [data?.schedules.status, loadSchedules],
    [data?.fares.status, loadFares],
    [data?.agencies.status, loadAgencies],
  ] as const;
  const unasked = useEffectEvent(() => {
    if (versionId === undefined) return;
    for (const [status, load] of lists) if (status === 'idle') dispatch(load({ versionId }));
  });
  useEffect(() => unasked(), [versionId]);
}

/** The sections of the handbook, fetched when the palette opens. Without a line to the server it is the last thing one misses. */
function useHandbook(): HelpSections {
  const [sections, setSections] = useState<HelpSections>([]);
  useEffect(() => {
    let left = false;
    import('virtual:handbook').then(
      (made) => left || setSections(made.default),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, []);
  return sections;
}

interface LineProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly selected: boolean;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
}

function Line({ id, item: { action, detail }, selected, onChoose, onPoint }: LineProps): ReactNode {
  const unavailable = action.run === undefined;
  return (
    // the keys are the input's, which holds the focus
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-disabled={unavailable}
      tabIndex={-1}
      className={classes['line']}
      onClick={onChoose}
      onMouseMove={onPoint}
    >
      <Glyph name={action.icon} className={classes['icon']} />
      <span className={classes['title']}>{action.title}</span>
      <span className={classes['detail']}>{detail}</span>
      {action.keys[0] !== undefined && <Kbd size="xs">{keyLabel(action.keys[0], onMac())}</Kbd>}
    </div>
  );
}

function whole(state: KernelState<AppState>): KernelState<AppState> {
  return state;
}
