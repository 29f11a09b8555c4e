import { NavLink } from '@mantine/core';
import type { ReactNode } from 'react';
import { loadDocumentation } from '../../commands/tasks/loadTasks.ts';
import { TASK_TYPE_WORDS } from '../../domain/runs.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { said } from '../language/language.ts';
import { Markdown } from './Markdown.tsx';
import classes from './tasks.module.css';
import { texts } from './texts.ts';

interface TaskDocsModalProps {
  readonly template: string | undefined;
  readonly onChoose: (template: string) => void;
  readonly onClose: () => void;
}

/** The documentation of every kind of task. */
export function TaskDocsModal({ template, onChoose, onClose }: TaskDocsModalProps): ReactNode {
  const load = useView((view) => view.tasks.documentation);
  return (
    <Modal opened onClose={onClose} title={texts.documentationOfTasks} size="xl" transitionProps={{ duration: 0 }}>
      <LoadStates load={load} what={texts.documentation} retry={loadDocumentation({})}>
        {(all) => {
          const shown = all.find(({ id }) => id === template) ?? all[0];
          return (
            <div className={classes['docs']}>
              <nav aria-label={texts.kindsOfTask} className={classes['docsNav']}>
                {all.map(({ id, name, task_type }) => (
                  <NavLink
                    key={id}
                    component="button"
                    className={classes['docsItem'] ?? ''}
                    label={name}
                    description={said(TASK_TYPE_WORDS[task_type])}
                    active={id === shown?.id}
                    onClick={() => onChoose(id)}
                  />
                ))}
              </nav>
              <article className={classes['docsText']}>{shown && <Markdown text={shown.docs} />}</article>
            </div>
          );
        }}
      </LoadStates>
    </Modal>
  );
}
