import type { ReactNode } from 'react';
import { formatServiceTime } from '../../domain/time.ts';
import { texts } from './texts.ts';
import classes from './service.module.css';

interface HourChartProps {
  readonly title: string;
  /** What a screen reader says of it, the day included. */
  readonly label: string;
  readonly bars: readonly { readonly hour: number; readonly value: number }[];
}

const WIDTH = 300;
const HEIGHT = 120;
const LEFT = 22;
const BOTTOM = 18;
const TOP = 8;

/** A bar for each hour of the service day. The table beside it says the same. */
export function HourChart({ title, label, bars }: HourChartProps): ReactNode {
  const most = bars.reduce((max, { value }) => Math.max(max, value), 0);
  const peak = bars.find(({ value }) => value === most);
  const step = stepOf(most);
  const top = Math.max(step, Math.ceil(most / step) * step);
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const slot = (WIDTH - LEFT) / Math.max(1, bars.length);
  const every = bars.length > 14 ? 3 : 1;
  return (
    <figure className={classes['chart']}>
      <figcaption>
        {title}
        {peak && <span className={classes['quiet']}>{texts.mostAt({ most, hour: formatServiceTime(peak.hour * 3600) })}</span>}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${label}. ${texts.mostAt({ most, hour: formatServiceTime((peak?.hour ?? 0) * 3600) })}`}
      >
        {Array.from({ length: top / step + 1 }, (_, nth) => nth * step).map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} className={classes['grid']} />
            <text x={LEFT - 5} y={y(value) + 3.5} textAnchor="end" className={classes['tick']}>
              {value}
            </text>
          </g>
        ))}
        {bars.map(({ hour, value }, at) => (
          <g key={hour}>
            <title>{`${formatServiceTime(hour * 3600)}: ${value}`}</title>
            <rect x={LEFT + at * slot} y={TOP} width={slot} height={HEIGHT - TOP - BOTTOM} fill="transparent" />
            <rect x={LEFT + at * slot + slot * 0.14} y={y(value)} width={slot * 0.72} height={y(0) - y(value)} className={classes['column']} />
            {hour % every === 0 && (
              <text x={LEFT + (at + 0.5) * slot} y={HEIGHT - 5} textAnchor="middle" className={classes['tick']}>
                {hour}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}

/** A step of 1, 2 or 5 times a power of ten, so that there are at most five lines. */
function stepOf(most: number): number {
  const rough = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power;
}
