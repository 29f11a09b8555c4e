import { ActionIcon, Checkbox, MultiSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { pickFareStop } from '../../commands/fares/fareConditionSteps.ts';
import type { ConditionChoice, FareConditionDraft, StopPick } from '../../domain/fareConditionDraft.ts';
import type { Fare } from '../../domain/model/fare.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { StopName } from '../schedules/StopName.tsx';
import { useLongList } from '../parts/useLongList.ts';
import { usePlace } from '../parts/usePlace.ts';
import classes from './fares.module.css';
import { StopPicker } from './StopPicker.tsx';
import { useTransports } from './TransportBadge.tsx';
import { useFareZones } from './ZoneBadge.tsx';
import { texts } from './texts.ts';

interface InputsProps {
  readonly fare: Fare;
  readonly condition: ConditionChoice;
  readonly draft: FareConditionDraft;
  readonly faults: Readonly<Partial<Record<keyof FareConditionDraft, string>>>;
  readonly onChange: (change: FareConditionDraft) => void;
}

/** The inputs that fit a condition. */
export function ConditionInputs(props: InputsProps): ReactNode {
  const { fare, condition, draft, faults, onChange } = props;
  const number = (label: string, description?: string): ReactNode => (
    <TextInput
      label={label}
      {...(description === undefined ? {} : { description })}
      value={draft.text ?? ''}
      inputMode="decimal"
      error={faults.text}
      onChange={(event) => onChange({ text: event.currentTarget.value })}
      data-autofocus
    />
  );
  switch (condition) {
    case 'BetweenStops':
      return <Pairs {...props} />;
    case 'BetweenZones':
      return (
        <>
          <Zones label={texts.fromZones} field="fromZones" placeholder={texts.anyZone} {...props} />
          <Zones label={texts.toZones} field="toZones" placeholder={texts.anyZone} {...props} />
          <Checkbox
            size="xs"
            label={texts.bothDirections}
            checked={draft.bothWays ?? false}
            onChange={(event) => onChange({ bothWays: event.currentTarget.checked })}
          />
          <Transports label={texts.onTheseLines} placeholder={fare.Rules.length === 0 ? texts.everyLine : texts.linesOfFare} {...props} />
          <p className={classes['hint']}>{texts.zonePairsHint}</p>
        </>
      );
    case 'ContainsZones':
      return <Zones label={texts.zonesHint} field="zones" placeholder={texts.chooseZones} {...props} />;
    case 'Transports':
      return (
        <>
          <Transports label={texts.linesHint} placeholder={texts.everyLine} {...props} />
          <p className={classes['hint']}>{texts.addedLineHint}</p>
        </>
      );
    case 'DistanceInterval':
      return (
        <>
          {number(texts.fromMetres)}
          <TextInput
            label={texts.toMetres}
            value={draft.upper ?? ''}
            inputMode="numeric"
            error={faults.upper}
            onChange={(event) => onChange({ upper: event.currentTarget.value })}
          />
        </>
      );
    case 'Duration':
      return (
        <>
          {number(texts.duration, texts.durationFormat)}
          <Checkbox
            size="xs"
            label={texts.inherited}
            checked={draft.inherited ?? false}
            onChange={(event) => onChange({ inherited: event.currentTarget.checked })}
          />
        </>
      );
    case 'NumberOfStops':
      return number(texts.mostStops);
    case 'NumberOfTransfers':
      return number(texts.mostTransfers);
    case 'NumberOfZones':
      return number(texts.mostZones);
    case 'RatePerDistance':
      return number(texts.amountForEachKilometre({ currency: fare.Currency === '' ? '' : ` (${fare.Currency})` }));
    case 'ValidAfterFareGroups':
      return <Groups {...props} />;
    case 'ValidAfterStops':
      return <Stops {...props} />;
    case 'ValidAfterTransports':
      return <Transports label={texts.priorLines} placeholder={texts.chooseLines} {...props} />;
  }
}

function usePicking(): { readonly at: StopPick | null; pick(at: StopPick): void } {
  const dispatch = useDispatch();
  const at = useWorkflow('fareCondition', (snapshot): StopPick | null => snapshot.context.pick);
  return { at, pick: (wanted) => void dispatch(pickFareStop({ at: wanted })) };
}

function Pairs({ draft, faults, onChange }: InputsProps): ReactNode {
  const picking = usePicking();
  const { pairs = [], from = '', to = '' } = draft;
  return (
    <>
      {pairs.length > 0 && (
        <ul className={classes['chosen']} aria-label={texts.pairsOfStops}>
          {pairs.map((pair) => (
            <li key={`${pair.FromStop}\n${pair.ToStop}`}>
              <span className={classes['pair']}>
                {pair.FromStop === null ? texts.any : <StopName stopId={pair.FromStop} />}
                <span aria-label={texts.to}>→</span>
                {pair.ToStop === null ? texts.any : <StopName stopId={pair.ToStop} />}
              </span>
              <ActionIcon
                size="xs"
                aria-label={texts.removePair}
                title={texts.removePair}
                onClick={() => onChange({ pairs: pairs.filter((one) => one !== pair) })}
              >
                <IconX size={13} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <StopPicker
        label={texts.fromStop}
        placeholder={texts.anyStop}
        value={from}
        error={faults.from}
        onChange={(id) => onChange({ from: id })}
        picking={picking.at === 'from'}
        onPick={() => picking.pick('from')}
      />
      <StopPicker
        label={texts.toStop}
        placeholder={texts.anyStop}
        value={to}
        onChange={(id) => onChange({ to: id })}
        picking={picking.at === 'to'}
        onPick={() => picking.pick('to')}
      />
    </>
  );
}

function Stops({ draft, faults, onChange }: InputsProps): ReactNode {
  const picking = usePicking();
  const { stops = [] } = draft;
  return (
    <>
      {stops.length > 0 && (
        <ul className={classes['chosen']} aria-label={texts.stops}>
          {stops.map((stopId) => (
            <li key={stopId}>
              <StopName stopId={stopId} />
              <ActionIcon
                size="xs"
                aria-label={texts.removeStop}
                title={texts.removeStop}
                onClick={() => onChange({ stops: stops.filter((one) => one !== stopId) })}
              >
                <IconX size={13} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <StopPicker
        label={texts.addStop}
        value=""
        error={faults.stops}
        onChange={(id) => id !== '' && onChange({ stops: [...new Set([...stops, id])] })}
        picking={picking.at === 'stops'}
        onPick={() => picking.pick('stops')}
      />
    </>
  );
}

interface ChoiceProps extends InputsProps {
  readonly label: string;
  readonly placeholder: string;
}

function Zones({ label, placeholder, field, draft, faults, onChange }: ChoiceProps & { field: 'fromZones' | 'toZones' | 'zones' }): ReactNode {
  const zones = useFareZones();
  const chosen = draft[field] ?? [];
  const known = zones.map(({ id, stops }) => ({ value: id, label: texts.idStopsStops({ id, stops }) }));
  const gone = chosen.filter((id) => !zones.some((zone) => zone.id === id)).map((id) => ({ value: id, label: texts.idNoStop({ id }) }));
  return (
    <MultiSelect
      label={label}
      searchable
      placeholder={chosen.length === 0 ? placeholder : ''}
      value={[...chosen]}
      data={[...known, ...gone]}
      error={faults[field]}
      nothingFoundMessage={texts.noSuchZone}
      onChange={(next) => onChange({ [field]: next })}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

function Transports({ label, placeholder, draft, faults, onChange }: ChoiceProps): ReactNode {
  const long = useLongList();
  const names = useTransports();
  const chosen = draft.transports ?? NO_LINES;
  const data = useMemo(() => {
    const known = [...names].map(([id, { name, longName }]) => ({ value: id, label: [name, longName].filter(Boolean).join(' · ') }));
    return [
      ...known.toSorted((a, b) => collator.compare(a.label, b.label)),
      ...chosen.filter((id) => !names.has(id)).map((id) => ({ value: id, label: texts.idNoSchedule({ id }) })),
    ];
  }, [names, chosen]);
  return (
    <MultiSelect
      label={label}
      searchable
      {...long}
      placeholder={chosen.length === 0 ? placeholder : ''}
      value={[...chosen]}
      data={data}
      error={faults.transports}
      nothingFoundMessage={texts.noLineMatches}
      onChange={(next) => onChange({ transports: next })}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

const NO_LINES: readonly string[] = [];
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function Groups({ fare, draft, faults, onChange }: InputsProps): ReactNode {
  const { versionId = 0 } = usePlace();
  const rows = useView((view) => view.versions[versionId]?.fares.value ?? null);
  const chosen = draft.groups ?? [];
  const groups = useMemo(() => [...new Set((rows ?? []).flatMap(({ FareGroupId }) => FareGroupId ?? []))].toSorted(collator.compare), [rows]);
  const data = [...new Set([...groups, ...chosen])].map((id) => ({
    value: id,
    label: id === fare.FareGroupId ? texts.ownGroup({ id }) : groups.includes(id) ? id : texts.idNoFare({ id }),
  }));
  return (
    <MultiSelect
      label={texts.priorGroups}
      searchable
      placeholder={chosen.length === 0 ? texts.chooseFareGroups : ''}
      value={[...chosen]}
      data={data}
      error={faults.groups}
      nothingFoundMessage={texts.noSuchGroup}
      onChange={(next) => onChange({ groups: next })}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
