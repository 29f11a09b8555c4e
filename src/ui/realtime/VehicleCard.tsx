import type { ReactNode } from 'react';
import { chooseVehicle } from '../../commands/realtime/showRealtime.ts';
import { formatCoordinate } from '../../domain/coordinate.ts';
import { formatMoment } from '../../domain/date.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { shownVehicle } from '../../projections/realtime.ts';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { Link } from '../parts/Link.tsx';
import { PopupFrame } from '../parts/PopupFrame.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import { useNow } from '../tasks/useNow.ts';
import classes from './realtime.module.css';
import { texts } from './texts.ts';

/** What is known of the vehicle that was clicked, at that moment. */
export function VehicleCard(): ReactNode {
  const dispatch = useDispatch();
  const run = useView((view) => shownVehicle(view)?.run);
  const point = useView((view) => shownVehicle(view)?.point);
  const now = useNow(true);
  const pathTo = usePathTo();
  if (!run || !point) return null;
  const [at, Lat, Lng, bearing, speed] = point;
  const facts: [string, ReactNode][] = [
    [texts.trip, <CopyId key="trip" id={run.TripId} />],
    [
      texts.track,
      <Link key="track" to={pathTo({ page: 'schedules', itemId: run.ScheduleId, trackId: run.TrackId, schedulePage: 'map' })}>
        {run.ScheduleId} {run.TrackId}
      </Link>,
    ],
    [texts.time, formatMoment(new Date(at * 1000).toISOString())],
    [texts.age, ageOf(now - at)],
    [texts.place, formatCoordinate({ Lat, Lng })],
    ...(bearing === null ? [] : [[texts.bearing, `${bearing}°`] satisfies [string, ReactNode]]),
    ...(speed === null ? [] : [[texts.speed, `${Math.round(speed * 3.6)} km/h`] satisfies [string, ReactNode]]),
  ];
  return (
    <PopupFrame
      title={texts.vehicleLabel({ label: run.Label ?? run.VehicleId })}
      subtitle={run.VehicleId}
      width={270}
      onClose={() => dispatch(chooseVehicle({ shown: null }))}
    >
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </PopupFrame>
  );
}

/** '12 s', '5 min', '3 h 05 min', '2 days'. */
function ageOf(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2880) return texts.hoursAndMinutes({ floor: Math.floor(minutes / 60), padStart: String(minutes % 60).padStart(2, '0') });
  return `${Math.floor(minutes / 1440)} days`;
}
