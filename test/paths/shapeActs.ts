/** What editing a shape is in acts of the user. */
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import {
  applyDetours,
  askDetours,
  chooseDetours,
  chooseWorks,
  closeDetour,
  drawDetour,
  redrawDetour,
  showDetour,
  startDetour,
  takeBackDetour,
} from '../../src/commands/tracks/detourSteps.ts';
import { findTrackPath } from '../../src/commands/tracks/followStreetsSteps.ts';
import {
  addShapeLeg,
  applyShape,
  beginSegment,
  cancelShape,
  clickShape,
  moveShapePoint,
  shapeScope,
  startShape,
} from '../../src/commands/tracks/shapeSteps.ts';
import {
  applyMatched,
  chooseMatched,
  closeNetworkMatch,
  openNetworkMatch,
  resumeNetworkMatch,
  showMatched,
  stopNetworkMatch,
} from '../../src/commands/tracks/matchNetworkSteps.ts';
import { encodeShape } from '../../src/domain/shapes.ts';
import type { DetourEvent } from '../../src/machines/detourMachine.ts';
import type { FollowStreetsEvent } from '../../src/machines/followStreetsMachine.ts';
import type { MatchNetworkEvent } from '../../src/machines/matchNetworkMachine.ts';
import type { ShapeEvent } from '../../src/machines/shapeMachine.ts';
import { acting } from './fakeParts.ts';

export const TRACK = { versionId: 1, scheduleId: '1', trackId: 'a-b' };
const [HERE, THERE] = [
  { Lat: 52.1, Lng: 5.1 },
  { Lat: 52.2, Lng: 5.2 },
];
const NO = { status: 500, messages: ['No'], url: '/', method: 'POST' };
export const SCHEDULE = {
  Schedule: { Id: '1', Name: '1', IsBaseSchedule: true, Calendar: { fromDate: '2026-01-01', toDate: '2026-12-31', Exceptions: [] } },
  Rev: 0,
  Tracks: ['a-b', 'b-a'].map((id) => ({
    Track: {
      ScheduleId: '1',
      Id: id,
      Name: 'S1 - S2',
      Direction: 'Forward',
      Visible: true,
      Shape: encodeShape([HERE, THERE]),
      Stops: [
        { StopId: 'S1', ShapeSequence: 0 },
        { StopId: 'S2', ShapeSequence: 1 },
      ],
    },
    Timetables: [],
    Rev: 0,
    TimetableRevs: [],
    FieldNames: [],
  })),
};
let rev = 2000;
/** Each act goes somewhere else: an edit that changes nothing would be refused. */
let moved = 0;

export const shapeActs = acting<ShapeEvent>((screen) => {
  const { kernel } = screen;
  const state = String(kernel.workflow('shape').getSnapshot().value);
  const undoAll = (): void => {
    while ((kernel.snapshot().history[shapeScope(TRACK)]?.undo.length ?? 0) > 0) kernel.undo(shapeScope(TRACK));
  };
  return {
    START: (event) => {
      if (state === 'closed') kernel.dispatch(openPlace({ path: `/data/db/demo/v/1/schedules/1/${event.trackId}/map`, search: '' }));
      screen.answer('readSchedule', () => SCHEDULE);
      kernel.dispatch(startShape({ ...TRACK, trackId: event.trackId, mode: event.mode }));
    },
    BEGIN: (event) => {
      if (state === 'drawing') undoAll();
      kernel.dispatch(clickShape({ versionId: 1, at: event.at, position: event.position }));
    },
    LEG: (event) => {
      if (state === 'drawing') {
        undoAll();
        kernel.dispatch(beginSegment({ versionId: 1, at: event.from, position: null }));
      }
      kernel.dispatch(clickShape({ versionId: 1, at: event.to, position: event.position }));
    },
    STRAIGHT: (event) => {
      if (state === 'drawing') {
        undoAll();
        kernel.dispatch(beginSegment({ versionId: 1, at: event.from, position: null }));
      }
      kernel.dispatch(clickShape({ versionId: 1, at: event.to, position: event.position, straight: true }));
    },
    ROUTED: ({ shape }) => screen.answer('routeSegment', () => ({ Route: shape, Engine: 'straight' })),
    ROUTE_FAILED: () => screen.fail('routeSegment', NO),
    APPLY: (event) => {
      if (state === 'moving' || state === 'drawing') undoAll();
      if (event.edit && state === 'moving') kernel.dispatch(moveShapePoint({ versionId: 1, index: 1, to: { Lat: 52.3 + ++moved * 1e-4, Lng: 5.3 } }));
      if (event.edit && state === 'drawing') {
        kernel.dispatch(beginSegment({ versionId: 1, at: HERE, position: 0 }));
        kernel.dispatch(addShapeLeg({ versionId: 1, shape: encodeShape([HERE, { Lat: 52.15 + ++moved * 1e-4, Lng: 5.2 }, THERE]), position: 1 }));
      }
      kernel.dispatch(applyShape({ versionId: 1 }));
    },
    SAVED: () => {
      for (const call of ['track.editShape', 'track.replaceShape']) screen.answer(call, () => ({ Rev: ++rev, NoChange: true }));
    },
    FAILED: () => {
      for (const call of ['track.editShape', 'track.replaceShape']) screen.fail(call, NO);
    },
    CANCEL: () => cancelShape({ versionId: 1 }),
    LEAVE: () => {
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/schedules/2/a-b/map', search: '' }));
      screen.answer('readSchedule', () => ({ ...SCHEDULE, Tracks: [] }));
    },
  };
});

