// When to pull although nobody said that something has changed: a change notification may be lost.
// Pauses are left to chance, so that devices that came together do not stay together: a million of
// them must not ask within the same second.
import {
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  map,
  type Observable,
  pairwise,
  repeat,
  startWith,
  switchMap,
  timer,
} from "rxjs";
import { spreadMs } from "../transport/retry-policy.ts";

const minuteMs = 60_000;
const polling = {
  /** While change notifications arrive: only a lost one is made up for. */
  connectedMs: 5 * minuteMs,
  /** While there is no channel: the poll is all that brings changes. */
  unconnectedMs: minuteMs,
  /** After a channel was lost, which may have happened to everybody: within this time. */
  lostMs: minuteMs / 2,
} as const;

const every = (ms: number): Observable<unknown> => defer(() => timer(spreadMs(ms))).pipe(repeat());

/** @param connected$ do change notifications arrive? */
export const pollTimes = (connected$: Observable<boolean>): Observable<void> =>
  connected$.pipe(
    distinctUntilChanged(),
    startWith(false),
    pairwise(),
    switchMap(([before, now]) =>
      now
        ? every(polling.connectedMs)
        : concat(before ? timer(Math.random() * polling.lostMs) : EMPTY, every(polling.unconnectedMs)),
    ),
    map(() => undefined),
  );
