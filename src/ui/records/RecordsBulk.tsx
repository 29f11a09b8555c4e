import { Button, Group, Select, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { editFieldOfRecords } from '../../commands/records/recordEdits.ts';
import { MOST_RECORDS } from '../../domain/edits/records.ts';
import { fieldError, fieldValue, type FieldValue, typedText, valueOfTyped } from '../../domain/model/fieldValues.ts';
import { type AnyRecord, RECORD_KINDS, type RecordField, type RecordKind } from '../../domain/model/records.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { fieldOfRecords, recordsQuestion } from '../../projections/typedForms.ts';
import { fieldLabel, said } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { DaysField } from '../parts/DaysField.tsx';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useAsking, useTyped } from '../parts/useTyped.ts';
import { useLongList } from '../parts/useLongList.ts';
import { useSubmit } from '../parts/useSubmit.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import type { RecordTexts } from './useRecordTexts.ts';
import classes from './RecordsBulk.module.css';
import { texts } from './texts.ts';

interface RecordsBulkProps {
  readonly kind: RecordKind;
  readonly versionId: number;
  readonly chosen: readonly AnyRecord[];
  /** Rows that the list shows. */
  readonly listed: readonly AnyRecord[];
  readonly fieldTexts: RecordTexts;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

/** What can be done with the selected records of a kind, all of them in one command. */
export function RecordsBulk({ kind, versionId, chosen, listed, fieldTexts, onSelect }: RecordsBulkProps): ReactNode {
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const [asking, setAsking] = useAsking(recordsQuestion);
  const tooMany = chosen.length > MOST_RECORDS ? texts.mostRecords({ most: MOST_RECORDS }) : undefined;
  return (
    <div className={classes['bulk']} role="toolbar" aria-label={texts.selectedMany({ many: said(RECORD_KINDS[kind].many) })}>
      <span className="dmp-number">{texts.countSelected({ chosen: chosen.length })}</span>
      {chosen.length < listed.length && (
        <WhyButton
          label={texts.selectAll({ listed: listed.length })}
          compact
          variant="subtle"
          onClick={() => onSelect(new Set(listed.map(({ Id }) => Id)))}
        />
      )}
      <WhyButton label={texts.selectNone} compact variant="subtle" onClick={() => onSelect(new Set())} />
      <WhyButton label={texts.changeAField} icon={IconEdit} compact why={why ?? tooMany} onClick={() => setAsking('field')} />
      {asking && (
        <FieldModal
          kind={kind}
          chosen={chosen}
          fieldTexts={fieldTexts}
          onSave={(field, value) => dispatch(editFieldOfRecords({ versionId, kind, recordIds: chosen.map(({ Id }) => Id), field, value }))}
          onClose={() => setAsking()}
        />
      )}
    </div>
  );
}

interface FieldModalProps {
  readonly kind: RecordKind;
  readonly chosen: readonly AnyRecord[];
  readonly fieldTexts: RecordTexts;
  readonly onSave: (field: string, value: FieldValue) => string;
  readonly onClose: () => void;
}

/** Changes one field of the selected records. The value is filled in where they all have the same. */
function FieldModal({ kind, chosen, fieldTexts, onSave, onClose }: FieldModalProps): ReactNode {
  const { fields, many } = RECORD_KINDS[kind];
  const [{ field: key, text }, type] = useTyped(fieldOfRecords, () => ({ field: fields[0]?.key ?? '', text: agreedText(chosen, fields[0]) ?? '' }));
  const field = fields.find((one) => one.key === key) ?? fields[0];
  const attempt = useSubmit(onClose);
  const long = useLongList();
  if (!field) return null;
  const options = fieldTexts.options(field);
  const value = valueOfTyped(field, text);
  const problem = fieldError(kind, field.key, value);
  const differ = agreedText(chosen, field) === undefined;
  const label = field.unit === undefined ? texts.value : `${texts.value} (${field.unit})`;
  const count = chosen.length;
  return (
    <Modal opened onClose={onClose} title={texts.bulkFieldTitle({ count, many: said(many) })} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!attempt.isWaiting && problem === undefined) attempt.send(onSave(field.key, value));
        }}
      >
        <Stack gap="sm">
          <Select
            label={texts.field}
            value={field.key}
            data={fields.map((one) => ({ value: one.key, label: fieldLabel(kind, one) }))}
            onChange={(next) => {
              const to = fields.find((one) => one.key === next);
              if (to) type({ field: to.key, text: agreedText(chosen, to) ?? '' });
            }}
          />
          {field.holds === 'days' ? (
            <DaysField
              label={label}
              value={typeof value === 'number' ? value : 0}
              validate={(days) => fieldError(kind, field.key, days)}
              onSave={(days) => type({ text: typedText(field, days) })}
            />
          ) : options ? (
            <Select
              label={label}
              value={text === '' ? null : text}
              data={[...options]}
              searchable={options.length > 8}
              {...long}
              clearable={!field.required}
              placeholder={options.length === 0 ? texts.nothingToChoose : texts.emptyTakesItAway}
              nothingFoundMessage={texts.nothingMatches}
              comboboxProps={{ transitionProps: { duration: 0 } }}
              onChange={(next) => type({ text: next ?? '' })}
            />
          ) : (
            <TextInput
              data-autofocus
              label={label}
              placeholder={field.required ? undefined : texts.emptyTakesItAway}
              value={text}
              error={text === '' || problem === undefined ? undefined : said(problem)}
              onChange={(event) => type({ text: event.currentTarget.value })}
            />
          )}
          {differ && <p className={classes['note']}>{texts.valuesDiffer}</p>}
          <NotSaved message={attempt.message} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Tooltip label={problem === undefined ? '' : said(problem)} disabled={problem === undefined}>
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

/** What all records have in a field, as it is typed; undefined where they differ. */
function agreedText(records: readonly AnyRecord[], field: RecordField | undefined): string | undefined {
  if (!field) return undefined;
  const found = new Set(records.map((record) => fieldValue(record, field.key)));
  const [only = ''] = found;
  return found.size > 1 ? undefined : only === '' ? '' : typedText(field, only);
}
