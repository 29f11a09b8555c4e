import { ActionIcon, Button, Group, NativeSelect, Stack, Textarea, Tooltip } from '@mantine/core';
import { IconClipboardText, IconCopyCheck, IconDots, IconLassoPolygon } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { createStops } from '../../commands/stops/stopBulkEdits.ts';
import { askMergeStops, selectStops, toggleLasso } from '../../commands/stops/stopSelectionSteps.ts';
import { parseStops } from '../../domain/stopPaste.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { freeStopId } from '../../projections/freeStopId.ts';
import { editRefusal } from '../../projections/rights.ts';
import { coincidingStops, hasStop } from '../../projections/stopSelection.ts';
import { coincidence, pastedStops, stopToolsQuestion } from '../../projections/typedForms.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePorts } from '../ports.tsx';
import { Menu } from '../parts/Menu.tsx';
import { Modal } from '../parts/Modal.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import { useAsking, useTyped } from '../parts/useTyped.ts';
import classes from './stops.module.css';
import { texts } from './texts.ts';

/** Tools of the list of stops that work on several: the lasso, pasting, stops that coincide. */
export function StopTools({ versionId }: { readonly versionId: number }): ReactNode {
  const lasso = useView((view) => view.stopWork.lasso);
  const refusal = useView(editRefusal);
  const editable = refusal === undefined;
  const [asking, ask] = useAsking(stopToolsQuestion);
  const close = (): void => ask();
  return (
    <>
      <ActionButton of={toggleLasso} iconOnly active={lasso} />
      <Menu position="bottom-end" withinPortal>
        <Tooltip label={texts.moreForStops}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={texts.moreForStops}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopyCheck size={15} aria-hidden />} onClick={() => ask('coinciding')}>
            {texts.findStopsThatCoincide}
          </Menu.Item>
          <Tooltip label={refusal} disabled={editable}>
            <Menu.Item
              leftSection={<IconClipboardText size={15} aria-hidden />}
              {...(editable ? {} : { 'data-disabled': true, 'aria-disabled': true })}
              onClick={() => editable && ask('paste')}
            >
              {texts.pasteStops}
            </Menu.Item>
          </Tooltip>
        </Menu.Dropdown>
      </Menu>
      {asking === 'paste' && <PasteModal versionId={versionId} onClose={close} />}
      {asking === 'coinciding' && <CoincidingModal versionId={versionId} onClose={close} />}
    </>
  );
}

/** Faults that are listed; more are counted. */
const LISTED = 50;

function PasteModal({ versionId, onClose }: { readonly versionId: number; readonly onClose: () => void }): ReactNode {
  const dispatch = useDispatch();
  const { newId } = usePorts();
  const view = useView((whole) => whole);
  const table = useView((view) => view.versions[versionId]?.stops.value ?? null);
  const [{ text }, type] = useTyped(pastedStops, { text: '' });
  const attempt = useSubmit(onClose);
  const { stops, faults } = useMemo(() => parseStops(text, (id) => table !== null && hasStop(table, id)), [text, table]);
  const why =
    stops.length + faults.length === 0
      ? texts.pasteFirst
      : attempt.isWaiting
        ? texts.creatingStops
        : faults.length > 0
          ? texts.fixRowsFirst
          : undefined;
  const create = (): void => {
    const given = new Set(stops.flatMap(({ stopId }) => stopId ?? []));
    const made = stops.map(({ line: _line, stopId, ...stop }) => {
      const id = stopId ?? freeStopId(view, versionId, given) ?? newId();
      given.add(id);
      return { ...stop, stopId: id };
    });
    attempt.send(dispatch(createStops({ versionId, stops: made })));
  };
  return (
    <Modal opened onClose={onClose} title={texts.pasteStops} size="lg">
      <Stack gap="sm">
        <Textarea
          data-autofocus
          label={texts.table}
          description={texts.pasteHint}
          placeholder={texts.marketStreet48061197790}
          minRows={7}
          maxRows={14}
          autosize
          classNames={{ input: 'dmp-mono' }}
          value={text}
          onChange={(event) => type({ text: event.currentTarget.value })}
        />
        <NotSaved message={attempt.message} />
        {faults.length > 0 && !attempt.isWaiting && (
          <ul className={classes['faults']} role="alert" aria-label={texts.faults}>
            {faults.slice(0, LISTED).map(({ line, message }) => (
              <li key={`${line} ${message}`}>{texts.lineLineMessage({ line, message })}</li>
            ))}
            {faults.length > LISTED && <li>{texts.andFaultsMore({ faults: faults.length - LISTED })}</li>}
          </ul>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          <WhyButton label={texts.create1Stop({ stops: stops.length })} variant="filled" why={why} onClick={create} />
        </Group>
      </Stack>
    </Modal>
  );
}

const DISTANCES = [1, 5, 10, 25];

interface CoincidingModalProps {
  readonly versionId: number;
  readonly onClose: () => void;
}

function CoincidingModal({ versionId, onClose }: CoincidingModalProps): ReactNode {
  const refusal = useView(editRefusal);
  const dispatch = useDispatch();
  const pathTo = usePathTo();
  const table = useView((view) => view.versions[versionId]?.stops.value ?? null);
  const [{ metres }, type] = useTyped(coincidence, { metres: 5 });
  const groups = useMemo(() => (table ? coincidingStops(table, metres) : []), [table, metres]);
  return (
    <Modal opened onClose={onClose} title={texts.stopsThatCoincide} size="lg">
      <Stack gap="sm">
        <NativeSelect
          label={texts.coincidingWithin}
          data={DISTANCES.map((value) => ({ value: String(value), label: texts.metre({ value }) }))}
          value={String(metres)}
          onChange={(event) => type({ metres: Number(event.currentTarget.value) })}
        />
        <p className={classes['quiet']} role="status">
          {groups.length === 0 ? texts.noTwoStopsCoincide : texts.group({ groups: groups.length })}
        </p>
        <ul className={classes['groups']} aria-label={texts.groups}>
          {groups.slice(0, 200).map((group) => {
            const [kept, gone] = group;
            return (
              <li key={kept?.Id}>
                <div>
                  {group.map(({ Id, Name }) => (
                    <div key={Id}>
                      <Link to={pathTo({ page: 'stops', itemId: Id })} onClick={onClose}>
                        {Name || Id}
                      </Link>{' '}
                      <span className="dmp-mono">{Id}</span>
                    </div>
                  ))}
                </div>
                <Group gap={4}>
                  <WhyButton
                    label={texts.select}
                    icon={IconLassoPolygon}
                    compact
                    onClick={() => {
                      dispatch(selectStops({ versionId, stopIds: group.map(({ Id }) => Id) }));
                      onClose();
                    }}
                  />
                  <WhyButton
                    label={texts.merge}
                    compact
                    why={refusal ?? (group.length === 2 ? undefined : texts.mergeTwoOnly)}
                    onClick={() => {
                      if (kept && gone) dispatch(askMergeStops({ versionId, keptId: kept.Id, goneId: gone.Id }));
                      onClose();
                    }}
                  />
                </Group>
              </li>
            );
          })}
          {groups.length > 200 && <li>{texts.andGroupsMore({ groups: groups.length - 200 })}</li>}
        </ul>
      </Stack>
    </Modal>
  );
}
