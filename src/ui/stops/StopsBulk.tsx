import { Button, Group, NativeSelect, Select, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconArrowMerge, IconEdit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { editFieldOfStops } from '../../commands/stops/stopBulkEdits.ts';
import { askMergeStops, selectStops } from '../../commands/stops/stopSelectionSteps.ts';
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
    <Modal opened onClose={onClose} title={texts.bulkFieldTitle({ count })} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (attempt.isWaiting || problem !== undefined) return;
          attempt.send(onSave(field, value));
        }}
      >
        <Stack gap="sm">
          <Select
            label={texts.field}
            value={field}
            data={StopField.options.map((name) => ({ value: name, label: stopFieldLabel(name) }))}
            onChange={(next) => {
              const known = StopField.safeParse(next);
              type({ ...(known.success && { field: known.data }), text: '' });
            }}
          />
          {options ? (
            <NativeSelect
              label={texts.value}
              data={[...options]}
              value={text || '0'}
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
