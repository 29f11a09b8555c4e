import { Button, NumberInput, Paper, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { loadDocuments } from '../../commands/changes/loadDocuments.ts';
import { loadPathways } from '../../commands/pathways/loadPathways.ts';
import { createRecord, editRecordField } from '../../commands/records/recordEdits.ts';
import { orderLevels } from '../../commands/stations/levelEdits.ts';
import { closeStation, enlargePlan, openStation } from '../../commands/stations/stationSteps.ts';
import { levelMoved, newLevelId } from '../../domain/levels.ts';
import type { Level } from '../../domain/model/level.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { planLayout } from '../../projections/planLayout.ts';
import { missingOfStation, openedStation, type PlanLevel, stationNear, stationParts, stationPlan } from '../../projections/stationPlan.ts';
import { stopName } from '../../projections/stops.ts';
import { newLevel, stationQuestion } from '../../projections/typedForms.ts';
import { useStateNow, useView } from '../parts/appState.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useDetailsInset } from '../parts/DetailsDock.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import { useRecords } from '../records/useRecords.ts';
import { LevelName } from './LevelName.tsx';
import { StationDrawing } from './StationDrawing.tsx';
import { useAsking, useTyped } from '../parts/useTyped.ts';
import classes from './stations.module.css';
import { texts } from './texts.ts';

/** From this zoom on the plan of the station in the middle of the map opens by itself. */
const STATION_ZOOM = 16.5;

interface StationPanelProps {
  /** What is in view of the map. */
  readonly extent: { readonly zoom: number; readonly center: { readonly Lat: number; readonly Lng: number } } | undefined;
}

/** The station in view by its levels: opened by hand, or by zooming in on it. Nothing elsewhere. */
export function StationPanel({ extent }: StationPanelProps): ReactNode {
  const { versionId } = usePlace();
  const table = useView((view) => (versionId === undefined ? undefined : view.versions[versionId]?.stops.value));
  const { closedId, levelId } = useView((view) => view.station);
  const openId = useView(openedStation);
  const isNear = extent !== undefined && extent.zoom >= STATION_ZOOM;
  const near = useMemo(() => (table && isNear ? stationNear(table, extent.center) : undefined), [table, isNear, extent]);
  const stationId = openId ?? (near === closedId ? undefined : near);
  if (versionId === undefined || !table || stationId === undefined) return null;
  return <Station key={stationId} versionId={versionId} stationId={stationId} levelId={stationId === openId ? levelId : null} />;
}

function Station({ versionId, stationId, levelId }: { versionId: number; stationId: string; levelId: string | null }): ReactNode {
  const dispatch = useDispatch();
  const levels = useRecords(versionId, 'Level');
  useStationLoads(versionId, stationId);
  const name = useView((view) => stopName(view, versionId, stationId));
  const version = useView((view) => view.versions[versionId]);
  const chosenStop = usePlace().itemId;
  const stateNow = useStateNow();
  // the plan changes with the version's own data
  // oxlint-disable-next-line react/exhaustive-deps
  const plan = useMemo(() => stationPlan(stateNow().view, versionId, stationId, levelId), [version, versionId, stationId, levelId]);
  const [asking, ask] = useAsking(stationQuestion);
  const isAdding = asking === 'level';
  const refusal = useView(editRefusal);
  const readOnly = refusal !== undefined;
  const why = refusal;
  const isLarge = useView(({ settings }) => settings.planLarge === true);
  const panel = useRef<HTMLDivElement>(null);
  const inset = useDetailsInset();
  const room = useMapWidth(panel, plan !== undefined);
  const width = isLarge ? Math.max(WIDTH, Math.min(LARGEST, room - inset - BESIDE)) : WIDTH;
  const layout = useMemo(() => (plan ? planLayout(plan, width) : undefined), [plan, width]);
  if (!plan || !layout) return null;
  const show = (id: string | null): unknown => dispatch(openStation({ versionId, stationId, levelId: id === levelId ? null : id }));
  return (
    <Paper ref={panel} shadow="md" withBorder className={classes['panel']} role="region" aria-label={texts.levelsOfName({ name })}>
      <header className={classes['head']}>
        <h2 className={classes['title']}>{name}</h2>
        <WhyButton label={texts.addLevel} icon={IconPlus} compact why={why} active={isAdding} onClick={() => ask(isAdding ? undefined : 'level')} />
        <ActionButton of={enlargePlan} iconOnly active={isLarge} />
        <WhyButton label={texts.closeTheLevels} icon={IconX} iconOnly compact onClick={() => dispatch(closeStation({ versionId, stationId }))} />
      </header>
      {isAdding && (
        <NewLevel
          levels={levels}
          onCreate={(id, index, text) => {
            ask();
            dispatch(createRecord({ versionId, kind: 'Level', recordId: id, values: { Index: index, ...(text === '' ? {} : { Name: text }) } }));
            dispatch(openStation({ versionId, stationId, levelId: id }));
          }}
        />
      )}
      {plan.levels.length === 0 ? (
        <p className={classes['empty']}>{texts.noLevelsHint}</p>
      ) : (
        <div className={classes['scroll']}>
          <div className={classes['plan']}>
            <StationDrawing plan={plan} layout={layout} width={width} levelId={levelId} chosenStop={chosenStop} />
            <ul className={classes['levels']} aria-label={texts.levelsTheHighestFirst}>
              {plan.levels.map((row, i) => (
                <LevelRow
                  key={row.id ?? ''}
                  versionId={versionId}
                  row={row}
                  height={layout.storeys[i]?.height ?? 0}
                  shown={row.id === levelId && row.id !== null}
                  all={plan.levels.flatMap(({ level }) => level ?? [])}
                  readOnly={readOnly}
                  onShow={() => show(row.id)}
                />
              ))}
            </ul>
          </div>
        </div>
      )}
    </Paper>
  );
}

/** Px of the drawing: as a rule, at most, and what of the map its frame and the buttons of the map take. */
const WIDTH = 272;
const LARGEST = 900;
const BESIDE = 84;

/** Px that the map has from side to side. */
function useMapWidth(panel: RefObject<HTMLDivElement | null>, isThere: boolean): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const map = panel.current?.closest('.map-view');
    if (!map) return undefined;
    const watcher = new ResizeObserver(() => setWidth(map.clientWidth));
    watcher.observe(map);
    return () => watcher.disconnect();
  }, [panel, isThere]);
  return width;
}

