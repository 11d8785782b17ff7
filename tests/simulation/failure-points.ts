// Disk failures under the devices of a scenario: a write transaction is aborted between two
// requests, finds no space, loses its connection, or is the last one of its tab. Prefers the least
// covered cases and counts them.
import { AsyncLocalStorage } from "node:async_hooks";
import Dexie from "dexie";
// @ts-expect-error: the package has it, without types.
import forceCloseDatabase from "fake-indexeddb/lib/forceCloseDatabase";
import { isClosed } from "../../sync/database/device-db.ts";
import type { Store } from "../../sync/database/store.ts";
import { storageFailure } from "../../sync/transport/errors.ts";
import { Random } from "../fixtures/random.ts";

/**
 * `kill`: later writes of the tab fail. `replace`: another tab upgrades or deletes the database.
 */
const faults = ["abort", "quota", "close", "replace", "kill"] as const;
const roles = ["tester", "developer", "admin"] as const;
/** Kinds of transactions by the code that begins them; the first match counts. */
const codeOf = {
  rebuild: /rebuildRows/,
  upgrade: /upgradeRows/,
  wipe: /wipeDevice/,
  pull: /replication\/pull\.ts/,
  "push answer": /replication\/push\.ts/,
  upload: /sync\/uploads\//,
  outbox: /mutations\/outbox\.ts/,
  mutation: /sync\/mutations\//,
} as const;
type Kind = keyof typeof codeOf;
const kinds = Object.keys(codeOf) as Kind[];
type Fault = (typeof faults)[number];
type Role = (typeof roles)[number];

// Cast: fake-indexeddb's own classes, which have more members than the DOM's types.
type Transaction = IDBTransaction & { _state: string; _abort(name: string): void; db: Connection };
type Connection = IDBDatabase & { _rawDatabase: { transactions: Transaction[] } };

interface Plan {
  fault: Fault;
  pair: string;
  /** Requests that succeed before the failure. */
  left: number;
}

const random = new Random(0);
/** Counts by `fault|kind|role`, for all scenarios of a process. */
const counts = new Map<string, number>();
/** Watched databases, with the role that opened them last. */
const roleOf = new Map<string, Role>();
const dead = new Set<string>();
const plans = new WeakMap<object, Plan>();
const beginner = new AsyncLocalStorage<Kind | undefined>();
/** Share of transactions that fail. */
let share = 0;
let struck = 0;
let struckAt = 0;

const pairOf = (fault: Fault, kind: Kind, role: Role) => `${fault} × ${kind} × ${role}`;

function kindHere(): Kind | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return kinds.find((kind) => codeOf[kind].test(stack));
}

function begun(database: IDBDatabase, transaction: IDBTransaction): void {
  const role = roleOf.get(database.name);
  if (transaction.mode !== "readwrite" || !role) return;
  if (dead.has(database.name)) {
    plans.set(transaction, { fault: "kill", pair: "", left: 0 });
    return;
  }
  const kind = share > 0 ? (beginner.getStore() ?? kindHere()) : undefined;
  if (!kind) return;
  const times = new Map(faults.map((fault) => [fault, counts.get(pairOf(fault, kind, role)) ?? 0]));
  const least = Math.min(...times.values());
  if (!random.chance(least === 0 ? Math.max(share, 0.5) : share)) return;
  const fault = random.pick(faults.filter((one) => times.get(one) === least)) ?? "abort";
  plans.set(transaction, {
    fault,
    pair: pairOf(fault, kind, role),
    left: random.below(1 + random.below(random.chance(0.8) ? 4 : 40)),
  });
}

