import { Checkbox, Group, OverflowList } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Menu } from './Menu.tsx';
import { WhyButton } from './WhyButton.tsx';
import { texts } from './texts.ts';

interface Named {
  /** Unlike any other of the bar. */
  readonly label: string;
  readonly hint?: string;
}

/** A tool of a bar: a button, a button with a menu of choices, or a box that is checked. */
export type BarTool = Named &
  (
    | {
        readonly icon: Icon;
        readonly why?: string | undefined;
        /** Pressed: an active tool. */
        readonly active?: boolean;
        readonly run: (event: { readonly shiftKey: boolean }) => void;
      }
    | {
        readonly icon: Icon;
        readonly why?: string | undefined;
        readonly active?: boolean;
        readonly choices: readonly { readonly label: string; readonly run: () => void }[];
      }
    | { readonly checked: boolean; readonly onCheck: (checked: boolean) => void }
  );

/** Tools in one row; those at its end that do not fit are in a menu. */
export function FoldingBar({ tools, className }: { readonly tools: readonly BarTool[]; readonly className?: string | undefined }): ReactNode {
  return (
    <OverflowList
      data={[...tools]}
      getItemKey={labelOf}
      gap={2}
      className={className ?? ''}
      renderItem={(tool) => <Tool {...tool} />}
      renderOverflow={(folded) => (
        <div>
          <More tools={folded} />
        </div>
      )}
    />
  );
}

function labelOf({ label }: BarTool): string {
  return label;
}

function Tool(tool: BarTool): ReactNode {
  const { label } = tool;
  if ('checked' in tool)
    return (
      // as high as the buttons: the list tells rows by where their items begin
      <Group h={28} px={6}>
        <Checkbox label={label} checked={tool.checked} onChange={(event) => tool.onCheck(event.currentTarget.checked)} />
      </Group>
    );
  const shown = { label, icon: tool.icon, iconOnly: true, why: tool.why, hint: tool.hint, active: tool.active };
  if ('run' in tool) return <WhyButton {...shown} onClick={tool.run} />;
  return (
    <Menu>
      <Menu.Target>
        <WhyButton {...shown} onClick={() => undefined} />
      </Menu.Target>
      <Menu.Dropdown>
        {tool.choices.map((choice) => (
          <Menu.Item key={choice.label} onClick={choice.run}>
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The tools that have no room. The button is marked where one of them is active. */
function More({ tools }: { readonly tools: readonly BarTool[] }): ReactNode {
  const inHand = tools.filter((tool) => ('checked' in tool ? tool.checked : tool.active === true)).map(labelOf);
  return (
    <Menu>
      <Menu.Target>
        <WhyButton
          label={texts.moreTools}
          hint={inHand.length === 0 ? texts.moreTools : texts.moreToolsOn({ tools: inHand.join(', ') })}
          icon={IconDots}
          iconOnly
          {...(inHand.length === 0 ? {} : { active: true })}
          onClick={() => undefined}
        />
      </Menu.Target>
      <Menu.Dropdown>{tools.map((tool) => entriesOf(tool))}</Menu.Dropdown>
    </Menu>
  );
}

function entriesOf(tool: BarTool): ReactNode {
  const { label } = tool;
  if ('checked' in tool)
    return (
      <Menu.CheckboxItem key={label} checked={tool.checked} onChange={tool.onCheck}>
        {label}
      </Menu.CheckboxItem>
    );
  const entry = { leftSection: <tool.icon size={14} aria-hidden />, disabled: tool.why !== undefined, title: tool.why };
  if ('run' in tool)
    return (
      <Menu.Item key={label} {...entry} onClick={tool.run}>
        {label}
      </Menu.Item>
    );
  return [
    <Menu.Divider key={`before ${label}`} />,
    <Menu.Label key={label}>{label}</Menu.Label>,
    ...tool.choices.map((choice) => (
      <Menu.Item key={`${label} ${choice.label}`} {...entry} onClick={choice.run}>
        {choice.label}
      </Menu.Item>
    )),
  ];
}