interface LevelRowProps {
  readonly versionId: number;
  readonly row: PlanLevel;
  /** Px. */
  readonly height: number;
  readonly shown: boolean;
  /** The levels of the plan, among which this one moves. */
  readonly all: readonly Level[];
  readonly readOnly: boolean;
  readonly onShow: () => void;
}

/** One level: its index, its name to be edited, and its place among the others. */
function LevelRow({ versionId, row: { level, stops }, height, shown, all, readOnly, onShow }: LevelRowProps): ReactNode {
  const dispatch = useDispatch();
  const refusal = useView(editRefusal);
  const rev = useSeenRev(versionId, 'Level', level?.Id ?? '');
  const count = texts.stop({ stops: stops.length });
  if (!level) {
    return (
      <li className={classes['level']} style={{ height }}>
        <span className={classes['quiet']}>{texts.noLevel}</span>
        <span className={classes['count']}>{count}</span>
      </li>
    );
  }
  const mover = (direction: 'up' | 'down', icon: typeof IconChevronUp): ReactNode => {
    const levels = [...levelMoved(all, level.Id, direction)];
    const end = levels.length === 0 ? (direction === 'up' ? texts.highestLevel : texts.lowestLevel) : undefined;
    return (
      <WhyButton
        label={texts.moveLevel({ name: level.Name ?? level.Id, direction })}
        icon={icon}
        iconOnly
        compact
        why={refusal ?? end}
        onClick={() => dispatch(orderLevels({ versionId, levels }))}
      />
    );
  };
  return (
    <li className={classes['level']} style={{ height }} data-shown={shown || undefined}>
      <button type="button" className={classes['index']} aria-pressed={shown} title={texts.showLevelOnMap} onClick={onShow}>
        {level.Index}
      </button>
      <LevelName
        level={level}
        rev={rev}
        readOnly={readOnly}
        onSave={(value, from) => dispatch(editRecordField({ versionId, kind: 'Level', recordId: level.Id, field: 'Name', value, rev: from.rev }))}
      />
      <span className={classes['count']}>{count}</span>
      {mover('up', IconChevronUp)}
      {mover('down', IconChevronDown)}
    </li>
  );
}

/** Index and name of a level to be made; above the others at first. */
function NewLevel({ levels, onCreate }: { levels: readonly Level[]; onCreate: (id: string, index: number, name: string) => void }): ReactNode {
  const [{ index, name }, type] = useTyped(newLevel, () => ({
    index: levels.reduce((top, level) => Math.max(top, Math.floor(level.Index) + 1), 0),
    name: '',
  }));
  const wrong = typeof index === 'number' && Number.isFinite(index) ? undefined : texts.enterANumber;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typeof index === 'number' && wrong === undefined) onCreate(newLevelId(index, new Set(levels.map(({ Id }) => Id))), index, name.trim());
  };
  return (
    <form className={classes['new']} onSubmit={submit} aria-label={texts.newLevel}>
      <NumberInput
        size="xs"
        label={texts.index}
        w={70}
        min={-200}
        max={200}
        step={1}
        value={index}
        error={wrong}
        onChange={(next) => type({ index: next })}
        hideControls
      />
      <TextInput
        size="xs"
        label={texts.name}
        value={name}
        maxLength={255}
        data-autofocus
        autoFocus
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <Button size="xs" type="submit">
        {texts.createLevel}
      </Button>
    </form>
  );
}

/** Asks for the documents of the station's stops, where their levels stand, and for the pathways. */
function useStationLoads(versionId: number, stationId: string): void {
  const dispatch = useDispatch();
  const missing = useView((view) => {
    const table = view.versions[versionId]?.stops.value;
    return table ? JSON.stringify(missingOfStation(view, versionId, stationParts(table, stationId)).map(({ id }) => id)) : '[]';
  });
  const noPathways = useView((view) => view.versions[versionId]?.overlays.pathways.status === 'idle');
  useEffect(() => {
    if (noPathways) dispatch(loadPathways({ versionId }));
  }, [noPathways, dispatch, versionId]);
  useEffect(() => {
    const ids = JSON.parse(missing) as string[];
    for (let at = 0; at < ids.length; at += 100) {
      dispatch(loadDocuments({ versionId, keys: ids.slice(at, at + 100).map((id) => ({ kind: 'Stop', id })) }));
    }
  }, [missing, dispatch, versionId]);
}
