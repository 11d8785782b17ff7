// One device of a scenario: goes through tunnels, bad proxies, killed tabs and spent tokens,
// and always comes back with the same disk.
import { filter, firstValueFrom, map } from "rxjs";
import { readMeta } from "../../sync/database/device-db.ts";
import type { Store, StoreState } from "../../sync/index.ts";
import { lostSendAll } from "../../sync/mutations/outbox.ts";
import type { Random } from "../fixtures/random.ts";
import { cloneOf } from "../fixtures/sync/clone.ts";
import { type Device, type DeviceOptions, openDevice, stateOf, until } from "../fixtures/sync/device.ts";
import type { Fault } from "../fixtures/sync/network.ts";
import { password, personsStore } from "../fixtures/sync/scenario.ts";
import { type Editor, insertFamilies, randomEdit } from "./edits.ts";
import { randomPage } from "./pages.ts";
import type { AskedServer } from "./server.ts";

export interface SimulatedPerson {
  id: string;
  email: string;
}

const isReplaced = (error: unknown) => error instanceof Error && error.name === "StoreReplaced";
const statuses = [401, 403, 409, 413, 429, 500, 502, 503] as const;

export class SimulatedClient {
  device: Device;
  readonly person: SimulatedPerson;
  readonly #server: AskedServer;
  readonly #random: Random;
  #faulty = 0;

  constructor(server: AskedServer, random: Random, device: Device, person: SimulatedPerson) {
    this.#server = server;
    this.#random = random;
    this.device = device;
    this.person = person;
    this.#attach();
  }

  #attach(): void {
    this.device.network.fault = () => (this.#faulty > 0 ? this.#fault() : null);
  }

  #fault(): Fault | null {
    const random = this.#random;
    if (!random.chance(this.#faulty)) return null;
    const kind = random.weighted({ dropped: 2, answer_lost: 4, twice: 3, late: 3, overtaken: 3, status: 2, page: 2 });
    if (kind === "page") return randomPage(random);
    if (kind === "late" || kind === "overtaken") {
      const ms = random.below(kind === "late" ? 120 : 200);
      return { kind, until: () => new Promise<void>((done) => setTimeout(done, ms)) };
    }
    if (kind === "status") return { kind, status: random.pick(statuses) ?? 500 };
    return { kind };
  }

  /** How often a request goes wrong from now on, 0 to 1. */
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
   * What is found in the open store; undefined: it was made anew meanwhile, and the question goes
   * to the next one.
   */
  async look<T>(question: (store: Store) => Promise<T>): Promise<T | undefined> {
    const { store$ } = this.device.sync;
    const store = await this.device.store();
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
      if (isReplaced(error) || !isOpen(store$.value)) return undefined;
      throw error;
    }
  }

  /** The same, until there is an answer. */
  async ask<T>(question: (store: Store) => Promise<T>): Promise<T> {
    for (;;) {
      const answer = await this.look(async (store) => ({ found: await question(store) }));
      if (answer) return answer.found;
    }
  }

  /**
   * Writes rows that belong to each other in a tunnel; they are sent together when the device is
   * healed.
   */
  async families(editor: Editor): Promise<void> {
    this.online = false;
    await this.ask(async (store) => {
      if (store.has("releases")) await insertFamilies(editor, store, 4);
    });
  }

  /**
   * Sends everything again that the server has lost. What is refused then is in the outbox, and
   * says why.
   */
  sendLost(): Promise<unknown> {
    return this.ask((store) => lostSendAll(store));
  }

  /** The same device on another machine, as it is now; both go on. */
  async copied(): Promise<SimulatedClient> {
    const { disk, storage, name } = this.device;
    const { role } = await this.device.store();
    if (role === "anonymous") throw new Error("Nobody is signed in");
    const { online } = this;
    await this.device.kill();
    const options = await cloneOf(this.device, { id: this.person.id, role }, `${name}-copy`);
    await this.#open({ disk, storage, name }, online);
    const device = await openDevice(this.#server, options);
    device.network.up = online;
    await personsStore(device, this.person.id);
    return new SimulatedClient(this.#server, this.#random, device, this.person);
  }

  /**
   * Asks the server several times over for what is new, each time after the answer before, and with
   * one store: one that is made anew meanwhile fetches everything from the beginning.
   */
  async pulls(): Promise<void> {
    const { network, sync } = this.device;
    for (let store: unknown; store !== sync.store$.value; ) {
      await until("the first pull", async () => {
        await this.unlock();
        return (await this.look(({ side }) => readMeta<boolean>(side, "first_sync_done"))) || undefined;
      }).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${JSON.stringify(stateOf(this.device))}`, { cause: error });
      });
      store = sync.store$.value;
      const before = network.count("/sync_pull");
      await until("some pulls", async () => {
        if (network.count("/sync_pull") >= before + 4) return true;
        // A server that was put back has forgotten the sessions that it began since.
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

  /** One edit; a store that is being made anew just then is edited next time. */
  async edit(editor: Editor): Promise<void> {
    const state = this.device.sync.store$.value;
    if (state.kind !== "open" || state.store.person === null) return;
    try {
      editor.devices.set(state.store.clientId, this.device.name);
      await randomEdit(editor, state.store);
    } catch (error) {
      if (!isReplaced(error) && this.device.sync.store$.value === state) throw error;
    }
  }

  async killAndReopen(): Promise<void> {
    const { online } = this;
    const { disk, storage, name } = this.device;
    await this.device.kill();
    await this.#open({ disk, storage, name }, online);
  }

  async #open(kept: DeviceOptions, online: boolean): Promise<void> {
    this.device = await openDevice(this.#server, kept);
    this.device.network.up = online;
    this.#attach();
    await personsStore(this.device, this.person.id);
  }

  /** As after a night: the access token is spent, the refresh token is good. */
  expireToken(): void {
    const { entries } = this.device.disk;
    const session = JSON.parse(entries.get("betaflock-auth") ?? "{}") as Record<string, unknown>;
    if (session.access_token) entries.set("betaflock-auth", JSON.stringify({ ...session, expires_at: 1 }));
  }

  /** Locked by a session that was ended elsewhere: the same person signs in again. */
  async unlock(): Promise<void> {
    if (this.device.sync.session$.value.kind !== "locked") return;
    const answer = await this.device.sync.signIn({ email: this.person.email, password, remember: true });
    if (!answer.ok) throw new Error(`The person could not sign in again: ${JSON.stringify(answer.error)}`);
  }

  /** Network good, session good, and the browser has told so. */
  async heal(): Promise<void> {
    this.faulty = 0;
    this.device.network.up = true;
    await until("the device to be unlocked", async () => {
      await this.unlock();
      return this.device.sync.session$.value.kind === "signed_in" || undefined;
    });
    await this.device.sync.syncNow();
  }
}
