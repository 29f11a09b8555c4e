/** What drawing the border of a zone is in acts of the user. */
import {
  applyZone,
  closeZone,
  drawZonePoint,
  insertZonePoint,
  moveZonePoint,
  removeZonePoint,
  reshapeZone,
  startZone,
  takeBackZonePoint,
} from '../../src/commands/flex/zoneSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { DrawZoneEvent } from '../../src/machines/drawZoneMachine.ts';
import { acting } from './fakeParts.ts';

const NO = { status: 500, messages: ['No'], url: '/', method: 'PUT' };
let rev = 0;

export const drawZoneActs = acting<DrawZoneEvent>((screen) => {
  const { kernel } = screen;
  const open = (zoneId: string): void => {
    kernel.dispatch(openPlace({ path: `/data/db/demo/v/1/zones/${zoneId}`, search: '' }));
    // what was under way ends, or the next one would wait for it
    screen.fail('zone.editGeometry', NO);
  };
  return {
    DRAW: ({ versionId, zoneId }) => {
      open(zoneId);
      kernel.dispatch(startZone({ versionId, zoneId }));
    },
    RESHAPE: ({ versionId, zoneId, geometry }) => {
      open(zoneId);
      kernel.dispatch(reshapeZone({ versionId, zoneId, geometry }));
    },
    POINT: ({ at }) => drawZonePoint({ at }),
    BACK: () => takeBackZonePoint({}),
    MOVE: ({ index, to }) => moveZonePoint({ index, to }),
    INSERT: ({ index, to }) => insertZonePoint({ index, to }),
    REMOVE: ({ index }) => removeZonePoint({ index }),
    APPLY: () => applyZone({}),
    DONE: () => screen.answer('zone.editGeometry', () => ({ Rev: ++rev, NoChange: true })),
    FAILED: ({ messages }) => screen.fail('zone.editGeometry', { ...NO, messages }),
    CLOSE: () => closeZone({}),
  };
});
