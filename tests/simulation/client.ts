// A device of a scenario: goes offline, meets bad proxies, killed tabs and expired tokens, and
// always returns with the same disk.
import { filter, firstValueFrom, map } from "rxjs";
import { finishWipes } from "../../sync/auth/wipes.ts";
import { deviceDbName, readMeta } from "../../sync/database/device-db.ts";
import { keyOf } from "../../sync/database/store.ts";
import type { Store, StoreState } from "../../sync/index.ts";
import { lostSendAll, rejectedRetry } from "../../sync/mutations/outbox.ts";
import { collections } from "../../sync/schema/collections.ts";
import { storeFormat } from "../../sync/schema/store-version.ts";
import { Random } from "../fixtures/random.ts";
import { cloneOf } from "../fixtures/sync/clone.ts";
import { type Device, type DeviceOptions, openDevice, stateOf, until } from "../fixtures/sync/device.ts";
import { openDeviceDb } from "../fixtures/sync/device-db.ts";
import type { Fault } from "../fixtures/sync/network.ts";
import { password, personsStore } from "../fixtures/sync/scenario.ts";
import { type Editor, insertFamilies, randomEdit } from "./edits.ts";
import { failurePoints } from "./failure-points.ts";
import { randomPage } from "./pages.ts";
import type { AskedServer } from "./server.ts";
import { editOfTasks } from "./tasks.ts";

export interface SimulatedPerson {
  id: string;
  email: string;
}

const statuses = [401, 403, 409, 413, 429, 500, 502, 503] as const;

const anyEdit = async (editor: Editor, store: Store): Promise<string> =>
  (editor.random.chance(0.2) && (await editOfTasks(editor, store))) || randomEdit(editor, store);

export class SimulatedClient {
  device: Device;
  readonly person: SimulatedPerson;
  readonly #server: AskedServer;
  readonly #random: Random;
  #faulty = 0;

  constructor(server: AskedServer, random: Random, device: Device, person: SimulatedPerson) {
    this.#server = server;
    // A separate source, because requests come in an arbitrary order.
    this.#random = new Random(random.below(2 ** 32));
    this.device = device;
    this.person = person;
    this.#attach();
  }

  #attach(): void {
    this.device.network.fault = () => (this.#faulty > 0 ? this.#fault() : null);
    this.device.sync.store$.subscribe((state) => {
      if (state.kind === "open") failurePoints.watch(state.store);
    });
  }

