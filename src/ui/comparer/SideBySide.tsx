import { decode } from '@mapbox/polyline';
import { type ReactNode, useMemo } from 'react';
import { type Doc, propertiesOf, propertyTitle } from '../../domain/comparer/fields.ts';
import { valueText } from '../../domain/comparer/values.ts';
import type { EntityKind } from '../../domain/entities.ts';
import { sameJson } from '../../domain/sameJson.ts';
import classes from './comparer.module.css';
import { texts } from './texts.ts';

interface SideBySideProps {
  readonly kind: EntityKind;
  readonly before: Doc | null;
  readonly after: Doc | null;
  /** Fields that are shown otherwise. */
  readonly skip?: readonly string[];
  /** Only the fields that differ. */
  readonly only?: boolean;
  readonly titles?: readonly [before: string, after: string];
}

/** Every field that either state has, those that differ marked. */
export function SideBySide({
  kind,
  before,
  after,
  skip = [],
  only = false,
  titles = [texts.firstVersion, texts.secondVersion],
}: SideBySideProps): ReactNode {
  const names = propertiesOf(kind).filter((name) => !skip.includes(name) && (before?.[name] !== undefined || after?.[name] !== undefined));
  const differs = (name: string): boolean => before !== null && after !== null && !sameJson(before[name], after[name]);
  const shown = names.filter((name) => !only || before === null || after === null || differs(name));
  if (shown.length === 0) return null;
  return (
    <table className={classes['sides']}>
      <thead>
        <tr>
          <th scope="col">{texts.property}</th>
          <th scope="col">{titles[0]}</th>
          <th scope="col">{titles[1]}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((name) => (
          <tr key={name} data-differs={differs(name) || undefined}>
            <th scope="row">
              {propertyTitle(name)}
              {differs(name) && <span className="dmp-sr-only"> {texts.differs}</span>}
            </th>
            <td data-side="before">
              <Value kind={kind} name={name} value={before?.[name]} there={before !== null} />
            </td>
            <td data-side="after">
              <Value kind={kind} name={name} value={after?.[name]} there={after !== null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ kind, name, value, there }: { kind: EntityKind; name: string; value: unknown; there: boolean }): ReactNode {
  const text = valueText(kind, name, value);
  if (name !== 'Shape' || typeof value !== 'string') return there ? text || '–' : '';
  return (
    <>
      <ShapeLine shape={value} /> {text}
    </>
  );
}

const [WIDTH, HEIGHT] = [90, 44];

/** A shape as a small line. */
function ShapeLine({ shape }: { shape: string }): ReactNode {
  const points = useMemo(() => {
    const places = decode(shape, 5);
    const [lats, lngs] = [places.map(([lat]) => lat), places.map(([, lng]) => lng)];
    const [south, west] = [least(lats), least(lngs)];
    const stretch = Math.cos((south * Math.PI) / 180);
    const span = Math.max(-least(lats.map((lat) => -lat)) - south, (-least(lngs.map((lng) => -lng)) - west) * stretch, 1e-6);
    const scale = (HEIGHT - 4) / span;
    return places
      .map(([lat, lng]) => `${(2 + (lng - west) * stretch * scale).toFixed(1)},${(HEIGHT - 2 - (lat - south) * scale).toFixed(1)}`)
      .join(' ');
  }, [shape]);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden className={classes['shape']}>
      <polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}
