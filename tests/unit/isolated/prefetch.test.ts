import "fake-indexeddb/auto";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DeviceDb } from "../../../sync/database/device-db.ts";
import type { Transport } from "../../../sync/transport/rpc.ts";
import { prefetchAttachments, readAttachment } from "../../../sync/uploads/attachment-cache.ts";
import { openDeviceDb, plainStore } from "../../fixtures/sync/device-db.ts";

let device: DeviceDb;
beforeEach(() => {
  device = openDeviceDb(crypto.randomUUID());
});
afterEach(() => device.close());

const picture = (text: string, size = text.length) => ({
  ...{ id: crypto.randomUUID(), name: text, type: "image/png", size, width: null, height: null },
  sha256: createHash("sha256").update(text).digest("hex"),
});
const MB = 1024 * 1024;

/** A developer's device with one report per picture, newest first, and its downloads. */
function deviceWith(files: ReturnType<typeof picture>[], bytesOf = (name: string) => name) {
  const rows = files.map((file, at) => ({
    ...{ tester_id: "t", attachments: [file], uploaded: [file.id] },
    received_at: `2026-11-${String(20 - at)}T00:00:00.000Z`,
  }));
  const find = () => ({ exec: async () => [...rows].reverse() });
  const store = plainStore(device, { role: "developer", collection: () => ({ find }) });
  const asked: string[] = [];
  const download = async (path: string) => {
    const name = files.find(({ sha256 }) => path === `t/${sha256}`)?.name ?? "";
    asked.push(name);
    return { data: new Blob([bytesOf(name)], { type: "image/png" }), error: null };
  };
  const transport = {
    token: async () => ({ ok: true, value: "" }),
    client: async () => ({ storage: { from: () => ({ download }) } }),
  } as unknown as Transport;
  return { store, transport, rows, asked };
}

test("S18 prefetches open pictures once, latest first, while they fit; requests a damaged one once", async () => {
  const files = [picture("latest"), picture("damaged"), picture("second"), picture("huge", 160 * MB), picture("small")];
  const { store, transport, asked } = deviceWith(files, (name) => (name === "damaged" ? "other bytes" : name));
  for (let poll = 0; poll < 3; poll++) await prefetchAttachments(store, transport);
  expect(asked).toEqual(["latest", "damaged", "second"]);
});

test("S18 pictures larger than the cache evict nothing and are not downloaded repeatedly", async () => {
  const files = Array.from({ length: 8 }, (_, n) => picture(`${n}`.repeat(300)));
  const { store, transport, rows, asked } = deviceWith(files);
  const most = { pictures: 10, bytes: 1000 };
  const held = async () => new Set((await device.blobs.toArray()).map(({ sha256 }) => sha256));
  for (let poll = 0; poll < 6; poll++) await prefetchAttachments(store, transport, most);
  expect(asked).toEqual([files[0]?.name, files[1]?.name]);
  const [first, second, , , , , , last] = files;
  // The developer opens a picture: the cache has room for it and evicts none of them.
  const row = rows[7];
  if (!row || !last) throw new Error("unreachable");
  await readAttachment(store, transport, row, last, most);
  for (let poll = 0; poll < 6; poll++) await prefetchAttachments(store, transport, most);
  expect(asked).toHaveLength(3);
  expect(await held()).toEqual(new Set([first?.sha256, second?.sha256, last.sha256]));
});
