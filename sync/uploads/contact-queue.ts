// Contact messages: stored on the device and sent once when there is a network. Works signed out
// and in any tab. A separate database keeps them when a person's data is wiped.
import Dexie, { liveQuery, type Table } from "dexie";
import { BehaviorSubject, type Subscription } from "rxjs";
import { storing } from "../database/device-db.ts";
import {
  newItem,
  type PendingContact,
  type PendingItem,
  pendingIndexes,
  pendingKey,
} from "../database/pending-item.ts";
import { storageFailure } from "../transport/errors.ts";
import { ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";
import { insertMessage } from "./insert-message.ts";
import type { Queue } from "./queue.ts";
import { type Driver, startUploadWorker } from "./upload-worker.ts";

export type ContactInput = PendingContact["body"];

export interface ContactQueue {
  /** Pending or rejected messages, oldest first. */
  readonly pending$: BehaviorSubject<readonly PendingContact[]>;
  /** False while `pending$` is empty because the disk has not answered yet. */
  readonly loaded: boolean;
  /** Returns the message's id as soon as it is safe on this device. */
  add(input: ContactInput): Promise<Result<string>>;
  discard(id: string): Promise<Result<void>>;
  stop(): void;
}

const itemOf = (id: string, { name, email, message }: ContactInput) =>
  newItem<PendingContact>({ kind: "contact", id, subject: "", name, body: { name, email, message } });

const nameOf = (device: string) => `betaflock-contact${device}`;

class ContactDb extends Dexie {
  declare pending: Table<PendingItem, string>;
  constructor(device: string) {
    super(nameOf(device), { chromeTransactionDurability: "strict" });
    this.version(2).stores({ pending: pendingIndexes });
  }
}

interface ContactConfig {
  transport: Transport;
  personId: () => string | null;
  /** Distinguishes devices in tests with several in one process. */
  device?: string;
}

function contactDriver(items: ContactDb["pending"], { transport, personId }: ContactConfig): Driver<PendingContact> {
  return {
    kind: "contact",
    async send({ id, body }, { signal }) {
      const userId = personId();
      const token = userId === null ? null : await transport.token();
      if (token && !token.ok && token.error.type !== "unauthorized") return token;
      // Names the signed-in person if the server still accepts the session; otherwise sends the
      // message without a name.
      const sender = token?.ok ? { bearer: token.value, user_id: userId } : { bearer: transport.key, user_id: null };
      const row = { id, user_id: sender.user_id, ...body };
      return insertMessage(transport, "contact_messages", row, sender.bearer, signal);
    },
    async finish({ key }) {
      await items.delete(key);
      return null;
    },
  };
}

export function createContactQueue(config: ContactConfig): ContactQueue {
  const { transport, device = "" } = config;
  let made: ContactDb | undefined;
  const db = () => {
    made ??= new ContactDb(device);
    return made;
  };
  const pending$ = new BehaviorSubject<readonly PendingContact[]>([]);
  const ending = new AbortController();
  let loaded = false;
  let queue: Queue | null = null;
  let changes: Pick<Subscription, "unsubscribe"> | null = null;

  const load = async () => {
    const items = await db().pending.orderBy("key").toArray();
    loaded = true;
    pending$.next(items.filter((item) => item.kind === "contact").sort((a, b) => a.at.localeCompare(b.at)));
  };
  const start = () => {
    if (queue || ending.signal.aborted) return;
    const items = db().pending;
    queue = startUploadWorker(items, transport, contactDriver(items, config));
    changes = liveQuery(load).subscribe(() => undefined);
  };
  /** Does not create a database just to check it: most devices never store a message. */
  const startIfThere = async () => {
    try {
      if ((await Dexie.getDatabaseNames()).includes(nameOf(device))) return start();
    } catch (error) {
      // A browser that denies storage has no pending messages; adding one fails there.
      if (storageFailure(error) === null) throw error;
    }
    loaded = true;
    pending$.next([]);
  };
  // Any tab sends, including followers.
  if (typeof window !== "undefined")
    window.addEventListener("online", () => transport.wake(), { signal: ending.signal });
  void startIfThere();

  return {
    pending$,
    get loaded() {
      return loaded;
    },
    async add(input) {
      const id = crypto.randomUUID();
      const added = await storing(() => db().pending.put(itemOf(id, input)));
      if (!added.ok) return added;
      await load();
      start();
      return ok(id);
    },
    async discard(id) {
      const deleted = await storing(() => db().pending.delete(pendingKey("contact", id)));
      if (deleted.ok) await load();
      return deleted;
    },
    stop() {
      ending.abort();
      changes?.unsubscribe();
      queue?.stop();
      made?.close();
    },
  };
}
