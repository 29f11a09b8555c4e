/** Figures of service of a version, and how they differ between two versions. */
import type * as contract from '../../src/contract/comparer.ts';
import type { ReplyOf } from '../../src/contract/route.ts';
import type { ScheduleFigures } from '../../src/domain/service/dayTypes.ts';
import type { Coordinate } from '../../src/domain/coordinate.ts';
import { costOf, type Rates, ratesOf } from '../../src/domain/service/costs.ts';
import { dayFigures } from '../../src/domain/service/dayTypes.ts';
import type { TripGroup } from '../../src/domain/service/figures.ts';
import { type PricedFigures, serviceChange } from '../../src/domain/service/serviceChange.ts';
import type { Agency } from '../../src/domain/model/agency.ts';
import type { Schedule } from '../../src/domain/model/schedule.ts';
import type { Engine } from '../store/engine.ts';
import { readAll } from '../store/entities.ts';
import { readKindsState } from '../store/stops.ts';
import { timetableGroups } from '../store/timetableGroups.ts';
import type { Pair } from './comparer.ts';
import { diffIndex } from './comparerIndex.ts';
import { prepared, slices } from './prepared.ts';

type Figures = readonly (ScheduleFigures & PricedFigures)[];

/** The figures of the schedules of a version; kept until a document that they are made of changes. */
export async function readServiceFigures(engine: Engine, versionId: number): Promise<ScheduleFigures[]> {
  return (await pricedFigures(engine, versionId)).map(({ rates: _rates, ...figures }) => figures);
}

async function pricedFigures(engine: Engine, versionId: number): Promise<Figures> {
  let figures = kept.get(engine);
  if (!figures) kept.set(engine, (figures = prepared<Figures>('The figures of service', { keep: 8 })));
  return figures(await readKindsState(engine.db, versionId, KINDS), () => makeFigures(engine, versionId));
}

const KINDS = ['Schedule', 'Track', 'Timetable', 'Stop', 'Agency'] as const;
const kept = new WeakMap<Engine, ReturnType<typeof prepared<Figures>>>();

/** What differs in the figures of two versions. */
export async function readServiceChange(engine: Engine, { sides, state }: Pair): Promise<ReplyOf<typeof contract.readServiceChange>> {
  const { pairs } = await diffIndex(engine, sides, state);
  const from = await pricedFigures(engine, sides.a.versionId);
  const to = await pricedFigures(engine, sides.b.versionId);
  return serviceChange(from, to, (id) => pairs.from('Schedule', id));
}

async function makeFigures(engine: Engine, versionId: number): Promise<Figures> {
  const pause = slices();
  const agencies: Agency[] = [];
  for await (const agency of readAll(engine, versionId, 'Agency')) agencies.push(agency);
  const places = new Map<string, Coordinate | null>();
  for await (const { Id, Coordinate: place } of readAll(engine, versionId, 'Stop')) {
    places.set(Id, place);
    await pause();
  }
  const groups = await timetableGroups(engine).read(engine.db, versionId, (stopId) => places.get(stopId), pause);
  const made: (ScheduleFigures & PricedFigures)[] = [];
  for await (const schedule of readAll(engine, versionId, 'Schedule')) {
    made.push(ofSchedule(schedule, groups.get(schedule.Id) ?? [], ratesOf(agencies, schedule.AgencyId)));
    await pause();
  }
  return made;
}

function ofSchedule({ Id, Calendar }: Schedule, groups: readonly TripGroup[], rates: Rates): ScheduleFigures & PricedFigures {
  return {
    ScheduleId: Id,
    rates,
    ...(rates.CostCurrency === undefined ? {} : { Currency: rates.CostCurrency }),
    Days: dayFigures(Calendar, groups).map((day) => {
      const cost = costOf(day, rates);
      return cost === undefined ? day : { ...day, Cost: cost };
    }),
  };
}
