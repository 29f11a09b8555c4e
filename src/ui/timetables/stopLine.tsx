import type { Column } from '../parts/VirtualList.tsx';
import { StopName } from '../schedules/StopName.tsx';
import { texts } from './texts.ts';

/** A stop of a track on one of the pages about a timetable. */
export interface StopLine {
  readonly position: number;
  readonly stopId: string;
}

export const NUMBER: Column<StopLine> = { key: 'position', title: '#', width: '44px', align: 'right', render: (row) => row.position + 1 };
export const STOP: Column<StopLine> = {
  key: 'stop',
  get title() {
    return texts.stop;
  },
  width: 'minmax(140px, 1.4fr)',
  render: (row) => <StopName stopId={row.stopId} />,
};
