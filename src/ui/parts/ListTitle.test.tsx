import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ListTitle } from './VirtualList.tsx';

test.each([
  [0, undefined, 'Stops'],
  [0, 0, 'Stops 0'],
  [1200, 1200, 'Stops 1,200'],
  [3, 1200, 'Stops 3 of 1,200'],
])('a list of which %s of %s rows are shown is titled so; one that is not loaded does not say 0', (count, total, title) => {
  const text = renderToStaticMarkup(<ListTitle title="Stops" count={count} total={total} />).replaceAll(/<[^>]*>/g, '');
  expect(text.trim()).toBe(title);
});
