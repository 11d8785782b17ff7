// What the screens see of `sync/`: how it is made (index.ts), what can be watched and asked of it.
import type { SupabaseClientOptions } from "@supabase/supabase-js";
import type { BehaviorSubject } from "rxjs";
import type { AccountCalls } from "./auth/account.ts";
import type { SecondFactorCalls } from "./auth/second-factor.ts";
import type { Session, SessionState } from "./auth/session.ts";
import type { WipeConfig } from "./auth/wipes.ts";
import type { Store } from "./database/store.ts";
import type { UpgradeProgress } from "./database/store-upgrade.ts";
import type { SyncStatus } from "./replication/status.ts";
import type { AuthFailure, DeviceFailure, Result } from "./transport/result.ts";
import type { Transport } from "./transport/rpc.ts";
import type { ContactQueue } from "./uploads/contact-queue.ts";

/** `upgrade`: the data on this device is being brought up to date, which takes a moment. */
export type StoreState =
  | { kind: "opening"; upgrade?: UpgradeProgress }
  | { kind: "open"; store: Store }
  | { kind: "failed"; failure: DeviceFailure };

type RealtimeTransport = NonNullable<NonNullable<SupabaseClientOptions<"public">["realtime"]>["transport"]>;

export interface SyncConfig extends WipeConfig {
  url: string;
  /** The publishable key. */
  key: string;
  /** Node has none of its own. */
  realtimeTransport?: RealtimeTransport;
  /** Tests put their network here. */
  fetch?: typeof fetch;
}

export interface Sync extends Pick<Session, "signUp" | "signIn">, AccountCalls, SecondFactorCalls {
  readonly session$: BehaviorSubject<SessionState>;
  readonly store$: BehaviorSubject<StoreState>;
  readonly status$: BehaviorSubject<SyncStatus>;
  /** The data on this device has not opened, or not answered, for some seconds. */
  readonly slow$: BehaviorSubject<boolean>;
  readonly transport: Transport;
  readonly contact: ContactQueue;
  /** How much of what this device holds would be lost by signing out now. */
  unsent(): Promise<number>;
  /**
   * Ends the session and deletes what this device holds of the person. Ask first when something is
   * unsent.
   */
  signOut(): Promise<Result<void, AuthFailure>>;
  /**
   * The store is a newer version's, which is no longer served: brings it to this version's format.
   */
  downgradeStore(): Promise<void>;
  syncNow(): Promise<void>;
  /** Measures again how much storage is used. */
  measure(): Promise<void>;
  /**
   * Asks the browser to keep the data even when space is short (once a draft exists), and measures
   * what is used.
   */
  persist(): Promise<void>;
  stop(): Promise<void>;
}
