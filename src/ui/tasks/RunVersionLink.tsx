import { Tooltip, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { loadTask } from '../../commands/tasks/loadTasks.ts';
import { dataPath } from '../../domain/locations.ts';
import { type TaskRun, versionLinkRefusal } from '../../domain/taskRuns.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { Menu } from '../parts/Menu.tsx';
import classes from './tasks.module.css';
import { texts } from './texts.ts';

/** A link to the version that a task took or made. Where it cannot be followed it says why, and offers other versions of the database. */
export function RunVersionLink({ run, which }: { run: TaskRun; which: 'input' | 'output' }): ReactNode {
  const dispatch = useDispatch();
  const detail = useView((view) => view.tasks.details[String(run.task.id)]);
  const id = which === 'input' ? run.task.input_version_id : run.output_version_id;
  const why = versionLinkRefusal(run, which);
  const pathOf = (versionId: number): string => dataPath({ databaseId: run.task.db_id, versionId });
  const words = which === 'input' ? texts.inputVersion : texts.outputVersion;
  if (id !== null && why === undefined)
    return (
      <Link to={pathOf(id)} className={classes['version']} aria-label={`${words} ${id}`} onClick={(event) => event.stopPropagation()}>
        {id}
      </Link>
    );
  if (why === undefined) return <span className={classes['quiet']}>—</span>;
  const alternatives = detail?.value?.alternative_versions;
  return (
    <Menu position="bottom-start" withinPortal transitionProps={{ duration: 0 }}>
      <Tooltip label={why}>
        <Menu.Target>
          <UnstyledButton
            className={classes['versionOff']}
            aria-disabled
            aria-label={`${words} ${id ?? ''}: ${why}`}
            onClick={(event) => {
              event.stopPropagation();
              if (!detail?.value) dispatch(loadTask({ id: run.task.id }));
            }}
          >
            {id ?? '…'}
          </UnstyledButton>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Label>{why}</Menu.Label>
        {alternatives?.map((version) => (
          <Menu.Item key={version.id} component={Link} to={pathOf(version.id)}>
            {version.id} {version.name}
          </Menu.Item>
        ))}
        {alternatives?.length === 0 && <Menu.Label>{texts.noOtherVersion}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
