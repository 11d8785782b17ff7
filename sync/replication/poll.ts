// Polls, because change notifications can be lost. Pauses are random, so that devices which
// connected together do not all pull in the same second.
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
  /** While change notifications arrive: covers lost ones. */
  connectedMs: 5 * minuteMs,
  /** Without a channel, polling is the only source of changes. */
  unconnectedMs: minuteMs,
  /** Within this time after a channel was lost, which may have happened to all devices. */
  lostMs: minuteMs / 2,
} as const;

const every = (ms: number): Observable<unknown> => defer(() => timer(spreadMs(ms))).pipe(repeat());

/** @param connected$ true while change notifications arrive */
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
