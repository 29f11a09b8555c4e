import type { ReactNode } from 'react';
import { GridMenu, type GridMenuEntry } from './GridMenu.tsx';
import type { SheetKey } from './sheetKeys.ts';
import type { SheetQuestion } from './SheetToolbar.tsx';
import { texts } from './texts.ts';

/** Where a menu of the sheet stands, and what it was asked for. */
export interface SheetMenuAt {
  readonly x: number;
  readonly y: number;
  readonly target: 'cell' | 'departure' | 'stop';
}

interface SheetMenuProps {
  readonly at: SheetMenuAt | undefined;
  /** Why nothing can be changed. */
  readonly why: string | undefined;
  readonly hasDeparture: boolean;
  /** The selection reaches over more than two rows. */
  readonly isTall: boolean;
  readonly transposed: boolean;
  readonly onKey: (key: SheetKey) => void;
  /** A fill in a direction of the screen. */
  readonly onFill: (key: 'fillDown' | 'fillRight') => void;
  readonly onAsk: (question: SheetQuestion) => void;
  readonly onEdit: () => void;
  readonly onCut: () => void;
  readonly onCopy: () => void;
  readonly onPaste: () => void;
  readonly onClose: () => void;
}

/** An entry: its words, its key, and what it does. `reads`: nothing is changed by it. */
interface Entry {
  readonly label: string;
  readonly keys?: string;
  /** Its key in a transposed sheet, where that is another. */
  readonly turnedKeys?: string;
  readonly run: (props: SheetMenuProps) => void;
  readonly reads?: boolean;
  /** It can be done without a departure, in the empty column. */
  readonly always?: boolean;
  /** It needs stops between the first and the last selected one. */
  readonly needsTall?: boolean;
}

const CLIPBOARD: readonly Entry[] = [
  {
    get label() {
      return texts.cut;
    },
    keys: 'Ctrl+X',
    run: ({ onCut }) => onCut(),
  },
  {
    get label() {
      return texts.copy;
    },
    keys: 'Ctrl+C',
    run: ({ onCopy }) => onCopy(),
    reads: true,
  },
  {
    get label() {
      return texts.paste;
    },
    keys: 'Ctrl+V',
    run: ({ onPaste }) => onPaste(),
    always: true,
  },
];
const ADD: Entry = {
  get label() {
    return texts.addDeparture;
  },
  keys: 'Insert',
  run: byKey('add'),
  always: true,
};
const SHIFT: readonly Entry[] = [
  {
    get label() {
      return texts.aMinuteLater;
    },
    keys: '+',
    run: byKey('later'),
  },
  {
    get label() {
      return texts.aMinuteEarlier;
    },
    keys: '-',
    run: byKey('earlier'),
  },
  {
    get label() {
      return texts.shiftBy;
    },
    keys: 'S',
    run: byKey('shiftBy'),
  },
];
const INTERPOLATE: Entry = {
  get label() {
    return texts.interpolateToFullMinutes;
  },
  keys: 'I',
  run: byKey('interpolate'),
  needsTall: true,
};
const CLEAR: readonly Entry[] = [
  {
    get label() {
      return texts.clear;
    },
    keys: 'Delete',
    run: byKey('clear'),
  },
  {
    get label() {
      return texts.notServed;
    },
    keys: 'X',
    run: byKey('notServed'),
  },
];
const FILL: readonly Entry[] = [
  {
    get label() {
      return texts.fillDown;
    },
    keys: 'Ctrl+D',
    run: ({ onFill }) => onFill('fillDown'),
  },
  {
    get label() {
      return texts.fillRight;
    },
    keys: 'Ctrl+R',
    run: ({ onFill }) => onFill('fillRight'),
  },
];

/** Entries in groups, by what was pointed at. */
const ENTRIES: Readonly<Record<SheetMenuAt['target'], readonly (readonly Entry[])[]>> = {
  cell: [
    [
      {
        get label() {
          return texts.typeATime;
        },
        keys: 'F2',
        run: ({ onEdit }) => onEdit(),
        always: true,
      },
      ADD,
    ],
    CLIPBOARD,
    [...FILL, INTERPOLATE, ...CLEAR],
    SHIFT,
    [
      {
        get label() {
          return texts.selectDepartures;
        },
        keys: 'Ctrl+Space',
        turnedKeys: 'Shift+Space',
        run: byKey('selectColumns'),
        reads: true,
      },
      {
        get label() {
          return texts.selectStops;
        },
        keys: 'Shift+Space',
        turnedKeys: 'Ctrl+Space',
        run: byKey('selectRows'),
        reads: true,
      },
      {
        get label() {
          return texts.history;
        },
        keys: 'Alt+H',
        run: byKey('history'),
        reads: true,
      },
    ],
  ],
  departure: [
    [
      ADD,
      {
        get label() {
          return texts.insertASeries;
        },
        run: ({ onAsk }) => onAsk('series'),
        always: true,
      },
      {
        get label() {
          return texts.duplicate;
        },
        run: ({ onAsk }) => onAsk('duplicate'),
      },
    ],
    CLIPBOARD,
    [INTERPOLATE, ...SHIFT],
    [
      {
        get label() {
          return texts.departure;
        },
        run: ({ onAsk }) => onAsk('departure'),
        reads: true,
      },
      {
        get label() {
          return texts.remove;
        },
        keys: 'Ctrl+Delete',
        run: byKey('remove'),
      },
    ],
  ],
  stop: [CLIPBOARD, CLEAR, SHIFT],
};

function byKey(key: SheetKey): Entry['run'] {
  return ({ onKey }) => onKey(key);
}

/** The menu of a cell, a departure or a stop of the sheet. */
export function SheetMenu(props: SheetMenuProps): ReactNode {
  const { at, why, hasDeparture, isTall, transposed, onClose } = props;
  const shown = ({ label, keys, turnedKeys, reads, always, needsTall, run }: Entry): GridMenuEntry => ({
    label,
    keys: (transposed && turnedKeys) || keys,
    disabled: (!reads && why !== undefined) || (!always && !hasDeparture) || (needsTall === true && !isTall),
    run: () => run(props),
  });
  return <GridMenu at={at} groups={at ? ENTRIES[at.target].map((group) => group.map(shown)) : []} onClose={onClose} />;
}
