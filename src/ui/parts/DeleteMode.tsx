import { Button, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import {
  askDelete,
  chooseToDelete,
  confirmDelete,
  type DeletePage,
  leaveDeleteMode,
  startDeleteMode,
} from '../../commands/changes/deleteModeSteps.ts';
import type { EntityKind } from '../../domain/entities.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { ActionButton } from './ActionButton.tsx';
import type { ListSelection } from './listSelection.ts';
import { usePlace } from './usePlace.ts';
import { UsesInTheWay, useIsUsed } from './Uses.tsx';
import { WhyButton } from './WhyButton.tsx';
import classes from './DeleteMode.module.css';
import { Modal } from './Modal.tsx';
import { texts } from './texts.ts';

/** A list's delete mode: whether it is on, what is chosen, and how the list chooses. */
export interface DeleteMode {
  readonly on: boolean;
  /** The question is open. */
  readonly asking: boolean;
  readonly chosen: ReadonlySet<string>;
  choose(ids: readonly string[]): void;
  /** What the list selects by while the mode is on; undefined while it is off. */
  selection<T>(nameOf: (row: T) => string): ListSelection<T> | undefined;
}

/** The delete mode of the list on a page. */
export function useDeleteMode(page: DeletePage): DeleteMode {
  const dispatch = useDispatch();
  const on = useWorkflow('deleteMode', (snapshot) => snapshot.value !== 'off' && !snapshot.context.single && snapshot.context.page === page);
  const asking = useWorkflow('deleteMode', (snapshot) => snapshot.value === 'asking' && snapshot.context.page === page);
  const ids = useWorkflow('deleteMode', (snapshot): readonly string[] => snapshot.context.ids);
  return useMemo(() => {
    const chosen = new Set(ids);
    const choose = (wanted: readonly string[]): void => void dispatch(chooseToDelete({ ids: [...wanted] }));
    return {
      on,
      asking,
      chosen,
      choose,
      selection: <T,>(nameOf: (row: T) => string): ListSelection<T> | undefined =>
        on
          ? { selected: chosen, onSelect: (wanted) => choose([...wanted]), boxLabel: (row: T) => texts.chooseRow({ row: nameOf(row) }), byRow: true }
          : undefined,
    };
  }, [dispatch, on, asking, ids]);
}

/** The button that turns the mode on; in it, those that choose all, remove and leave. */
export function DeleteModeBar({ mode, ids }: { mode: DeleteMode; ids: readonly string[] }): ReactNode {
  const dispatch = useDispatch();
  if (!mode.on) return <ActionButton of={startDeleteMode} iconOnly />;
  const all = ids.length > 0 && ids.every((id) => mode.chosen.has(id));
  return (
    <div className={classes['bar']} role="group" aria-label={texts.deleteMode}>
      <WhyButton
        compact
        label={all ? texts.chooseNone : texts.chooseAll}
        onClick={() => mode.choose(all ? [...mode.chosen].filter((id) => !ids.includes(id)) : [...new Set([...mode.chosen, ...ids])])}
      />
      <WhyButton
        compact
        label={texts.remove({ size: mode.chosen.size })}
        icon={IconTrash}
        color="red"
        why={mode.chosen.size === 0 ? texts.chooseFirst : undefined}
        onClick={() => dispatch(askDelete({}))}
      />
      <WhyButton compact label={texts.cancel} onClick={() => dispatch(leaveDeleteMode({}))} />
    </div>
  );
}

interface DeleteQuestionProps {
  readonly page: DeletePage;
  readonly title: string;
  /** Kind of what is removed, where it is kept while something refers to it: what does is named, and is in the way. */
  readonly kind?: EntityKind;
  readonly children: ReactNode;
}

/** The question before the chosen ones are removed: Enter says yes, Escape closes it. */
export function DeleteQuestion({ page, title, kind, children }: DeleteQuestionProps): ReactNode {
  const dispatch = useDispatch();
  const asking = useWorkflow('deleteMode', (snapshot) => snapshot.value === 'asking' && snapshot.context.page === page);
  const ids = useWorkflow('deleteMode', (snapshot): readonly string[] => snapshot.context.ids);
  const { versionId = 0 } = usePlace();
  const used = useIsUsed(versionId, asking ? kind : undefined, ids);
  return (
    <Modal
      opened={asking}
      onClose={() => dispatch(leaveDeleteMode({}))}
      closeOnClickOutside={false}
      title={title}
      size={440}
      transitionProps={{ duration: 0 }}
    >
      <p className={classes['text']}>{children}</p>
      {kind !== undefined && asking && <UsesInTheWay versionId={versionId} kind={kind} ids={ids} />}
      <div className={classes['buttons']}>
        <Button variant="default" size="xs" onClick={() => dispatch(leaveDeleteMode({}))}>
          {texts.close}
        </Button>
        <Tooltip label={texts.inUse} disabled={!used}>
          <Button
            data-autofocus
            size="xs"
            color="red"
            {...(used ? { 'data-disabled': true, 'aria-disabled': true } : {})}
            onClick={() => !used && dispatch(confirmDelete({}))}
          >
            {texts.removeTitle}
          </Button>
        </Tooltip>
      </div>
    </Modal>
  );
}
