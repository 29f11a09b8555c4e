import { ActionIcon } from '@mantine/core';
import { IconBook, IconBug, IconHelp, IconKeyboard, IconNotes, IconRoute, IconVocabulary } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { startFirstSteps } from '../../commands/shell/firstStepsSteps.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { Menu } from '../parts/Menu.tsx';
import { useScreenActs } from './screenActs.tsx';
import { texts } from './texts.ts';

const PAGES = [
  {
    get title() {
      return texts.handbook;
    },
    to: '/help',
    Icon: IconBook,
  },
  {
    get title() {
      return texts.glossary;
    },
    to: '/help/docs/develop/glossary.md',
    Icon: IconVocabulary,
  },
  {
    get title() {
      return texts.whatsNew;
    },
    to: '/help/news',
    Icon: IconNotes,
  },
];

/** The help of the header: keys of the screen, pages of the handbook in a tab of their own, and how to report a problem. */
export function HelpMenu(): ReactNode {
  const { show } = useScreenActs();
  const dispatch = useDispatch();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={30} aria-label={texts.help} title={texts.help}>
          <IconHelp size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconKeyboard size={15} aria-hidden />} onClick={() => show('keys')}>
          {texts.keys}
        </Menu.Item>
        {PAGES.map(({ title, to, Icon }) => (
          <Menu.Item key={to} component="a" href={to} target="_blank" rel="noopener" leftSection={<Icon size={15} aria-hidden />}>
            {title}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconRoute size={15} aria-hidden />} onClick={() => dispatch(startFirstSteps({}))}>
          {texts.firstSteps}
        </Menu.Item>
        <Menu.Item leftSection={<IconBug size={15} aria-hidden />} onClick={() => show('report')}>
          {texts.reportAProblem}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
