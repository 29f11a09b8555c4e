import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { clearChangeNotes, toggleChanges } from '../../commands/changes/switchChanges.ts';
import { propertyTitle } from '../../domain/comparer/fields.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { authorWords } from './authorWords.ts';
import { texts } from './texts.ts';

/** What the last switch left alone because it was changed since, with the later sets in the way and a way to take them along. */
export function ConflictList({ versionId }: { versionId: number }): ReactNode {
  const dispatch = useDispatch();
  const conflicts = useView((view) => view.changes.conflicts);
  if (conflicts.length === 0) return null;
  const later = [...new Set(conflicts.flatMap(({ Later }) => Later.map(({ SetId }) => SetId)))];
  const changeIds = conflicts.map(({ ChangeId }) => ChangeId);
  const close = (): unknown => dispatch(clearChangeNotes({}));
  return (
    <Alert
      m="xs"
      p="xs"
      color="orange"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={texts.conflictsTitle}
      role="alert"
      withCloseButton
      closeButtonLabel={texts.close}
      onClose={close}
    >
      <ul>
        {conflicts.slice(0, 20).map((conflict) => (
          <li key={conflict.ChangeId}>
            {`${conflict.Type} ${conflict.Name}`}
            {conflict.Fields.length > 0 && `: ${conflict.Fields.map((path) => propertyTitle(path.split('/')[0] ?? path)).join(', ')}`}
            {conflict.Later.map((set) => (
              <div key={set.SetId}>
                {texts.laterChange({ message: set.Message || texts.changeSetName({ setId: set.SetId }), createdBy: authorWords(set) })}
              </div>
            ))}
          </li>
        ))}
      </ul>
      {later.length > 0 && (
        <Group>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => {
              close();
              dispatch(toggleChanges({ versionId, changeIds, setIds: later, active: false }));
            }}
          >
            {texts.switchLaterOff({ later: later.length })}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
