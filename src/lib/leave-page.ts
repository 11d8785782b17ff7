// Back/forward cache: a page that is left gives up its IndexedDB transactions and connections.
// WebKit freezes such a page with them, and whatever writes to the same tables later waits until
// the browser is closed. What was not committed is as after a kill, which every write here is made
// for.

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
      // Committed already: it ends by itself (drafts.ts writes that way when the page is left).
    }
  }
  for (const database of databases) database.close();
}

/**
 * Wraps the page's `indexedDB` once, before anything opens a database: Dexie's, RxDB's and our own
 * connections all come from there.
 */
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
  // Last of all listeners: others still write down what was typed. One that is added while the
  // event is being captured comes after those that are there.
  window.addEventListener(
    "pagehide",
    () => {
      left = true;
      window.addEventListener("pagehide", closeConnections, { once: true });
    },
    { capture: true },
  );
  // Shown once more from the cache: nothing in it has a database.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}
