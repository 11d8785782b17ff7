// A page in the back/forward cache must not hold transactions that block other pages.
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { closeConnectionsOnLeave } from "../../../src/lib/leave-page.ts";

afterEach(() => vi.unstubAllGlobals());

const asked = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
const over = (transaction: IDBTransaction) =>
  new Promise<string>((done) => {
    transaction.oncomplete = () => done("complete");
    transaction.onabort = () => done("abort");
  });

test("O1 leaving aborts open transactions, writes typed text, and lets other pages write at once", async () => {
  const reloaded = vi.fn();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { reload: reloaded } }));
  const untouched = indexedDB.open.bind(indexedDB);
  closeConnectionsOnLeave();
  const request = indexedDB.open("leaving", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("rows");
  const page = await asked(request);
  const endless = page.transaction("rows", "readwrite");
  const keepAlive = () => {
    endless.objectStore("rows").get("a").onsuccess = keepAlive;
  };
  keepAlive();
  let typed: Promise<string> | undefined;
  // Like drafts.ts, in a listener that was added later.
  window.addEventListener("pagehide", () => {
    const last = page.transaction("rows", "readwrite");
    last.objectStore("rows").put("words", "typed");
    last.commit();
    typed = over(last);
  });
  const given = over(endless);
  window.dispatchEvent(new Event("pagehide"));
  expect(await given).toBe("abort");
  expect(await typed).toBe("complete");
  expect(() => page.transaction("rows")).toThrow();

  const other = await asked(untouched("leaving", 1));
  const writing = other.transaction("rows", "readwrite");
  expect(await asked(writing.objectStore("rows").get("typed"))).toBe("words");
  expect(await over(writing)).toBe("complete");
  other.close();

  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  expect(reloaded).not.toHaveBeenCalled();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(reloaded).toHaveBeenCalledOnce();
});