  #fault(): Fault | null {
    const random = this.#random;
    if (!random.chance(this.#faulty)) return null;
    const kind = random.weighted({ dropped: 2, answer_lost: 4, twice: 3, late: 3, overtaken: 3, status: 2, page: 2 });
    if (kind === "page") return randomPage(random);
    if (kind === "late" || kind === "overtaken") {
      const ms = random.below(kind === "late" ? 120 : 600);
      return { kind, until: () => new Promise<void>((done) => setTimeout(done, ms)) };
    }
    if (kind === "status") return { kind, status: random.pick(statuses) ?? 500 };
    return { kind };
  }

  /** Share of requests that fail from now on, 0 to 1. */
  set faulty(share: number) {
    this.#faulty = share;
  }
  get online(): boolean {
    return this.device.network.up;
  }
  set online(up: boolean) {
    this.device.network.up = up;
    if (up) void this.device.sync.syncNow();
  }

  /**
   * Reads from the open store; undefined if it was replaced, so that callers ask the
   * next one.
   */
  async look<T>(question: (store: Store) => Promise<T>): Promise<T | undefined> {
    const { store$ } = this.device.sync;
    const store = await this.device.store().catch((error: unknown) => {
      // A write that failed before may close the store only now.
      if (!failurePoints.explains(error)) throw error;
      return null;
    });
    if (!store) return void (await this.killAndReopen());
    const isOpen = (state: StoreState) => state.kind === "open" && state.store === store;
    const replaced = firstValueFrom(
      store$.pipe(
        filter((state) => !isOpen(state)),
        map(() => undefined),
      ),
    );
    try {
      return await Promise.race([question(store), replaced]);
    } catch (error) {
      if (store.isReplaced(error) || !isOpen(store$.value)) return undefined;
      throw error;
    }
  }

  /** Repeats `look` until there is a result. */
  async ask<T>(question: (store: Store) => Promise<T>): Promise<T> {
    for (;;) {
      const answer = await this.look(async (store) => ({ found: await question(store) }));
      if (answer) return answer.found;
    }
  }

  /** Writes parents and children offline; they are sent together when the device is healed. */
  async families(editor: Editor): Promise<void> {
    this.online = false;
    await this.ask(async (store) => {
      if (store.has("releases")) await insertFamilies(editor, store, 4);
    });
  }

  /**
   * Resends everything that the server has lost. Rejected rows go to the outbox with the reason.
   */
  sendLost(): Promise<unknown> {
    return this.ask((store) => lostSendAll(store));
  }

  /**
   * Retries a rejected change unchanged.
   * @param which selects it, from 0 to 1
   */
  async retryRejected(which: number): Promise<void> {
    await this.look(async (store) => {
      const all = await store.device.outbox.where("key").startsWith("rejected|").toArray();
      // Texts that cannot be sent stay as recovered entries without a conflict.
      const rejected = all.filter(({ collection }) => {
        const { texts, update } = collections[collection];
        return texts.every((text) => update.includes(text));
      });
      const entry = rejected[Math.floor(which * rejected.length)];
      if (entry) await rejectedRetry(store, entry.key);
    });
  }

  /** Copies the device to another machine; both continue. */
  async copied(): Promise<SimulatedClient> {
    const { disk, name } = this.device;
    const { role } = await this.device.store();
    if (role === "anonymous") throw new Error("Nobody is signed in");
    const { online } = this;
    await this.device.kill();
    const options = await cloneOf(this.device, { id: this.person.id }, `${name}-copy`);
    await this.#open({ disk, name }, online);
    const device = await openDevice(this.#server, options);
    device.network.up = online;
    await personsStore(device, this.person.id);
    return new SimulatedClient(this.#server, this.#random, device, this.person);
  }

  /**
   * Pulls several times in sequence with one store, because a rebuilt one starts from the
   * beginning.
   */
  async pulls(): Promise<void> {
    const { network, sync } = this.device;
    for (let store: unknown; store !== sync.store$.value; ) {
      await until("the first pull", async () => {
        await this.unlock();
        return (await this.look(({ device }) => readMeta<boolean>(device, "first_sync_done"))) || undefined;
      }).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${JSON.stringify(stateOf(this.device))}`, { cause: error });
      });
      store = sync.store$.value;
      const before = network.count("/sync_pull");
      await until("some pulls", async () => {
        if (network.count("/sync_pull") >= before + 4) return true;
        // A restored server has lost its newer sessions.
        await this.unlock();
        await sync.syncNow();
        return undefined;
      }).catch(async (error: unknown) => {
        const waiting = await this.#server.sql`
          select pid, state, wait_event_type, pg_blocking_pids(pid) as blocked_by, left(query, 300) as query
          from pg_stat_activity where datname = current_database() and state <> 'idle'`;
        throw new Error(`${String(error)}: ${JSON.stringify({ ...stateOf(this.device), before, waiting })}`, {
          cause: error,
        });
      });
    }
  }

  /** Makes one edit, by default a random one. Skips a store that is being rebuilt. */
  async edit(editor: Editor, make = anyEdit): Promise<string> {
    const state = this.device.sync.store$.value;
    if (state.kind !== "open" || state.store.person === null) return "";
    try {
      editor.devices.set(state.store.clientId, this.device.name);
      return await make(editor, state.store);
    } catch (error) {
      if (!state.store.isReplaced(error) && this.device.sync.store$.value === state) throw error;
      return "an edit of a store that was replaced";
    }
  }

  get #options() {
    return { device: `-${this.device.name}` };
  }
  get #database(): string {
    return deviceDbName(keyOf(this.person.id, this.#options));
  }

  /** @param older makes the disk look as if an earlier app version had stored it */
  async killAndReopen(older = false): Promise<void> {
    const { online } = this;
    const { disk, name } = this.device;
    await this.device.kill();
    failurePoints.revive(this.#database);
    if (older) {
      const db = openDeviceDb(keyOf(this.person.id, this.#options));
      await db.meta.put({ key: "format", value: storeFormat.version - 1 });
      db.close();
    }
    await this.#open({ disk, name }, online);
  }

  /** Recovers from a disk failure: reopens a killed tab, and reloads a failed one. */
  async reload(): Promise<void> {
    await until("a store that can be read", async () => {
      if (failurePoints.isDead(this.#database) || this.device.sync.store$.value.kind === "failed")
        await this.killAndReopen();
      const read = await this.look(({ device }) => device.meta.count()).catch((error: unknown) => {
        if (!failurePoints.explains(error) && this.device.sync.store$.value.kind !== "failed") throw error;
        return undefined;
      });
      // A tab that is killed during the read can still read, but no longer write.
      return failurePoints.isDead(this.#database) ? undefined : read;
    });
  }

  async #open(kept: DeviceOptions, online: boolean): Promise<void> {
    for (let tries = 1; ; tries++) {
      this.device = await openDevice(this.#server, kept);
      this.device.network.up = online;
      this.#attach();
      try {
        await personsStore(this.device, this.person.id);
        return;
      } catch (error) {
        if (tries === 10 || !failurePoints.explains(error)) throw error;
        await this.device.kill();
        failurePoints.revive(this.#database);
      }
    }
  }

  async signOutAndIn(): Promise<void> {
    const { disk, name, sync } = this.device;
    const out = await sync.signOut();
    if (!out.ok) throw new Error(`No signing out: ${JSON.stringify(out.error)}`);
    await this.device.kill();
    failurePoints.revive(this.#database);
    // Starts like the app (src/state/sync.ts). A failed start is retried.
    for (let tries = 1; tries <= 10; tries++) {
      const failed = await finishWipes({ storage: disk, store: this.#options }).then(
        () => null,
        (error: unknown) => error,
      );
      if (failed === null) break;
      if (!failurePoints.explains(failed)) throw failed;
      failurePoints.revive(this.#database);
    }
    this.device = await openDevice(this.#server, { disk, name });
    this.#attach();
    const answer = await this.device.sync.signIn({ email: this.person.email, password, remember: true });
    if (!answer.ok) throw new Error(`No signing in again: ${JSON.stringify(answer.error)}`);
    await personsStore(this.device, this.person.id);
  }

  /** Expires the access token, as after a night; the refresh token stays valid. */
  expireToken(): void {
    const { entries } = this.device.disk;
    const session = JSON.parse(entries.get("betaflock-auth") ?? "{}") as Record<string, unknown>;
    if (session.access_token) entries.set("betaflock-auth", JSON.stringify({ ...session, expires_at: 1 }));
  }

  /** Signs the same user in again after their session was ended elsewhere. */
  async unlock(): Promise<void> {
    if (this.device.sync.session$.value.kind !== "locked") return;
    const answer = await this.device.sync.signIn({ email: this.person.email, password, remember: true });
    if (!answer.ok) throw new Error(`The person could not sign in again: ${JSON.stringify(answer.error)}`);
  }

  /** Restores network and session, and fires the browser's online event. */
  async heal(): Promise<void> {
    this.faulty = 0;
    await this.reload();
    this.device.network.up = true;
    await until("the device to be unlocked", async () => {
      await this.unlock();
      return this.device.sync.session$.value.kind === "signed_in" || undefined;
    });
    await this.device.sync.syncNow();
  }
}
