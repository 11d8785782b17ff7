// Messages to the people who run this (S3): kept on the device, sent when there is a network, each
// once however often it is tried, since its id is made here. Works signed out. Not wiped with a
// person's data: it was written to be sent.
import Dexie, { type Table } from "dexie";
import { BehaviorSubject, skip } from "rxjs";
import { v4 as uuid } from "uuid";
import { bodyOf } from "../transport/answers.ts";
import { failureOfResponse, storageFailure } from "../transport/errors.ts";
import { type Failure, fail, ok, type Result } from "../transport/result.ts";
import { Cancelled, done, retryUntilDone } from "../transport/retry-policy.ts";
import type { Transport } from "../transport/rpc.ts";

export interface ContactInput {
  name: string;
  email: string;
  message: string;
}
export interface ContactMessage extends ContactInput {
  id: string;
  at: string;
  /** The server's no, by its code; such a message waits for the person. */
  refused: string;
}

export interface ContactQueue {
  /** Not yet on the server, oldest first. */
  readonly waiting$: BehaviorSubject<readonly ContactMessage[]>;
  /** False while `waiting$` is empty only because the disk has not answered yet. */
  readonly loaded: boolean;
  /** Returns the message's id as soon as it is safe on this device. */
  add(input: ContactInput): Promise<Result<string>>;
  discard(id: string): Promise<void>;
  stop(): void;
}

class ContactDb extends Dexie {
  declare messages: Table<ContactMessage, string>;
  constructor(device: string) {
    super(`betaflock-contact${device}`, { chromeTransactionDurability: "strict" });
    this.version(1).stores({ messages: "id, at" });
  }
}

interface ContactConfig {
  transport: Transport;
  key: string;
  send: typeof fetch;
  personId: () => string | null;
  /** Tests: several devices in one process. */
  device?: string;
}

export function createContactQueue({ transport, key, send, personId, device = "" }: ContactConfig): ContactQueue {
  const db = new ContactDb(device);
  const waiting$ = new BehaviorSubject<readonly ContactMessage[]>([]);
  const ending = new AbortController();
  let running = false;

  let loaded = false;
  const load = async () => {
    // Not made only to be looked into: a device on which nobody wrote keeps nothing, also after
    // logging out.
    const there = db.isOpen() || (await Dexie.getDatabaseNames()).includes(db.name);
    const messages = there ? await db.messages.orderBy("at").toArray() : [];
    loaded = true;
    waiting$.next(messages);
  };

  /**
   * Whoever is signed in is named, if the server still knows the session; otherwise the message
   * goes without.
   */
  async function sender(): Promise<{ bearer: string; userId: string | null } | null> {
    const userId = personId();
    const token = userId === null ? null : await transport.token();
    if (token === null) return { bearer: key, userId: null };
    if (token.ok) return { bearer: token.value, userId };
    return token.error.type === "unauthorized" ? { bearer: key, userId: null } : null;
  }

  /** True: no longer this queue's business. */
  async function deliver({ id, name, email, message }: ContactMessage): Promise<boolean> {
    const from = await sender();
    if (!from) return false;
    let response: Response;
    try {
      response = await send(`${transport.url}/rest/v1/contact_messages`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          apikey: key,
          authorization: `Bearer ${from.bearer}`,
          prefer: "return=minimal",
        },
        body: JSON.stringify({ id, user_id: from.userId, name, email, message }),
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(30_000)]),
      });
    } catch {
      transport.seen({ type: "offline" });
      return false;
    }
    transport.seen(null);
    // 409: an earlier try had arrived, only its answer had not.
    if (response.ok || response.status === 409) {
      await db.messages.delete(id);
      return true;
    }
    const failure = failureOfResponse(response.status, bodyOf(response), response.headers.get("retry-after"));
    if (failure.type !== "refused") return false;
    await db.messages.update(id, { refused: failure.code || "invalid" });
    return true;
  }

  const unsent = () => waiting$.value.filter(({ refused }) => refused === "");

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      await retryUntilDone(transport, ending.signal, async () => {
        await load();
        let progressed = false;
        for (const message of unsent()) progressed = (await deliver(message)) || progressed;
        if (progressed) await load();
        return unsent().length === 0 ? done(undefined) : { done: false, progressed };
      });
    } catch (error) {
      // A browser that denies storage has nothing waiting; the page that writes one is told by
      // `add`.
      if (!(error instanceof Cancelled) && !ending.signal.aborted && !storageFailure(error)) throw error;
    } finally {
      running = false;
    }
  }

  /** At once, also when the last failure has it waiting. */
  const kick = () => (running ? transport.wake() : void run());
  const subscription = transport.online$.pipe(skip(1)).subscribe((online) => {
    if (online) kick();
  });
  if (typeof window !== "undefined") window.addEventListener("online", kick, { signal: ending.signal });
  kick();

  return {
    waiting$,
    get loaded() {
      return loaded;
    },
    async add(input) {
      const message: ContactMessage = { ...input, id: uuid(), at: new Date().toISOString(), refused: "" };
      try {
        await db.messages.add(message);
        await load();
      } catch (error) {
        const failure: Failure | null = storageFailure(error);
        if (failure) return fail(failure);
        throw error;
      }
      kick();
      return ok(message.id);
    },
    async discard(id) {
      await db.messages.delete(id);
      await load();
    },
    stop() {
      ending.abort();
      subscription.unsubscribe();
      db.close();
    },
  };
}
