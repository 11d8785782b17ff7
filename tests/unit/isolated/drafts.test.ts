import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MemoryStorage } from "../../fixtures/memory-storage.ts";

let window: EventTarget & { localStorage: MemoryStorage; sessionStorage: MemoryStorage };
beforeEach(() => {
  window = Object.assign(new EventTarget(), {
    localStorage: new MemoryStorage(),
    sessionStorage: new MemoryStorage(),
  });
  vi.stubGlobal("window", window);
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});
afterEach(() => vi.unstubAllGlobals());

const signIn = (id: string) => window.localStorage.setItem("betaflock-person", JSON.stringify({ id }));
const exists = async () => (await indexedDB.databases()).some(({ name }) => name === "betaflock-drafts");

/** Simulates a reload by importing the module again. */
async function page() {
  vi.resetModules();
  const drafts = await import("../../../src/lib/drafts.ts");
  await drafts.loadDrafts(await exists());
  return drafts;
}
const leave = () => window.dispatchEvent(new Event("pagehide"));

test("O1 a draft survives closing the page, for the same user only, until it is sent", async () => {
  signIn("tess");
  const first = await page();
  first.saveDraft("form", { bio: "Half a sent" });
  await vi.waitUntil(exists);
  leave();
  const again = await page();
  expect(again.readDraft("form")).toEqual({ bio: "Half a sent" });
  signIn("dev");
  expect(again.readDraft("form")).toBeUndefined();
  signIn("tess");
  again.saveDraft("form", null);
  await vi.waitUntil(async () => (await page()).readDraft("form") === undefined);
});

test("T2 O1 a tab's draft is written at once and never to disk; logging out deletes both kinds", async () => {
  signIn("tess");
  const first = await page();
  first.saveDraft("login", { email: "t@example.test" }, "tab");
  expect((await page()).readDraft("login", "tab")).toEqual({ email: "t@example.test" });
  expect(first.readDraft("login")).toBeUndefined();
  expect(await exists()).toBe(false);
  first.saveDraft("form", "typed");
  await vi.waitUntil(exists);
  leave();
  await first.forgetDrafts("tess");
  expect(first.readDraft("login", "tab")).toBeUndefined();
  expect(first.readDraft("form")).toBeUndefined();
  await vi.waitUntil(async () => !(await exists()));
});
