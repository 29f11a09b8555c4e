import { concatMap, defer, exhaustMap, filter, finalize, groupBy, type GroupedObservable, mergeMap, type Observable, Subject, switchMap } from 'rxjs';
import type { Policy } from './command.ts';

/** A command that takes its place in a lane; `run` begins when it is subscribed to, completes when its outcome is known, and unsubscribing aborts it. */
export interface LaneEntry {
  readonly lane: string;
  readonly policy: Policy;
  readonly run: Observable<never>;
  /** In a queue: goes before those that wait. An intent that is sent again after a 412 keeps its turn. */
  readonly ahead?: boolean;
}

/** The lanes of one kernel. */
export interface Lanes {
  /** Returns false where a `once` lane is busy: the command is dropped. */
  enter(entry: LaneEntry): boolean;
  /** Number of lanes in which anything is waiting or under way; idle lanes leave nothing behind. */
  readonly busy: number;
  stop(): void;
}

/** Makes lanes: one RxJS operator per policy, one group per lane for as long as there is anything in it. */
export function createLanes(): Lanes {
  const entries$ = new Subject<LaneEntry & { readonly key: string }>();
  const idle$ = new Subject<string>();
  const counts = new Map<string, number>();
  const waiting = new Map<string, Observable<never>[]>();
  const leave = (key: string) => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) return void counts.set(key, left);
    counts.delete(key);
    waiting.delete(key);
    idle$.next(key);
  };
  /** A place in a queue is a turn: whoever stands first when it comes, goes. */
  const turn = ({ key, run }: { readonly key: string; readonly run: Observable<never> }) => defer(() => waiting.get(key)?.shift() ?? run);
  const subscription = entries$
    .pipe(
      // a timer as duration would split a busy lane and break its order: it ends when its count is zero
      groupBy((entry) => entry.key, { duration: (lane) => idle$.pipe(filter((key) => key === lane.key)) }),
      mergeMap((lane) => inLane(lane, (entry) => turn(entry).pipe(finalize(() => leave(entry.key))))),
    )
    .subscribe();
  return {
    enter(entry) {
      const key = `${entry.policy}:${entry.lane}`;
      const inside = counts.get(key) ?? 0;
      // exhaustMap drops without a word; the log wants to know
      if (entry.policy === 'once' && inside > 0) return false;
      counts.set(key, inside + 1);
      if (entry.policy === 'queue') {
        const line = waiting.get(key) ?? [];
        waiting.set(key, entry.ahead ? [entry.run, ...line] : [...line, entry.run]);
      }
      entries$.next({ ...entry, key });
      return true;
    },
    get busy() {
      return counts.size;
    },
    stop: () => subscription.unsubscribe(),
  };
}

function inLane<E extends LaneEntry>(lane: GroupedObservable<string, E>, run: (entry: E) => Observable<never>): Observable<never> {
  switch (lane.key.slice(0, lane.key.indexOf(':'))) {
    case 'latest':
      return lane.pipe(switchMap(run));
    case 'once':
      return lane.pipe(exhaustMap(run));
    case 'parallel':
      return lane.pipe(mergeMap(run));
    default:
      return lane.pipe(concatMap(run));
  }
}
