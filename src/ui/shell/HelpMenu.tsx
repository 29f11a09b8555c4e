import { ActionIcon } from '@mantine/core';
import { IconBook, IconBug, IconHelp, IconKeyboard, IconNotes, IconVocabulary } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Menu } from '../parts/Menu.tsx';
import { useScreenActs } from './screenActs.tsx';

const PAGES = [
  { title: 'Handbook', to: '/help', Icon: IconBook },
  { title: 'Glossary', to: '/help/docs/develop/glossary.md', Icon: IconVocabulary },
  { title: "What's new", to: '/help/news', Icon: IconNotes },
];

/** The help of the header: keys of the screen, pages of the handbook in a tab of their own, and how to report a problem. */
export function HelpMenu(): ReactNode {
  const { show } = useScreenActs();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={30} aria-label="Help" title="Help">
          <IconHelp size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconKeyboard size={15} aria-hidden />} onClick={() => show('keys')}>
          Keys
        </Menu.Item>
        {PAGES.map(({ title, to, Icon }) => (
          <Menu.Item key={to} component="a" href={to} target="_blank" rel="noopener" leftSection={<Icon size={15} aria-hidden />}>
            {title}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconBug size={15} aria-hidden />} onClick={() => show('report')}>
          Report a problem
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
