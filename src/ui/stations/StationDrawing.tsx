import type { KeyboardEvent, ReactNode } from 'react';
import { pathwayModeLabel } from '../../domain/pathways.ts';
import { STOP_TYPES, stopTypeLabel } from '../../domain/stops.ts';
import { linkQuery } from '../../projections/overlays.ts';
import { useView } from '../parts/appState.ts';
import type { PlanLayout, PlanSpot } from '../../projections/planLayout.ts';
import type { PlanLink, StationPlan } from '../../projections/stationPlan.ts';
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
      {plan.links.map((link, i) => {
        const beside = besideOf(plan.links, i);
        const [from, to] = [byId.get(link.from), byId.get(link.to)];
        if (!from || !to) return null;
        const act = (): void => open(pathTo({ page: 'stops' }), linkQuery(search, 'pathways', link.id));
        return (
          <PathwayLink key={link.id} link={link} from={from} to={to} beside={beside} faint={isFaint(from.row) && isFaint(to.row)} onOpen={act} />
        );
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

interface LinkProps {
  readonly link: PlanLink;
  readonly from: PlanSpot;
  readonly to: PlanSpot;
  /** Px by which it is bent, so that several pathways between the same stops lie beside one another. */
  readonly beside: number;
  readonly faint: boolean;
  readonly onOpen: () => void;
}

function PathwayLink({ link, from, to, beside, faint, onOpen }: LinkProps): ReactNode {
  const across = from.row === to.row ? { x: 0, y: beside } : { x: beside, y: 0 };
  const middle = { x: (from.px + to.px) / 2 + across.x, y: (from.py + to.py) / 2 + across.y };
  const d = `M ${from.px} ${from.py} Q ${middle.x} ${middle.y} ${to.px} ${to.py}`;
  const label = (link.bothWays ? texts.pathwayBetween : texts.pathwayFromTo)({
    mode: said(pathwayModeLabel(link.mode)),
    from: from.name,
    to: to.name,
  });
  return (
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      className={classes['link']}
      data-faint={faint || undefined}
      onClick={onOpen}
      onKeyDown={onEnter(onOpen)}
    >
      <title>{label}</title>
      <path d={d} className={classes['linkHit']} />
      <path d={d} className={classes['linkLine']} data-between={from.row === to.row ? undefined : true} />
      {!link.bothWays && <circle className={classes['linkEnd']} cx={(middle.x + to.px) / 2} cy={(middle.y + to.py) / 2} r={2.5} />}
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

/** Where a pathway lies among those between the same two stops. */
function besideOf(links: readonly PlanLink[], at: number): number {
  const key = ({ from, to }: PlanLink): string => [from, to].toSorted().join(' ');
  const link = links[at];
  if (!link) return 0;
  const same = links.filter((other) => key(other) === key(link));
  return 26 * (same.indexOf(link) - (same.length - 1) / 2);
}
