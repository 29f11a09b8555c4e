import { ActionIcon, Button, Group, NativeSelect, Stack, Textarea, Tooltip } from '@mantine/core';
import { IconClipboardText, IconCopyCheck, IconDots, IconLassoPolygon } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { createStops } from '../../commands/stops/stopBulkEdits.ts';
import { askMergeStops, selectStops, toggleLasso } from '../../commands/stops/stopWorkSteps.ts';
import { parseStops } from '../../domain/stopPaste.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { freeStopId } from '../../projections/freeStopId.ts';
import { editRefusal } from '../../projections/rights.ts';
import { coincidingStops, hasStop } from '../../projections/stopWork.ts';
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
        <Tooltip label="More for stops">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="More for stops">
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopyCheck size={15} aria-hidden />} onClick={() => ask('coinciding')}>
            Find stops that coincide
          </Menu.Item>
          <Tooltip label={refusal} disabled={editable}>
            <Menu.Item
              leftSection={<IconClipboardText size={15} aria-hidden />}
              {...(editable ? {} : { 'data-disabled': true, 'aria-disabled': true })}
              onClick={() => editable && ask('paste')}
            >
              Paste stops
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
      ? 'Paste a table of stops first'
      : attempt.isWaiting
        ? 'The stops are being created'
        : faults.length > 0
          ? 'Nothing is created while a line has a fault'
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
    <Modal opened onClose={onClose} title="Paste stops" size="lg">
      <Stack gap="sm">
        <Textarea
          data-autofocus
          label="Table"
          description="One stop a line: name, latitude, longitude, and if you like id and zone; or with a line of titles (stop_name, stop_lat, stop_lon, stop_id, zone_id, stop_code, parent_station, type). Commas, semicolons or tabs."
          placeholder={'Market Street, 48.0611, 9.7790\nMill Lane, 48.0623, 9.7811'}
          minRows={7}
          maxRows={14}
          autosize
          classNames={{ input: 'dmp-mono' }}
          value={text}
          onChange={(event) => type({ text: event.currentTarget.value })}
        />
        <NotSaved message={attempt.message} />
        {faults.length > 0 && !attempt.isWaiting && (
          <ul className={classes['faults']} role="alert" aria-label="Faults">
            {faults.slice(0, LISTED).map(({ line, message }) => (
              <li key={`${line} ${message}`}>{`Line ${line}: ${message}`}</li>
            ))}
            {faults.length > LISTED && <li>{`and ${(faults.length - LISTED).toLocaleString('en-GB')} more`}</li>}
          </ul>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <WhyButton
            label={stops.length === 1 ? 'Create 1 stop' : `Create ${stops.length.toLocaleString('en-GB')} stops`}
            variant="filled"
            why={why}
            onClick={create}
          />
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
    <Modal opened onClose={onClose} title="Stops that coincide" size="lg">
      <Stack gap="sm">
        <NativeSelect
          label="Stops of one type that stand within"
          data={DISTANCES.map((value) => ({ value: String(value), label: value === 1 ? '1 metre' : `${value} metres` }))}
          value={String(metres)}
          onChange={(event) => type({ metres: Number(event.currentTarget.value) })}
        />
        <p className={classes['quiet']} role="status">
          {groups.length === 0 ? 'No two stops coincide.' : `${groups.length.toLocaleString('en-GB')} ${groups.length === 1 ? 'group' : 'groups'}`}
        </p>
        <ul className={classes['groups']} aria-label="Groups">
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
                    label="Select"
                    icon={IconLassoPolygon}
                    compact
                    onClick={() => {
                      dispatch(selectStops({ versionId, stopIds: group.map(({ Id }) => Id) }));
                      onClose();
                    }}
                  />
                  <WhyButton
                    label="Merge"
                    compact
                    why={refusal ?? (group.length === 2 ? undefined : 'Two stops are merged at a time')}
                    onClick={() => {
                      if (kept && gone) dispatch(askMergeStops({ versionId, keptId: kept.Id, goneId: gone.Id }));
                      onClose();
                    }}
                  />
                </Group>
              </li>
            );
          })}
          {groups.length > 200 && <li>{`and ${(groups.length - 200).toLocaleString('en-GB')} more`}</li>}
        </ul>
      </Stack>
    </Modal>
  );
}
