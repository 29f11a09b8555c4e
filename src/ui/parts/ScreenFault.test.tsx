import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { quietPorts } from '../../../test/builders/quietPorts.ts';
import { PortsProvider } from '../ports.tsx';
import { ScreenFault } from './ScreenFault.tsx';

test('a part of the screen that broke says that it is not the user’s fault, and offers a way on [E309]', () => {
  // On the server React gives an error to the caller, not to a boundary: the state is set by hand.
  class Broken extends ScreenFault {
    override state = { fault: 'x is undefined', place: undefined };
  }
  const html = renderToStaticMarkup(
    <MantineProvider>
      <PortsProvider value={quietPorts}>
        <Broken what="page">{null}</Broken>
      </PortsProvider>
    </MantineProvider>,
  );
  expect(html).toContain('Something went wrong. It is not your fault.');
  expect(html).toContain('This page cannot be shown');
  for (const act of ['Try again', 'Reload', 'Report a problem']) expect(html).toContain(act);
});
