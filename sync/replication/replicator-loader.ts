// Runs replication while this tab leads. Its code (leader-tasks.ts) loads only then, so the first
// screen does not wait for it and a follower never loads it.
import { afterFirstPaint } from "../database/own-task.ts";
import type { Store } from "../database/store.ts";
import { backoff, pauseMs } from "../transport/retry-policy.ts";
import type { LeaderTasks, LeaderTasksOptions } from "./leader-tasks.ts";

export interface ReplicatorLoader {
  /** True if this tab leads, even while the replication code is loading. */
  readonly leads: boolean;
  /** Null while this tab follows or the replication code is loading. */
  readonly running: LeaderTasks | null;
  begin(store: Store): Promise<void>;
  end(): Promise<void>;
}

interface Options {
  /** One change of store at a time. */
  inTurn(task: () => Promise<void>): Promise<void>;
  optionsFor(store: Store): LeaderTasksOptions;
  /** The code cannot be loaded, which counts as offline. */
  onMissing(store: Store): void;
}

export function createReplicatorLoader({ inTurn, optionsFor, onMissing }: Options): ReplicatorLoader {
  let running: LeaderTasks | null = null;
  /** One per leadership: code loaded for an earlier one is not started. */
  let wanted: { readonly store: Store } | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;

  /** Runs outside the queue, so that a server that does not answer cannot block stopping. */
  async function fetchCode(term: { readonly store: Store }): Promise<void> {
    const { store } = term;
    if (!store.isNew) await afterFirstPaint();
    const code = await import("./leader-tasks.ts").catch(() => null);
    await inTurn(async () => {
      if (wanted !== term) return;
      if (code) running = await code.startLeaderTasks(optionsFor(store));
      else {
        onMissing(store);
        again = setTimeout(() => void fetchCode(term), pauseMs(backoff.steady));
      }
    });
  }

  return {
    get leads() {
      return wanted !== null;
    },
    get running() {
      return running;
    },
    async begin(store) {
      wanted = { store };
      void fetchCode(wanted);
    },
    async end() {
      wanted = null;
      clearTimeout(again);
      const ending = running;
      running = null;
      await ending?.stop();
    },
  };
}
