import { type KeyboardEvent, useState } from 'react';

/** So many options are drawn at first, and so many more each time the end of the list is reached. */
const PART = 100;

/** What a `Select` or `MultiSelect` with many options is given. */
interface LongList {
  readonly limit: number;
  readonly scrollAreaProps: { readonly onBottomReached: () => void };
  readonly onDropdownClose: () => void;
  readonly onKeyDownCapture: (event: KeyboardEvent) => void;
}

/** Draws the options of a long list as they come into view: scrolling and the arrow keys reach every one of them. */
export function useLongList(): LongList {
  const [limit, setLimit] = useState(PART);
  return {
    limit,
    scrollAreaProps: { onBottomReached: () => setLimit((shown) => shown + PART) },
    onDropdownClose: () => setLimit(PART),
    // the key moves beyond the rendered rows, where the list would start again
    onKeyDownCapture: ({ key }) => {
      if (key === 'ArrowDown') setLimit((shown) => shown + 1);
    },
  };
}
