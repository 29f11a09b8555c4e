import { Button, Group, Loader, Stack } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mergeStops } from '../../commands/stops/stopBulkEdits.ts';
import { askMergeStops, closeMergeStops, confirmMergeStops } from '../../commands/stops/stopSelectionSteps.ts';
import type { DocumentChange } from '../../domain/edits/documentEdit.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { mergePreview } from '../../projections/stopSelection.ts';
import { stopName } from '../../projections/stops.ts';
import type { AppState } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './stops.module.css';
import { texts } from './texts.ts';

/** What merging two stops will change, before it is done; nothing while no merge is requested. */
export function MergeStops(): ReactNode {
  const dispatch = useDispatch();
  const { versionId, merge, users } = useView((view) => view.stopWork);
  const kept = useView((view) => (view.stopWork.merge ? stopName(view, view.stopWork.versionId, view.stopWork.merge.keptId) : ''));
  const gone = useView((view) => (view.stopWork.merge ? stopName(view, view.stopWork.versionId, view.stopWork.merge.goneId) : ''));
  const lines = useView(linesOf, (a, b) => a?.join('\n') === b?.join('\n'));
  const step = useWorkflow('mergeStops', ({ value }) => String(value));
  const messages = useWorkflow('mergeStops', ({ context }): readonly string[] => context.messages);
  useShownHere(messages, mergeStops);
  if (!merge || step === 'closed') return null;
  const close = (): void => void dispatch(closeMergeStops({}));
  const why =
    users.status === 'failed' ? texts.usersFailed : users.value?.More ? texts.tooManyUsers : lines === undefined ? texts.previewLoading : undefined;
  return (
    <Modal opened onClose={close} title={texts.mergeTwoStops} size="md">
      <Stack gap="sm">
        <div className={classes['merge']}>
          <span>{texts.stays}</span>
          <strong>{kept}</strong>
          <span className="dmp-mono">{merge.keptId}</span>
          <span>{texts.goes}</span>
          <strong>{gone}</strong>
          <span className="dmp-mono">{merge.goneId}</span>
        </div>
        <Group>
          <WhyButton
            label={texts.theOtherWayRound}
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
          <ul className={classes['mergeLines']} aria-label={texts.whatChanges}>
            {lines?.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <NotSaved message={messages[0]} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {texts.close}
          </Button>
          <WhyButton label={texts.merge} variant="filled" loading={step === 'merging'} why={why} onClick={() => dispatch(confirmMergeStops({}))} />
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
    const words = WORDS[kind as DocumentChange['kind']]?.({ n }) ?? `${n.toLocaleString('en-GB')} ${kind}`;
    return what === 'gone' ? texts.mergeRemoves({ words, n }) : texts.mergeMoves({ words, n });
  });
  return [texts.mergeRemovesStop, ...lines];
}

const WORDS: Partial<Record<DocumentChange['kind'], (values: { readonly n: number }) => string>> = {
  Stop: (values) => texts.childStops(values),
  Track: (values) => texts.tracks(values),
  Transfer: (values) => texts.transfersOfStop(values),
  Pathway: (values) => texts.pathwaysOfStop(values),
  Fare: (values) => texts.fares(values),
  Translation: (values) => texts.translations(values),
  VehicleBoarding: (values) => texts.vehicleBoardings(values),
  TicketingIdentifier: (values) => texts.ticketingIdentifiers(values),
};
