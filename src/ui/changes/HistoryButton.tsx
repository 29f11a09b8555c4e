import { IconHistory } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { showHistory } from '../../commands/changes/showHistory.ts';
import type { EntityKind } from '../../domain/entities.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { isKey } from '../parts/keys.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { texts } from './texts.ts';

/** Shows who set what of a document that shares its page with others. */
export function HistoryButton({ versionId, kind, id }: { versionId: number; kind: EntityKind; id: string }): ReactNode {
  const dispatch = useDispatch();
  return (
    <WhyButton
      label={texts.changeHistory}
      icon={IconHistory}
      iconOnly
      compact
      shortcut="Alt+KeyH"
      onClick={() => dispatch(showHistory({ versionId, kind, id }))}
    />
  );
}

/** Alt+H within a part of a page: what it does goes before what the key does for the whole page. */
export function historyKey(show: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (!isKey('Alt+KeyH', event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    show();
  };
}
