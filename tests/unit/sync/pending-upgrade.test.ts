// A device database of an earlier version, with something of each kind in its queues: all of it is
// in the one queue afterwards, with its bytes.
import "fake-indexeddb/auto";
import Dexie from "dexie";
import { expect, test, vi } from "vitest";
import { DeviceDb, sideDbName } from "../../../sync/database/device-db.ts";
import { blobOf } from "../../../sync/database/stored-bytes.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { createContactQueue } from "../../../sync/uploads/contact-queue.ts";

const at = "2026-01-01T00:00:00.000Z";

async function versionFive(owner: string) {
  const old = new Dexie(sideDbName(owner));
  old.version(5).stores({
    ...{ outbox: "key, [collection+id], at", blobs: "sha256, own, at", uploads: "key, feedback_id, sha256" },
    ...{ drafts: "key", meta: "key", downloads: "release_id", parts: "[release_id+index]", ownRows: "key" },
  });
  return old;
}

test("O1 O2 what waited in the queues of before is in the one queue, with its bytes, rejections and progress", async () => {
  const old = await versionFive("dev");
  const photo = { sha256: "aa", data: new Blob(["photo"]), type: "image/png", size: 5, own: 1, at };
  await old.table("blobs").put(photo);
  const upload = { feedback_id: "report", sha256: "aa", name: "a.png", type: "image/png", size: 5, resume: "" };
  await old.table("uploads").bulkPut([
    { ...upload, key: "report|photo", attachment_id: "photo", refused: "" },
    { ...upload, key: "report|again", attachment_id: "again", refused: "quota" },
  ]);
  const build = { release_id: "r", path: "dev/bb", name: "a.apk", type: "application/zip", size: 5, sent: 3 };
  const image = (path: string, more: object) => ({
    key: `object|avatars|${path}`,
    value: {
      bucket: "avatars",
      path,
      blob: new Blob([path], { type: "image/png" }),
      refused: "",
      sent: false,
      ...more,
    },
    at,
  });
  const flag = { id: "f", content_type: "app", content_id: "thing", reason: "Spam", at, refused: "rate_limit" };
  await old.table("drafts").bulkPut([
    { key: "build|r", value: { ...build, refused: "", resume: "http://there" }, at },
    { key: "build-bytes|r", value: new Blob(["build"]), at },
    image("dev/cc.png", {}),
    image("dev/dd.png", { sent: true }),
    // As WebKit stores it in private browsing.
    image("dev/ee.jpg", { blob: { bytes: new TextEncoder().encode("bytes").buffer, type: "image/jpeg" } }),
    { key: "flag|f", value: flag, at },
    { key: "decision|report", value: { decision: { to: "approved", usefulness: 5 }, holder: "tab" }, at },
  ]);
  old.close();

  const side = new DeviceDb("dev");
  const items = await side.pending.orderBy("key").toArray();
  const file = { sent: 0, resume: "", failure: "", state: "pending" };
  const attachment = { ...file, kind: "attachment", subject: "report", path: "dev/aa", bucket: "attachments" };
  const picture = { ...file, kind: "image", bucket: "avatars", subject: "", at };
  const body = { content_type: "app", content_id: "thing", reason: "Spam" };
  expect(items).toMatchObject([
    { ...attachment, key: "attachment|again", id: "again", state: "rejected", failure: "quota" },
    { ...attachment, key: "attachment|photo", id: "photo", name: "a.png", size: 5, sha256: "aa" },
    { key: "flag|f", kind: "flag", id: "f", subject: "thing", state: "rejected", failure: "rate_limit", body, at },
    { ...picture, key: "image|avatars/dev/cc.png", path: "dev/cc.png", sha256: "cc", type: "image/png" },
    { ...picture, path: "dev/dd.png", sha256: "dd", state: "sent" },
    { ...picture, path: "dev/ee.jpg", sha256: "ee", size: 5, type: "image/jpeg" },
    {
      ...{ ...file, key: "release|r", kind: "release", id: "r", subject: "r", bucket: "releases", path: "dev/bb" },
      ...{ sha256: "bb", name: "a.apk", sent: 3, resume: "http://there", at },
    },
  ]);
  const texts = await Promise.all((await side.blobs.toArray()).map(({ data }) => blobOf(data).text()));
  expect(texts).toEqual(["photo", "build", "dev/cc.png", "dev/dd.png", "bytes"]);
  expect(await side.drafts.toCollection().primaryKeys()).toEqual(["decision|report"]);
  side.close();
});

test("S3 O1 contact messages of before are still there after the update, rejected ones with their reason", async () => {
  const old = new Dexie("betaflock-contact");
  old.version(1).stores({ messages: "id, at" });
  const input = { name: "Robin", email: "robin@example.test", message: "Hello" };
  await old.table("messages").bulkPut([
    { ...input, id: "b", at: "2026-01-02", refused: "" },
    { ...input, id: "a", at: "2026-01-03", refused: "rate_limit" },
  ]);
  old.close();
  const { Subject, BehaviorSubject } = await import("rxjs");
  const sent: string[] = [];
  const transport = {
    ...{
      url: "http://server",
      key: "public",
      wake$: new Subject(),
      wake: () => undefined,
      online$: new BehaviorSubject(true),
    },
    seen: () => undefined,
    pause: () => new Promise(() => undefined),
    send: async (_url: string, init: RequestInit) => {
      sent.push(String(init.body));
      throw new TypeError("offline");
    },
  } as unknown as Transport;
  const contact = createContactQueue({ transport, personId: () => null });
  await vi.waitUntil(() => contact.loaded && sent.length === 1);
  expect(contact.pending$.value).toMatchObject([
    { key: "contact|b", body: input, state: "pending", at: "2026-01-02" },
    { key: "contact|a", body: input, state: "rejected", failure: "rate_limit" },
  ]);
  expect(JSON.parse(sent[0] ?? "")).toEqual({ id: "b", user_id: null, ...input });
  contact.stop();
});