function requested(of: IDBTransaction, writes: boolean): void {
  const transaction = of as Transaction;
  const plan = plans.get(transaction);
  if (!plan || (plan.fault === "quota" && !writes)) return;
  // The disks have healed since it began; a killed tab stays dead.
  if ((share === 0 && plan.pair !== "") || plan.left-- > 0) return;
  plans.delete(transaction);
  // A browser aborts between tasks, never while the page's code runs.
  setImmediate(() => {
    if (transaction._state === "finished") return;
    struck += 1;
    struckAt = Date.now();
    if (plan.pair !== "") counts.set(plan.pair, (counts.get(plan.pair) ?? 0) + 1);
    strike(plan.fault, transaction);
  });
}

function strike(fault: Fault, transaction: Transaction): void {
  const { db } = transaction;
  if (fault === "abort") transaction._abort("UnknownError");
  if (fault === "quota") transaction._abort("QuotaExceededError");
  if (fault === "kill") {
    dead.add(db.name);
    transaction._abort("AbortError");
  }
  if (fault === "close") {
    for (const one of db._rawDatabase.transactions)
      if (one.db === db && one._state !== "finished") one._abort("AbortError");
    forceCloseDatabase(db);
  }
  if (fault === "replace") {
    const newVersion = random.chance(0.5) ? null : db.version + 10;
    const event = new IDBVersionChangeEvent("versionchange", { oldVersion: db.version, newVersion });
    db.dispatchEvent(Object.assign(event, { eventPath: [] }));
  }
}

// Dexie begins a transaction in a later microtask, so the stack no longer shows its caller.
const { transaction: dexieTransaction } = Dexie.prototype as { transaction: (...args: unknown[]) => unknown };
Object.assign(Dexie.prototype, {
  transaction(this: Dexie, ...args: unknown[]) {
    return beginner.run(beginner.getStore() ?? kindHere(), () => dexieTransaction.apply(this, args));
  },
});
const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (...args) {
  const made = transaction.apply(this, args);
  begun(this, made);
  return made;
};
const writing = ["put", "add", "delete", "clear"] as const;
const reading = ["get", "getAll", "getAllKeys", "count", "openCursor"] as const;
for (const name of [...writing, ...reading]) {
  const request = IDBObjectStore.prototype[name] as (this: IDBObjectStore, ...args: unknown[]) => IDBRequest;
  const watched = function (this: IDBObjectStore, ...args: unknown[]) {
    const made = request.apply(this, args);
    requested(this.transaction, (writing as readonly string[]).includes(name));
    return made;
  };
  Object.assign(IDBObjectStore.prototype, { [name]: watched });
}

export const failurePoints = {
  begin(seed: number): void {
    random.reseed(seed);
    roleOf.clear();
    dead.clear();
    share = 0;
  },
  /** Sets the share of write transactions that fail from now on. */
  set share(of: number) {
    share = of;
  },
  get struck(): number {
    return struck;
  },
  isDead: (database: string): boolean => dead.has(database),
  /** Reopens the tab. */
  revive: (database: string): boolean => dead.delete(database),
  /** Watches the database of an open store, and records which code begins a transaction. */
  watch(store: Store): void {
    if (store.role === "anonymous") return;
    roleOf.set(store.db.name, store.role);
    const asked = store.transaction;
    store.transaction = (names, task) => beginner.run(kindHere(), () => asked(names, task));
  },
  /** Returns whether a recent disk failure explains this error. */
  explains: (error: unknown): boolean =>
    Date.now() - struckAt < 10_000 &&
    (isClosed(error) ||
      storageFailure(error) !== null ||
      (error instanceof Error && ["StoreReplaced", "StoreOutdated"].includes(error.name))),
  coverage(): string {
    const all = kinds.flatMap((kind) =>
      // Admins have no files to send.
      roles
        .filter((role) => kind !== "upload" || role !== "admin")
        .flatMap((role) => faults.map((fault) => pairOf(fault, kind, role))),
    );
    const missing = all.filter((pair) => !counts.has(pair));
    const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
    return `failure points: ${total} failures, ${all.length - missing.length} of ${all.length} kinds${missing.length > 0 ? `; missing: ${missing.join(", ")}` : ""}`;
  },
};
