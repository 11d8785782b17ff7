// The public types of `sync/`: configuration, observable state and operations.
import type { BehaviorSubject } from "rxjs";
import type { AccountCalls } from "./auth/account.ts";
import type { SecondFactorCalls } from "./auth/second-factor.ts";
import type { Session, SessionState } from "./auth/session.ts";
import type { WipeConfig } from "./auth/wipes.ts";
import type { Store } from "./database/store.ts";
import type { UpgradeProgress } from "./database/store-upgrade.ts";
import type { SyncStatus } from "./replication/status.ts";
import type { RealtimeTransport } from "./transport/client.ts";
import type { CallTiming } from "./transport/pace.ts";
import type { AuthFailure, DeviceFailure, Result } from "./transport/result.ts";
import type { Transport } from "./transport/rpc.ts";
import type { ContactQueue } from "./uploads/contact-queue.ts";

/** `upgrade`: the data on this device is being upgraded, which takes a moment. */
export type StoreState =
  | { kind: "opening"; upgrade?: UpgradeProgress }
  | { kind: "open"; store: Store }
  | { kind: "failed"; failure: DeviceFailure };

export interface SyncConfig extends WipeConfig {
  url: string;
  /** The publishable key. */
  key: string;
  /** Node has no WebSocket for it. */
  realtimeTransport?: RealtimeTransport;
  /** Tests replace it by their network. */
  fetch?: typeof fetch;
  /** Tests scale it with their network's speed. */
  timing?: CallTiming;
}

export interface Sync extends Pick<Session, "signUp" | "signIn">, AccountCalls, SecondFactorCalls {
  readonly session$: BehaviorSubject<SessionState>;
  readonly store$: BehaviorSubject<StoreState>;
  readonly status$: BehaviorSubject<SyncStatus>;
  /** True if the database has not opened or answered for some seconds. */
  readonly slow$: BehaviorSubject<boolean>;
  readonly transport: Transport;
  readonly contact: ContactQueue;
  /** Counts what signing out now would lose. */
  unsent(): Promise<number>;
  /** Ends the session and wipes this device. Ask for confirmation if `unsent` is above 0. */
  signOut(): Promise<Result<void, AuthFailure>>;
  /** Converts a newer version's store to this version, after a rollback. */
  downgradeStore(): Promise<void>;
  syncNow(): Promise<void>;
  /** Measures the storage usage again. */
  measure(): Promise<void>;
  /** Asks the browser to keep the data when space is short, and measures the usage. */
  persist(): Promise<void>;
  stop(): Promise<void>;
}
