// Closes IndexedDB transactions and connections when the page is left. WebKit's back/forward cache
// freezes a page with its open transactions, and other pages that write to the same tables hang
// until the browser is closed. Uncommitted writes are lost as after a kill, which every write here
// survives.

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
      // Already committed: it ends by itself (drafts.ts commits when the page is left).
    }
  }
  for (const database of databases) database.close();
}

/**
 * Wraps the page's `indexedDB`, before anything opens a database: the connections of Dexie, RxDB
 * and our own code all come from there.
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
  // Runs last: other listeners still save what was typed. A listener that is added during the
  // capture phase runs after the existing ones.
  window.addEventListener(
    "pagehide",
    () => {
      left = true;
      window.addEventListener("pagehide", closeConnections, { once: true });
    },
    { capture: true },
  );
  // Restored from the back/forward cache: its connections are closed.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}
