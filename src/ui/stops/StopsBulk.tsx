import { Button, Group, NativeSelect, Select, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconArrowMerge, IconEdit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { editFieldOfStops, groupStops } from '../../commands/stops/stopBulkEdits.ts';
import { askMergeStops, selectStops } from '../../commands/stops/stopSelectionSteps.ts';
import { MOST_STOPS } from '../../domain/edits/stopBulk.ts';
import { Grouping, MOST_GROUPED } from '../../domain/edits/stopGroups.ts';
import type { StopFieldValue } from '../../domain/edits/stops.ts';
import { fieldOf } from '../../domain/model/catalogue.ts';
import { fieldError } from '../../domain/model/fieldValues.ts';
import { choicesOf } from '../parts/KindField.tsx';
import { STOP_FIELDS, StopField } from '../../domain/model/stop.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { fieldOfStops, stopsQuestion } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { useRecords } from '../records/useRecords.ts';
import { usePorts } from '../ports.tsx';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useAsking, useTyped } from '../parts/useTyped.ts';
import { fieldLabel } from '../language/language.ts';
import classes from './stops.module.css';
import { texts } from './texts.ts';

interface StopsBulkProps {
  readonly versionId: number;
  readonly selected: readonly string[];
  /** Ids of the rows that the list shows. */
  readonly listed: readonly string[];
}

/** What can be done with the selected stops, all of them in one command. */
export function StopsBulk({ versionId, selected, listed }: StopsBulkProps): ReactNode {
  const dispatch = useDispatch();
  const { newId } = usePorts();
  const why = useView(editRefusal);
  const [asking, setAsking] = useAsking(stopsQuestion);
  const [keptId, goneId] = selected;
  const tooMany = selected.length > MOST_STOPS ? texts.mostStopsHint({ mostStops: MOST_STOPS }) : undefined;
  return (
    <div className={classes['bulk']} role="toolbar" aria-label={texts.selectedStops}>
      <span className="dmp-number">{texts.selectedSelected({ selected: selected.length })}</span>
      {selected.length < listed.length && (
        <WhyButton
          label={texts.selectAllListed({ listed: listed.length })}
          compact
          variant="subtle"
          onClick={() => dispatch(selectStops({ versionId, stopIds: [...listed] }))}
        />
      )}
      <WhyButton label={texts.selectNone} compact variant="subtle" onClick={() => dispatch(selectStops({ versionId, stopIds: [] }))} />
      <WhyButton label={texts.changeAField} icon={IconEdit} compact why={why ?? tooMany} onClick={() => setAsking('field')} />
      <WhyButton
        label={texts.merge}
        icon={IconArrowMerge}
        compact
        why={why ?? (selected.length === 2 ? undefined : texts.selectTwo)}
        onClick={() => keptId !== undefined && goneId !== undefined && dispatch(askMergeStops({ versionId, keptId, goneId }))}
      />
      {asking && (
        <FieldModal
          versionId={versionId}
          count={selected.length}
          onSave={(field, value) => dispatch(editFieldOfStops({ versionId, stopIds: [...selected], field, value }))}
          onGroup={(kind, groupId) =>
            dispatch(
              groupStops({
                versionId,
                kind,
                groupId,
                stopIds: [...selected],
                recordIds: selected.map(() => `${kind === 'StopArea' ? 'SA' : 'LS'}-${newId().slice(0, 8)}`),
              }),
            )
          }
          onClose={() => setAsking()}
        />
      )}
    </div>
  );
}

interface FieldModalProps {
  readonly versionId: number;
  readonly count: number;
  readonly onSave: (field: StopField, value: StopFieldValue) => string;
  /** Puts the stops into a fare area or a group of stops. */
  readonly onGroup: (kind: Grouping, groupId: string) => string;
  readonly onClose: () => void;
}

function FieldModal({ versionId, count, onSave, onGroup, onClose }: FieldModalProps): ReactNode {
  const [{ field, text }, type] = useTyped(fieldOfStops, { field: 'zoneId', text: '' });
  const attempt = useSubmit(onClose);
  const groups = useGroups(versionId);
  const grouping = Grouping.safeParse(field).data;
  const ofStop = StopField.safeParse(field).data;
  const declared = ofStop && fieldOf('Stop', STOP_FIELDS[ofStop]);
  const options = grouping ? [{ value: '', label: texts.choose }, ...groups[grouping]] : declared && choicesOf(declared);
  const value = options ? Number(text || '0') : text.trim();
  const problem = grouping ? groupProblem(text, count) : ofStop && fieldError('Stop', STOP_FIELDS[ofStop], value);
  const send = (): string | undefined => (grouping ? onGroup(grouping, text) : ofStop && onSave(ofStop, value));
  return (
    <Modal opened onClose={onClose} title={texts.bulkFieldTitle({ count })} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (attempt.isWaiting || problem !== undefined) return;
          const sent = send();
          if (sent !== undefined) attempt.send(sent);
        }}
      >
        <Stack gap="sm">
          <Select
            label={texts.field}
            value={field}
            data={[
              ...StopField.options.map((name) => ({ value: name, label: stopFieldLabel(name) })),
              ...(groups.StopArea.length > 0 || grouping === 'StopArea' ? [{ value: 'StopArea', label: texts.putIntoArea }] : []),
              ...(groups.LocationGroupStop.length > 0 || grouping === 'LocationGroupStop'
                ? [{ value: 'LocationGroupStop', label: texts.putIntoGroup }]
                : []),
            ]}
            onChange={(next) => {
              const known = StopField.safeParse(next).data ?? Grouping.safeParse(next).data;
              type({ ...(known !== undefined && { field: known }), text: '' });
            }}
          />
          {options ? (
            <NativeSelect
              label={texts.value}
              data={[...options]}
              value={grouping ? text : text || '0'}
              onChange={(event) => type({ text: event.currentTarget.value })}
            />
          ) : (
            <TextInput
              data-autofocus
              label={texts.value}
              placeholder={texts.emptyTakesItAway}
              value={text}
              error={text === '' ? undefined : problem}
              onChange={(event) => type({ text: event.currentTarget.value })}
            />
          )}
          <NotSaved message={attempt.message} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Tooltip label={problem} disabled={problem === undefined}>
              <Button type="submit" {...(problem === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true })}>
                {texts.changeCount({ count })}
              </Button>
            </Tooltip>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function stopFieldLabel(name: StopField): string {
  const field = fieldOf('Stop', STOP_FIELDS[name]);
  return field ? fieldLabel('Stop', field) : name;
}

/** What stops can be put into: the fare areas and groups of stops of the version. */
function useGroups(versionId: number): Readonly<Record<Grouping, readonly { readonly value: string; readonly label: string }[]>> {
  const areas = useRecords(versionId, 'Area');
  const groups = useRecords(versionId, 'LocationGroup');
  const choice = ({ Id, Name }: { readonly Id: string; readonly Name?: string | undefined }): { readonly value: string; readonly label: string } => ({
    value: Id,
    label: Name === undefined || Name === Id ? Id : `${Name} · ${Id}`,
  });
  return { StopArea: areas.map(choice), LocationGroupStop: groups.map(choice) };
}

function groupProblem(groupId: string, count: number): string | undefined {
  if (count > MOST_GROUPED) return texts.mostStopsHint({ mostStops: MOST_GROUPED });
  return groupId === '' ? texts.chooseWhereTo : undefined;
}
