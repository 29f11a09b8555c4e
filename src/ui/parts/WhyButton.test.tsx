import { MantineProvider, Menu } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { createRef, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { WhyButton } from './WhyButton.tsx';

// Keys are named after the machine of the browser; Node 20 has none.
vi.stubGlobal('navigator', { userAgent: '' });

test.each([true, false])('the button that opens a menu says so (icon only: %s)', (iconOnly) => {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <Menu>
        <Menu.Target>
          <WhyButton label="Stringline" icon={IconChartLine} iconOnly={iconOnly} onClick={() => undefined} />
        </Menu.Target>
      </Menu>
    </MantineProvider>,
  );
  expect(markup).toMatch(/<button[^>]* aria-haspopup="menu"[^>]* aria-expanded="false"/);
});

// a menu hangs at the element that it is given: without one it opens in the corner of the page
test.each([true, false])('a menu hangs at the button that opens it (icon only: %s)', (iconOnly) => {
  const given = createRef<HTMLButtonElement>();
  const holders = elementsWithin(
    <>{WhyButton({ label: 'Stringline', icon: IconChartLine, iconOnly, ref: given, 'aria-haspopup': 'menu', onClick: () => undefined })}</>,
  ).filter(({ ref }) => ref === given);
  expect(holders).toHaveLength(1);
});

/** The properties of all elements that are written within a node. */
function elementsWithin(node: ReactNode): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(node)) return node.flatMap(elementsWithin);
  if (!isValidElement<{ readonly children?: ReactNode }>(node)) return [];
  return [{ ...node.props }, ...elementsWithin(node.props.children)];
}
