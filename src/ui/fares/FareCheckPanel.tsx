import { Alert, Button, Select, TextInput, UnstyledButton } from '@mantine/core';
import { IconArrowsExchange, IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { changeJourney, closeFareCheck, pickJourneyStop } from '../../commands/fares/fareCheckSteps.ts';
import { loadFareCheck } from '../../commands/fares/loadFareCheck.ts';
import { type FareCheckDraft, FIRST_BOARDING, type JourneyFaults, journeyOf, NO_CHANGE } from '../../domain/fareCheckDraft.ts';
import { withoutField } from '../../domain/errors.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { Details } from '../parts/Details.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useLongList } from '../parts/useLongList.ts';
import { usePlace } from '../parts/usePlace.ts';
import { useRecords } from '../records/useRecords.ts';
import { FareVerdicts } from './FareVerdicts.tsx';
import classes from './fares.module.css';
import { StopPicker } from './StopPicker.tsx';
import { TripFareAnswer } from './TripFareAnswer.tsx';
import { useTransports } from './TransportBadge.tsx';
import { texts } from './texts.ts';

/** The fare check: a journey, and which fares apply to it. */
export function FareCheckPanel(): ReactNode {
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const draft = useWorkflow('fareCheck', (snapshot): FareCheckDraft => snapshot.context.draft);
  const pick = useWorkflow('fareCheck', (snapshot): number | null => snapshot.context.pick);
  const load = useView((view) => view.versions[versionId]?.fareWork.check);
  const [asked, setAsked] = useState(false);
  const outcome = journeyOf(draft);
  const faults: JourneyFaults = asked && 'faults' in outcome ? outcome.faults : {};
  const change = (next: Partial<FareCheckDraft>): void => void dispatch(changeJourney({ draft: next }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if ('journey' in outcome) dispatch(loadFareCheck({ versionId, journey: outcome.journey }));
  };
  useEffect(() => {
    // the check begins with today, as the browser has it
    if (draft.date === '') dispatch(changeJourney({ draft: { date: new Date().toISOString().slice(0, 10) } }));
  }, [draft.date, dispatch]);
  return (
    <Details of="fare-check" kind="fare check" title={texts.whichFaresApply} onClose={() => dispatch(closeFareCheck({}))}>
      <form onSubmit={submit} noValidate className={classes['editor']} aria-label={texts.journey}>
        <Rides draft={draft} faults={faults} pick={pick} onChange={change} />
        <div className={classes['times']}>
          <TextInput label={texts.date} value={draft.date} error={faults['date']} onChange={(event) => change({ date: event.currentTarget.value })} />
          <TextInput
            label={texts.departs}
            value={draft.departs}
            error={faults['departs']}
            onChange={(event) => change({ departs: event.currentTarget.value })}
          />
          <TextInput
            label={texts.arrives}
            placeholder={texts.notGiven}
            value={draft.arrives}
            error={faults['arrives']}
            onChange={(event) => change({ arrives: event.currentTarget.value })}
          />
        </div>
        <Payer draft={draft} onChange={change} />
        <PriorRide draft={draft} pick={pick} onChange={change} />
        <div className={classes['buttons']}>
          <Button type="submit" size="xs" loading={load?.status === 'loading'}>
            {texts.check}
          </Button>
        </div>
      </form>
      {load?.status === 'failed' && (
        <Alert color="red" variant="light" p="xs" role="alert">
          {load.messages.map(withoutField).join(' ')}
        </Alert>
      )}
      {load !== undefined && (load.status === 'loading' || load.status === 'succeeded') && (
        <LoadStates
          load={load}
          what={texts.fares}
          retry={'journey' in outcome ? loadFareCheck({ versionId, journey: outcome.journey }) : closeFareCheck({})}
        >
          {(reply) => (
            <>
              {reply.FaresV2 && <TripFareAnswer answer={reply.FaresV2} />}
              {(!reply.FaresV2 || reply.Fares.length > 0) && <FareVerdicts reply={reply} />}
            </>
          )}
        </LoadStates>
      )}
    </Details>
  );
}

interface PartProps {
  readonly draft: FareCheckDraft;
  readonly pick: number | null;
  readonly onChange: (change: Partial<FareCheckDraft>) => void;
}

/** Origin, destination, and the stops where one changes; a line for each ride. */
function Rides({ draft, faults, pick, onChange }: PartProps & { faults: JourneyFaults }): ReactNode {
  const dispatch = useDispatch();
  const { stops, lines, changes } = draft;
  const last = stops.length - 1;
  return (
    <>
      {stops.map((stop, at) => (
        <div key={at} className={classes['ride']}>
          <StopPicker
            label={at === 0 ? texts.origin : at === last ? texts.destination : texts.changeAt({ at })}
            value={stop}
            error={faults[`stops/${at}`]}
            onChange={(id) => onChange({ stops: stops.with(at, id) })}
            picking={pick === at}
            onPick={() => dispatch(pickJourneyStop({ at }))}
          />
          {at > 0 && at < last && <ChangeTimes draft={draft} at={at - 1} faults={faults} onChange={onChange} />}
          {at < last && (
            <LineSelect
              label={texts.line({ at: at + 1, lines: lines.length })}
              value={lines[at] ?? ''}
              error={faults[`lines/${at}`]}
              onChange={(line) => onChange({ lines: lines.with(at, line) })}
            />
          )}
          {at > 0 && at < last && (
            <UnstyledButton
              className={classes['more']}
              onClick={() =>
                onChange({ stops: stops.toSpliced(at, 1), lines: lines.toSpliced(at, 1), ...(changes && { changes: changes.toSpliced(at - 1, 1) }) })
              }
            >
              <IconX size={12} aria-hidden /> {texts.withoutThisChange}
            </UnstyledButton>
          )}
        </div>
      ))}
      <div className={classes['rideActs']}>
        <WhyButton
          compact
          label={texts.addAChange}
          icon={IconPlus}
          why={lines.length >= 10 ? texts.mostRides : undefined}
          onClick={() => onChange({ stops: stops.toSpliced(last, 0, ''), lines: [...lines, ''] })}
        />
        <WhyButton
          compact
          label={texts.otherDirection}
          icon={IconArrowsExchange}
          onClick={() => onChange({ stops: stops.toReversed(), lines: lines.toReversed(), ...(changes && { changes: [] }) })}
        />
      </div>
    </>
  );
}

/** Who pays and with what, where the version has Fares v2. */
function Payer({ draft: { category = '', medium = '' }, onChange }: Pick<PartProps, 'draft' | 'onChange'>): ReactNode {
  const { versionId = 0 } = usePlace();
  const categories = useRecords(versionId, 'RiderCategory');
  const media = useRecords(versionId, 'FareMedium');
  const named = (one: { readonly Id: string; readonly Name?: string | undefined }) => ({ value: one.Id, label: one.Name ?? one.Id });
  if (categories.length === 0 && media.length === 0) return null;
  return (
    <div className={classes['times']}>
      {categories.length > 0 && (
        <Select
          label={texts.riderCategory}
          placeholder={texts.theDefaultOne}
          clearable
          value={category === '' ? null : category}
          data={categories.map(named)}
          onChange={(next) => onChange({ category: next ?? '' })}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      )}
      {media.length > 0 && (
        <Select
          label={texts.fareMedium}
          placeholder={texts.anyMedium}
          clearable
          value={medium === '' ? null : medium}
          data={media.map(named)}
          onChange={(next) => onChange({ medium: next ?? '' })}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      )}
    </div>
  );
}

/** When a change begins and ends, which transfer rules and timeframes of Fares v2 ask for, and where one boards again. */
function ChangeTimes({ draft, at, faults, onChange }: Pick<PartProps, 'draft' | 'onChange'> & { at: number; faults: JourneyFaults }): ReactNode {
  const { versionId = 0 } = usePlace();
  const hasRules = useRecords(versionId, 'FareLegRule').length > 0;
  const dispatch = useDispatch();
  const pick = useWorkflow('fareCheck', (snapshot): number | null => snapshot.context.pick);
  const given = draft.changes?.[at] ?? NO_CHANGE;
  const change = (next: Partial<typeof given>): void => {
    const all = draft.lines.slice(1).map((_line, place) => draft.changes?.[place] ?? NO_CHANGE);
    onChange({ changes: all.with(at, { ...given, ...next }) });
  };
  if (!hasRules) return null;
  return (
    <>
      <div className={classes['times']}>
        {(['arrives', 'departs'] as const).map((field) => (
          <TextInput
            key={field}
            label={field === 'arrives' ? texts.arrivesThere : texts.departsThere}
            placeholder={texts.notGiven}
            value={given[field]}
            error={faults[`changes/${at}/${field}`]}
            onChange={(event) => change({ [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      <StopPicker
        label={texts.boardsAt}
        placeholder={texts.theSameStop}
        value={given.boards}
        onChange={(boards) => change({ boards })}
        picking={pick === FIRST_BOARDING + at}
        onPick={() => dispatch(pickJourneyStop({ at: FIRST_BOARDING + at }))}
      />
    </>
  );
}

function PriorRide({ draft, pick, onChange }: PartProps): ReactNode {
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const rows = useView((view) => view.versions[versionId]?.fares.value ?? null);
  const hasPriorRide = draft.priorGroup !== '' || draft.priorStop !== '' || draft.priorLine !== '';
  const [open, setOpen] = useState(hasPriorRide);
  const groups = useMemo(() => [...new Set((rows ?? []).flatMap(({ FareGroupId }) => FareGroupId ?? []))].toSorted(), [rows]);
  if (!open)
    return (
      <UnstyledButton className={classes['more']} onClick={() => setOpen(true)}>
        {texts.hasPriorRide}
      </UnstyledButton>
    );
  return (
    <fieldset className={classes['prior']}>
      <legend>{texts.rideBefore}</legend>
      <Select
        label={texts.fareGroup}
        clearable
        placeholder={groups.length === 0 ? texts.noGroups : texts.notGiven}
        value={draft.priorGroup === '' ? null : draft.priorGroup}
        data={groups}
        onChange={(next) => onChange({ priorGroup: next ?? '' })}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <StopPicker
        label={texts.priorStop}
        placeholder={texts.notGiven}
        value={draft.priorStop}
        onChange={(id) => onChange({ priorStop: id })}
        picking={pick === -1}
        onPick={() => dispatch(pickJourneyStop({ at: -1 }))}
      />
      <LineSelect label={texts.priorLine} value={draft.priorLine} onChange={(line) => onChange({ priorLine: line })} />
    </fieldset>
  );
}

function LineSelect({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (line: string) => void;
}): ReactNode {
  const names = useTransports();
  const long = useLongList();
  const data = useMemo(
    () =>
      [...names]
        .map(([id, { name, longName }]) => ({ value: id, label: [name, longName].filter(Boolean).join(' · ') }))
        .toSorted((a, b) => collator.compare(a.label, b.label)),
    [names],
  );
  return (
    <Select
      label={label}
      searchable
      clearable
      {...long}
      placeholder={texts.chooseALine}
      value={value === '' ? null : value}
      data={data}
      error={error}
      nothingFoundMessage={texts.noLineMatches}
      onChange={(next) => onChange(next ?? '')}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
