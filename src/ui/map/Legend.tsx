import type { ReactNode } from 'react';
import type { LegendEntry, Swatch } from '../../domain/legend.ts';
import classes from './map.module.css';
import { texts } from './texts.ts';

/** What the marks on the map mean, of what is on it now. */
export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }): ReactNode {
  return (
    <section className={classes.legend} aria-label={texts.legendOfTheMap}>
      <ul>
        {entries.map(({ swatch, text }) => (
          <li key={text}>
            <svg width={34} height={16} aria-hidden>
              <Mark of={swatch} />
            </svg>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Buttons of the map, one above the other. */
export function MapButtons({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={classes.buttons}>{children}</div>;
}

function Mark({ of }: { readonly of: Swatch }): ReactNode {
  if (of.kind === 'dot') {
    return (
      <g opacity={of.faint === true ? 0.3 : 1}>
        <circle cx={17} cy={8} r={of.radius} fill={of.colour} stroke={of.ring} strokeWidth={of.ring === undefined ? 0 : 3} strokeOpacity={0.4} />
        {of.core !== undefined && <circle cx={17} cy={8} r={of.radius * 0.42} fill={of.core} />}
        {of.label !== undefined && (
          <text x={17} y={11.5} textAnchor="middle" fontSize={9} fontWeight={700} fill={of.labelColour}>
            {of.label}
          </text>
        )}
      </g>
    );
  }
  if (of.kind === 'arrow') return <path d={of.both ? 'M15 3 7 8l8 5zM19 3l8 5-8 5z' : 'M13 3l8 5-8 5z'} fill={of.colour} />;
  const gap = of.width + 1;
  return of.colours.map((colour, i) => {
    const y = 8 + (i - (of.colours.length - 1) / 2) * gap;
    return (
      <g key={`${i} ${colour}`}>
        {of.casing !== undefined && <line x1={2} x2={32} y1={y} y2={y} stroke={of.casing} strokeWidth={of.width + 3} />}
        <line x1={2} x2={32} y1={y} y2={y} stroke={colour} strokeWidth={of.width} strokeDasharray={of.dashed === true ? '6 4' : undefined} />
      </g>
    );
  });
}
