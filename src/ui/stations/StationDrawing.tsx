import type { KeyboardEvent, ReactNode } from 'react';
import { pathwayModeLabel } from '../../domain/pathways.ts';
import { STOP_TYPES, stopTypeLabel } from '../../domain/stops.ts';
import { linkQuery } from '../../projections/overlays.ts';
import { useView } from '../parts/appState.ts';
import type { PlanStop, PlanWay, StationPlan } from '../../projections/stationPlan.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import classes from './stations.module.css';

/** Px of a level's row, and of the whole drawing. */
export const PLAN_ROW = 92;
const WIDTH = 272;
const EDGE = 34;
/** Px at the top of a row that its name takes. */
const HEAD = 32;
/** Px between two stops of a level at least. */
const GAP = 34;
/** Characters of a name over or under its dot at most, and px that each takes. */
const NAME_LENGTH = 11;
const CHARACTER = 5.6;

interface Spot extends PlanStop {
  readonly px: number;
  readonly py: number;
  readonly row: number;
  /** Characters of its name that have room beside its neighbours. */
  readonly room: number;
}

interface StationDrawingProps {
  readonly plan: StationPlan;
  readonly levelId: string | null;
  readonly chosenStop: string | undefined;
}

/** The stops of a station on their levels, and its pathways: lines on one level, dashed ones from level to level. */
export function StationDrawing({ plan, levelId, chosenStop }: StationDrawingProps): ReactNode {
  const open = useOpenPlace();
  const pathTo = usePathTo();
  const search = useView((view) => view.location.search);
  const spots = spotsOf(plan);
  const byId = new Map(spots.map((spot) => [spot.id, spot]));
  const height = plan.levels.length * PLAN_ROW;
  const isFaint = (row: number): boolean => levelId !== null && plan.levels[row]?.id !== levelId;
  return (
    <svg className={classes['drawing']} width={WIDTH} height={height} viewBox={`0 0 ${WIDTH} ${height}`} role="group" aria-label="Stops and pathways">
      {plan.levels.map(({ id }, row) => (
        <rect
          key={id ?? ''}
          className={classes['storey']}
          data-shown={(levelId !== null && id === levelId) || undefined}
          x={0}
          y={row * PLAN_ROW + 1}
          width={WIDTH}
          height={PLAN_ROW - 2}
          rx={4}
        />
      ))}
      {plan.ways.map((way, i) => {
        const beside = besideOf(plan.ways, i);
        const [from, to] = [byId.get(way.from), byId.get(way.to)];
        if (!from || !to) return null;
        const act = (): void => open(pathTo({ page: 'stops' }), linkQuery(search, 'pathways', way.id));
        return <Way key={way.id} way={way} from={from} to={to} beside={beside} faint={isFaint(from.row) && isFaint(to.row)} onOpen={act} />;
      })}
      {spots.map((spot) => (
        <Node
          key={spot.id}
          spot={spot}
          faint={isFaint(spot.row)}
          chosen={spot.id === chosenStop}
          onOpen={() => open(pathTo({ page: 'stops', itemId: spot.id }))}
        />
      ))}
    </svg>
  );
}

interface WayProps {
  readonly way: PlanWay;
  readonly from: Spot;
  readonly to: Spot;
  /** Px by which it is bent, so that several ways between the same stops lie beside one another. */
  readonly beside: number;
  readonly faint: boolean;
  readonly onOpen: () => void;
}

function Way({ way, from, to, beside, faint, onOpen }: WayProps): ReactNode {
  const across = from.row === to.row ? { x: 0, y: beside } : { x: beside, y: 0 };
  const middle = { x: (from.px + to.px) / 2 + across.x, y: (from.py + to.py) / 2 + across.y };
  const d = `M ${from.px} ${from.py} Q ${middle.x} ${middle.y} ${to.px} ${to.py}`;
  const label = `${pathwayModeLabel(way.mode)} ${way.bothWays ? 'between' : 'from'} ${from.name} ${way.bothWays ? 'and' : 'to'} ${to.name}`;
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      className={classes['way']}
      data-faint={faint || undefined}
      onClick={onOpen}
      onKeyDown={onEnter(onOpen)}
    >
      <title>{label}</title>
      <path d={d} className={classes['wayHit']} />
      <path d={d} className={classes['wayLine']} data-between={from.row === to.row ? undefined : true} />
      {!way.bothWays && <circle className={classes['wayEnd']} cx={(middle.x + to.px) / 2} cy={(middle.y + to.py) / 2} r={2.5} />}
    </g>
  );
}

interface NodeProps {
  readonly spot: Spot;
  readonly faint: boolean;
  readonly chosen: boolean;
  readonly onOpen: () => void;
}

function Node({ spot, faint, chosen, onOpen }: NodeProps): ReactNode {
  const label = `${stopTypeLabel(spot.type)} ${spot.name}`;
  const isPlatform = spot.type === STOP_TYPES.Platform || spot.type === STOP_TYPES.BoardingArea;
  const short = spot.name.length > spot.room ? `${spot.name.slice(0, spot.room - 1)}…` : spot.name;
  return (
    <g
      role="button"
      tabIndex={0}
      className={classes['node']}
      data-type={spot.type}
      data-faint={faint || undefined}
      data-chosen={chosen || undefined}
      onClick={onOpen}
      onKeyDown={onEnter(onOpen)}
    >
      <title>{label}</title>
      {isPlatform ? (
        <rect x={spot.px - 8} y={spot.py - 5} width={16} height={10} rx={2} />
      ) : (
        <circle cx={spot.px} cy={spot.py} r={spot.type === STOP_TYPES.GenericNode ? 4 : 6} />
      )}
      <text x={spot.px} y={spot.py + (spot.py % PLAN_ROW > HEAD + 28 ? 16 : -9)} textAnchor="middle">
        {short}
      </text>
    </g>
  );
}

/** Places in px. Stops of a level keep their order along the station and do not lie on one another. */
function spotsOf({ levels }: StationPlan): readonly Spot[] {
  return levels.flatMap(({ stops }, row) => {
    const sorted = stops.toSorted((a, b) => a.x - b.x || (a.id < b.id ? -1 : 1));
    const gap = Math.min(GAP, (WIDTH - 2 * EDGE) / Math.max(1, sorted.length - 1));
    let least = EDGE;
    const placed = sorted.map((stop, i) => {
      const most = WIDTH - EDGE - (sorted.length - 1 - i) * gap;
      const px = Math.min(most, Math.max(least, EDGE + stop.x * (WIDTH - 2 * EDGE)));
      least = px + gap;
      // every other one lower, so that names have room
      return { ...stop, px, py: row * PLAN_ROW + HEAD + (i % 2 === 0 ? 18 : 38), row };
    });
    // names stand over every other stop, and under those between them
    return placed.map((spot, i): Spot => {
      const away = [placed[i - 2], placed[i + 2]].flatMap((other) => (other ? [Math.abs(other.px - spot.px)] : []));
      return { ...spot, room: Math.max(3, Math.min(NAME_LENGTH, ...away.map((px) => Math.floor((px - 4) / CHARACTER)))) };
    });
  });
}

function onEnter(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    act();
  };
}

/** Where a way lies among those between the same two stops. */
function besideOf(ways: readonly PlanWay[], at: number): number {
  const key = ({ from, to }: PlanWay): string => [from, to].toSorted().join(' ');
  const way = ways[at];
  if (!way) return 0;
  const same = ways.filter((other) => key(other) === key(way));
  return 26 * (same.indexOf(way) - (same.length - 1) / 2);
}
