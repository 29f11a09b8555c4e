import { Button, Group, Loader, Stack } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mergeStops } from '../../commands/stops/stopBulkEdits.ts';
import { askMergeStops, closeMergeStops, confirmMergeStops } from '../../commands/stops/stopWorkSteps.ts';
import type { DocumentChange } from '../../domain/edits/documentEdit.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { mergePreview } from '../../projections/stopWork.ts';
import { stopName } from '../../projections/stops.ts';
import type { AppState } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useToldHere } from '../parts/useToldHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './stops.module.css';

/** What merging two stops will change, before it is done; nothing while no merge is asked for. */
export function MergeStops(): ReactNode {
  const dispatch = useDispatch();
  const { versionId, merge, users } = useView((view) => view.stopWork);
  const kept = useView((view) => (view.stopWork.merge ? stopName(view, view.stopWork.versionId, view.stopWork.merge.keptId) : ''));
  const gone = useView((view) => (view.stopWork.merge ? stopName(view, view.stopWork.versionId, view.stopWork.merge.goneId) : ''));
  const lines = useView(linesOf, (a, b) => a?.join('\n') === b?.join('\n'));
  const step = useWorkflow('mergeStops', ({ value }) => String(value));
  const messages = useWorkflow('mergeStops', ({ context }): readonly string[] => context.messages);
  useToldHere(messages, mergeStops);
  if (!merge || step === 'closed') return null;
  const close = (): void => void dispatch(closeMergeStops({}));
  const why =
    users.status === 'failed'
      ? 'What uses the stop could not be loaded'
      : users.value?.More
        ? 'Too many documents speak of the stop'
        : lines === undefined
          ? 'What will change is still being loaded'
          : undefined;
  return (
    <Modal opened onClose={close} title="Merge two stops" size="md">
      <Stack gap="sm">
        <div className={classes['merge']}>
          <span>Stays</span>
          <strong>{kept}</strong>
          <span className="dmp-mono">{merge.keptId}</span>
          <span>Goes</span>
          <strong>{gone}</strong>
          <span className="dmp-mono">{merge.goneId}</span>
        </div>
        <Group>
          <WhyButton
            label="The other way round"
            icon={IconArrowsExchange}
            compact
            onClick={() => dispatch(askMergeStops({ versionId, keptId: merge.goneId, goneId: merge.keptId }))}
          />
        </Group>
        {users.status === 'failed' && <p role="alert">{users.messages.join(' ')}</p>}
        {lines === undefined && why !== undefined && users.status !== 'failed' ? (
          <Group gap="xs">
            {!users.value?.More && <Loader size="xs" />}
            <span>{why}</span>
          </Group>
        ) : (
          <ul className={classes['mergeLines']} aria-label="What changes">
            {lines?.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <NotSaved message={messages[0]} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <WhyButton label="Merge" variant="filled" loading={step === 'merging'} why={why} onClick={() => dispatch(confirmMergeStops({}))} />
        </Group>
      </Stack>
    </Modal>
  );
}

/** One line for each kind of change. */
function linesOf(view: AppState): readonly string[] | undefined {
  const changes = mergePreview(view);
  if (!changes) return undefined;
  const counts = new Map<string, number>();
  for (const { kind, doc } of changes.slice(1)) {
    const key = `${kind} ${doc === null ? 'gone' : 'changed'}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const lines = [...counts].map(([key, n]) => {
    const [kind = '', what] = key.split(' ');
    const words = `${n.toLocaleString('en-GB')} ${WORDS[kind as DocumentChange['kind']]?.[n === 1 ? 0 : 1] ?? kind}`;
    return what === 'gone'
      ? `${words} ${n === 1 ? 'is' : 'are'} removed: between the two, or said twice`
      : `${words} ${n === 1 ? 'goes' : 'go'} over to the stop that stays`;
  });
  return ['The stop that goes is removed', ...lines];
}

const WORDS: Partial<Record<DocumentChange['kind'], readonly [string, string]>> = {
  Stop: ['child stop', 'child stops'],
  Track: ['track', 'tracks'],
  Transfer: ['transfer', 'transfers'],
  Pathway: ['pathway', 'pathways'],
  Fare: ['fare', 'fares'],
  Translation: ['translation', 'translations'],
  VehicleBoarding: ['vehicle boarding', 'vehicle boardings'],
  TicketingIdentifier: ['ticketing identifier', 'ticketing identifiers'],
};