/** What finding the whole shape of a track is in acts of the user. */
export const followStreetsActs = acting<FollowStreetsEvent>((screen) => {
  const { kernel } = screen;
  const start = (): void => void kernel.dispatch(startShape({ ...TRACK, mode: 'MOVE' }));
  return {
    ASK: () => {
      if (kernel.workflow('shape').getSnapshot().value === 'closed') {
        kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/schedules/1/a-b/map', search: '' }));
        screen.answer('readSchedule', () => SCHEDULE);
        start();
      }
      kernel.dispatch(findTrackPath({ ...TRACK, variant: 'standard', stops: [HERE, THERE] }));
    },
    FOUND: ({ path }) => screen.answer('routeTrack', () => path),
    FAILED: () => screen.fail('routeTrack', NO),
    OPENED: start,
    CLOSE: () => cancelShape({ versionId: 1 }),
  };
});

/** What a detour is in acts of the user. */
export const detourActs = acting<DetourEvent>((screen) => {
  const { kernel } = screen;
  return {
    START: (event) => {
      if (kernel.workflow('detour').getSnapshot().value === 'closed') {
        kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/schedules', search: '' }));
        // what was under way ends, or the next one would wait for it
        screen.fail('track.takeDetours', NO);
      }
      kernel.dispatch(startDetour({ versionId: event.versionId }));
    },
    POINT: ({ at }) => drawDetour({ at }),
    BACK: () => takeBackDetour({}),
    FIND: () => askDetours({}),
    FOUND: ({ found }) => screen.answer('findDetours', () => found),
    TAKE: ({ taken }) => chooseDetours({ taken: [...taken] }),
    SHOW: ({ index }) => showDetour({ index }),
    DATES: ({ works }) => chooseWorks(works ? { works: { ...works } } : {}),
    REDRAW: () => redrawDetour({}),
    APPLY: () => applyDetours({}),
    DONE: () => screen.answer('track.takeDetours', () => ({ Rev: ++rev, NoChange: true })),
    FAILED: ({ messages }) => {
      for (const call of ['findDetours', 'track.takeDetours']) screen.fail(call, { ...NO, messages });
    },
    CLOSE: () => closeDetour({}),
  };
});

/** What matching the network is in acts of the user and answers of the server. */
export const matchNetworkActs = acting<MatchNetworkEvent>((screen) => {
  const { kernel } = screen;
  const state = (): string => String(kernel.workflow('matchNetwork').getSnapshot().value);
  /** What nobody waits for any more ends, or the next answer would go to it. */
  const letGo = (): void => {
    for (const call of ['matchNetwork', 'track.matchShapes']) screen.fail(call, NO);
  };
  return {
    OPEN: ({ versionId }) => {
      kernel.dispatch(openPlace({ path: `/data/db/demo/v/${versionId}/schedules`, search: '' }));
      kernel.dispatch(openNetworkMatch({ versionId }));
    },
    PAGE: ({ after, page }) => {
      // the server answers what it was asked
      const asked = screen.callsOf('matchNetwork').at(-1)?.input as { body: { After?: string } } | undefined;
      if ((asked?.body.After ?? null) === after) screen.answer('matchNetwork', () => page);
    },
    FAILED: ({ messages }) => screen.fail(state() === 'saving' ? 'track.matchShapes' : 'matchNetwork', { ...NO, messages }),
    STOP: () => {
      const was = state();
      kernel.dispatch(stopNetworkMatch({}));
      if (was === 'matching') letGo();
    },
    RESUME: () => resumeNetworkMatch({}),
    CHOOSE: ({ keys, on }) => chooseMatched({ keys: [...keys], on }),
    SHOW: ({ key }) => showMatched({ key }),
    APPLY: () => applyMatched({}),
    APPLIED: ({ stayed }) => {
      const [track] = SCHEDULE.Tracks;
      // with the shape as it was, so that there is one to apply again
      const Doc = { ...track?.Track, Shape: '_p~iF~ps|U_ulLnnqC' };
      screen.answer('track.matchShapes', () =>
        stayed.length > 0
          ? { Rev: rev, NoChange: true }
          : { Rev: ++rev, Documents: [{ Kind: 'Track', Id: '1/a-b', Rev: rev, Doc, Fields: ['Shape'] }] },
      );
    },
    CLOSE: () => {
      kernel.dispatch(closeNetworkMatch({}));
      letGo();
    },
  };
});
