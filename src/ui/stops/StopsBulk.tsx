import { Button, Group, NativeSelect, Select, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconArrowMerge, IconEdit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { editFieldOfStops } from '../../commands/stops/stopBulkEdits.ts';
import { askMergeStops, selectStops } from '../../commands/stops/stopWorkSteps.ts';
import { MOST_STOPS } from '../../domain/edits/stopBulk.ts';
import type { StopFieldValue } from '../../domain/edits/stops.ts';
import { fieldOf } from '../../domain/model/catalogue.ts';
import { fieldError } from '../../domain/model/fieldValues.ts';
import { choicesOf } from '../parts/KindField.tsx';
import { STOP_FIELDS, StopField } from '../../domain/model/stop.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { fieldOfStops, stopsQuestion } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useAsking, useTyped } from '../parts/useTyped.ts';
import classes from './stops.module.css';

interface StopsBulkProps {
  readonly versionId: number;
  readonly selected: readonly string[];
  /** Ids of the rows that the list shows. */
  readonly listed: readonly string[];
}

/** What can be done with the selected stops, all of them in one command. */
export function StopsBulk({ versionId, selected, listed }: StopsBulkProps): ReactNode {
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const [asking, setAsking] = useAsking(stopsQuestion);
  const [keptId, goneId] = selected;
  const tooMany = selected.length > MOST_STOPS ? `At most ${MOST_STOPS.toLocaleString('en-GB')} stops at a time` : undefined;
  return (
    <div className={classes['bulk']} role="toolbar" aria-label="Selected stops">
      <span className="dmp-number">{`${selected.length.toLocaleString('en-GB')} selected`}</span>
      {selected.length < listed.length && (
        <WhyButton
          label={`Select all ${listed.length.toLocaleString('en-GB')}`}
          compact
          variant="subtle"
          onClick={() => dispatch(selectStops({ versionId, stopIds: [...listed] }))}
        />
      )}
      <WhyButton label="Select none" compact variant="subtle" onClick={() => dispatch(selectStops({ versionId, stopIds: [] }))} />
      <WhyButton label="Change a field" icon={IconEdit} compact why={why ?? tooMany} onClick={() => setAsking('field')} />
      <WhyButton
        label="Merge"
        icon={IconArrowMerge}
        compact
        why={why ?? (selected.length === 2 ? undefined : 'Select two stops to merge')}
        onClick={() => keptId !== undefined && goneId !== undefined && dispatch(askMergeStops({ versionId, keptId, goneId }))}
      />
      {asking && (
        <FieldModal
          count={selected.length}
          onSave={(field, value) => dispatch(editFieldOfStops({ versionId, stopIds: [...selected], field, value }))}
          onClose={() => setAsking()}
        />
      )}
    </div>
  );
}

interface FieldModalProps {
  readonly count: number;
  readonly onSave: (field: StopField, value: StopFieldValue) => string;
  readonly onClose: () => void;
}

function FieldModal({ count, onSave, onClose }: FieldModalProps): ReactNode {
  const [{ field, text }, type] = useTyped(fieldOfStops, { field: 'zoneId', text: '' });
  const attempt = useSubmit(onClose);
  const declared = fieldOf('Stop', STOP_FIELDS[field]);
  const options = declared && choicesOf(declared);
  const value = options ? Number(text || '0') : text.trim();
  const problem = fieldError('Stop', STOP_FIELDS[field], value);
  return (
    <Modal opened onClose={onClose} title={`Change a field of ${count.toLocaleString('en-GB')} ${count === 1 ? 'stop' : 'stops'}`} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (attempt.isWaiting || problem !== undefined) return;
          attempt.send(onSave(field, value));
        }}
      >
        <Stack gap="sm">
          <Select
            label="Field"
            value={field}
            data={StopField.options.map((name) => ({ value: name, label: fieldOf('Stop', STOP_FIELDS[name])?.label ?? name }))}
            onChange={(next) => {
              const known = StopField.safeParse(next);
              type({ ...(known.success && { field: known.data }), text: '' });
            }}
          />
          {options ? (
            <NativeSelect label="Value" data={[...options]} value={text || '0'} onChange={(event) => type({ text: event.currentTarget.value })} />
          ) : (
            <TextInput
              data-autofocus
              label="Value"
              placeholder="Empty takes it away"
              value={text}
              error={text === '' ? undefined : problem}
              onChange={(event) => type({ text: event.currentTarget.value })}
            />
          )}
          <NotSaved message={attempt.message} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Tooltip label={problem} disabled={problem === undefined}>
              <Button type="submit" {...(problem === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true })}>
                {`Change ${count.toLocaleString('en-GB')}`}
              </Button>
            </Tooltip>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
