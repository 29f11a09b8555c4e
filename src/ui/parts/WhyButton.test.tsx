import { MantineProvider, Menu } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
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
