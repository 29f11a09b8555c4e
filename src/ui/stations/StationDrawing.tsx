import type { KeyboardEvent, ReactNode } from 'react';
import { pathwayModeLabel } from '../../domain/pathways.ts';
import { STOP_TYPES, stopTypeLabel } from '../../domain/stops.ts';
import { linkQuery } from '../../projections/overlays.ts';
import { useView } from '../parts/appState.ts';
import type { PlanLayout, PlanSpot } from '../../projections/planLayout.ts';
import type { PlanWay, StationPlan } from '../../projections/stationPlan.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import { said } from '../language/language.ts';
import classes from './stations.module.css';
import { texts } from './texts.ts';

interface StationDrawingProps {
  readonly plan: StationPlan;
  readonly layout: PlanLayout;
  /** Px. */
  readonly width: number;
  readonly levelId: string | null;
  readonly chosenStop: string | undefined;
}

/** The stops of a station on their levels, and its pathways: lines on one level, dashed ones from level to level. */
export function StationDrawing({ plan, layout, width, levelId, chosenStop }: StationDrawingProps): ReactNode {
  const open = useOpenPlace();
  const pathTo = usePathTo();
  const search = useView((view) => view.location.search);
  const { spots, storeys, height } = layout;
  const byId = new Map(spots.map((spot) => [spot.id, spot]));
  const isFaint = (row: number): boolean => levelId !== null && plan.levels[row]?.id !== levelId;
  return (
    <svg
      className={classes['drawing']}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={texts.stopsAndPathways}
    >
      {plan.levels.map(({ id }, row) => (
        <rect
          key={id ?? ''}
          className={classes['storey']}
          data-shown={(levelId !== null && id === levelId) || undefined}
          x={0}
          y={(storeys[row]?.top ?? 0) + 1}
          width={width}
          height={(storeys[row]?.height ?? 2) - 2}
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
  readonly from: PlanSpot;
  readonly to: PlanSpot;
  /** Px by which it is bent, so that several ways between the same stops lie beside one another. */
  readonly beside: number;
  readonly faint: boolean;
  readonly onOpen: () => void;
}

function Way({ way, from, to, beside, faint, onOpen }: WayProps): ReactNode {
  const across = from.row === to.row ? { x: 0, y: beside } : { x: beside, y: 0 };
  const middle = { x: (from.px + to.px) / 2 + across.x, y: (from.py + to.py) / 2 + across.y };
  const d = `M ${from.px} ${from.py} Q ${middle.x} ${middle.y} ${to.px} ${to.py}`;
  const label = (way.bothWays ? texts.wayBetween : texts.wayFrom)({ mode: said(pathwayModeLabel(way.mode)), from: from.name, to: to.name });
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
  readonly spot: PlanSpot;
  readonly faint: boolean;
  readonly chosen: boolean;
  readonly onOpen: () => void;
}

function Node({ spot, faint, chosen, onOpen }: NodeProps): ReactNode {
  const label = `${said(stopTypeLabel(spot.type))} ${spot.name}`;
  const isPlatform = spot.type === STOP_TYPES.Platform || spot.type === STOP_TYPES.BoardingArea;
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
      <text x={spot.px} y={spot.py - 9} textAnchor="middle">
        {spot.label}
      </text>
    </g>
  );
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
