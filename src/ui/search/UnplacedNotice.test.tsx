import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { UnplacedNotice } from './UnplacedNotice.tsx';

test('what was found and is nowhere on the map is said, of stops and of pathways [R338 R339]', () => {
  expect(renderToStaticMarkup(<UnplacedNotice kind="stops" />)).toContain(
    'Some of the searched stops have invalid coodinates so they are not displayed on the map',
  );
  expect(renderToStaticMarkup(<UnplacedNotice kind="pathways" />)).toContain(
    'Some of the searched pathways have invalid coodinates so they are not displayed on the map',
  );
});
