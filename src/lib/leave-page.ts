// Closes IndexedDB transactions and connections when the page is left. WebKit's back/forward cache
// freezes a page with open transactions, which blocks all other pages that write to the same
// tables. Uncommitted writes are lost, as after a crash; the app tolerates that.

const databases = new Set<IDBDatabase>();
const transactions = new Set<IDBTransaction>();

function follow(transaction: IDBTransaction): IDBTransaction {
  const over = () => transactions.delete(transaction);
  transactions.add(transaction);
  transaction.addEventListener("complete", over);
  transaction.addEventListener("abort", over);
  return transaction;
}

function followDatabase(database: IDBDatabase): void {
  const { transaction, close } = database;
  databases.add(database);
  database.transaction = (...args) => follow(transaction.apply(database, args));
  database.close = () => {
    databases.delete(database);
    close.call(database);
  };
}

function closeConnections(): void {
  for (const transaction of transactions) {
    try {
      transaction.abort();
    } catch {
      // Already committed, for example by `drafts.ts`.
    }
  }
  for (const database of databases) database.close();
}

/** Tracks the connections of Dexie, RxDB and the app. Call before a database is opened. */
export function closeConnectionsOnLeave(): void {
  if (!globalThis.indexedDB) return;
  let left = false;
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...args) => {
    const request = open(...args);
    request.addEventListener("upgradeneeded", () => {
      if (request.transaction) follow(request.transaction);
    });
    request.addEventListener("success", () => {
      if (left) request.result.close();
      else followDatabase(request.result);
    });
    return request;
  };
  // Runs after the listeners that save input: one added during the capture phase runs last.
  window.addEventListener(
    "pagehide",
    () => {
      left = true;
      window.addEventListener("pagehide", closeConnections, { once: true });
    },
    { capture: true },
  );
  // After a restore from the back/forward cache all connections are closed.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}
