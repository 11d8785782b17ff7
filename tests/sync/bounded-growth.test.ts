// The picture cache's limits by count and size, with 10,000 pictures. See kept-answers.test.ts for
// responses, tests/unit/sync/catalog.test.ts for cards.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Transport } from "../../sync/transport/rpc.ts";
import { cacheLimits, readAttachment } from "../../sync/uploads/attachment-cache.ts";
import { long } from "../fixtures/long.ts";
import { openDeviceDb, plainStore } from "../fixtures/sync/device-db.ts";

const picture = (text: string) => ({
  ...{ id: crypto.randomUUID(), name: text, type: "image/png", size: text.length, width: null, height: null },
  sha256: createHash("sha256").update(text).digest("hex"),
});

test("S18 keeps the latest of 10,000 pictures, by count and size, and all pending uploads", long, async () => {
  const device = openDeviceDb(crypto.randomUUID());
  const nothing = new ArrayBuffer(0);
  const blobs = Array.from({ length: 10_000 }, (_, n) => ({
    ...{ sha256: `picture ${n}`, data: { bytes: nothing, type: "" }, type: "", size: 10 },
    ...{ own: n % 100 === 0 ? (1 as const) : (0 as const), at: new Date(1_790_000_000_000 + n).toISOString() },
  }));
  await device.blobs.bulkPut(blobs);
  const store = plainStore(device);
  const look = async (text: string) => {
    const file = picture(text);
    const transport = {
      token: async () => ({ ok: true, value: "" }),
      client: async () => ({
        storage: { from: () => ({ download: async () => ({ data: new Blob([text]), error: null }) }) },
      }),
    } as unknown as Transport;
    const view = await readAttachment(store, transport, { tester_id: "t", uploaded: [file.id] }, file);
    expect(view.state).toBe("ready");
  };
  await look("one more");
  const kept = async (own: 0 | 1) => (await device.blobs.toArray()).filter((blob) => blob.own === own);
  const fetched = async () => (await kept(0)).sort((a, b) => (a.at < b.at ? -1 : 1));
  expect(await kept(1)).toHaveLength(100);
  expect(await fetched()).toHaveLength(cacheLimits.pictures);
  expect((await fetched()).slice(-2).map(({ sha256 }) => sha256)).toEqual(["picture 9999", picture("one more").sha256]);
  // Large pictures: as many as fit.
  await device.blobs.bulkPut(blobs.slice(-20).map((one) => ({ ...one, size: cacheLimits.bytes / 10 })));
  await look("and another");
  expect(await kept(1)).toHaveLength(100);
  const left = await kept(0);
  expect(left.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(cacheLimits.bytes);
  expect(left).toHaveLength(11);
  device.close();
});
