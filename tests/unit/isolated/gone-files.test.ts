// A chosen file that changes or disappears before it is stored fails by name and leaves no rows.
// Also tests the size of stored pictures.
import "fake-indexeddb/auto";
import { afterEach, expect, test } from "vitest";
import { storedSize } from "../../../src/state/image-processing.ts";
import { openStore, type Store } from "../../../sync/database/store.ts";
import { type AppInput, appCreate, appPicture, releaseCreate, releaseFile } from "../../../sync/mutations/apps.ts";
import { queueAttachment } from "../../fixtures/sync/queued-files.ts";
import { value } from "../../fixtures/sync/scenario.ts";

let open: Store | undefined;
afterEach(() => open?.close());
async function store(): Promise<Store> {
  const person = { id: crypto.randomUUID(), name: "P", email: "p@example.test", role: "developer" } as const;
  open = await openStore(person, { device: crypto.randomUUID(), multiInstance: false });
  return open;
}
const app: AppInput = {
  ...{ title: "App", description: "", platform: "android", type: "APK", icon_path: "", screenshots: [] },
  ...{ requirements: [], compatibility: "" },
};

/** Rejects reads, as browsers do for a file that changed or was deleted after it was chosen. */
const gone = (name: string, bytes = 100): File => {
  const file = new File([new Uint8Array(bytes)], "map.apk", { type: "image/png" });
  const reject = () => Promise.reject(new DOMException("gone", name));
  Object.assign(file, { arrayBuffer: reject, slice: () => Object.assign(new Blob(), { arrayBuffer: reject }) });
  return file;
};

test.each([
  ["NotReadableError", 100],
  ["NotFoundError", 100],
  ["NotReadableError", 9 * 1024 * 1024],
] as const)(
  "S20 a missing build (%s, %i bytes) leaves no release; choosing it again creates one",
  async (name, size) => {
    const developer = await store();
    const { id } = value(await appCreate(developer, app, { org_id: crypto.randomUUID(), name: "Org" }));
    const releases = () => developer.collection("releases").find().exec();
    const input = { version: "1", notes: "" };
    for (let press = 0; press < 2; press += 1)
      expect(await releaseCreate(developer, id, input, gone(name, size))).toEqual({
        ok: false,
        error: { type: "file_gone" },
      });
    expect(await releases()).toEqual([]);
    expect(await developer.device.pending.count()).toBe(0);
    const made = value(await releaseCreate(developer, id, input, new File(["PK"], "map.apk")));
    expect(made).toMatchObject({ file_name: "map.apk", size_bytes: 2, kind: "file" });
    expect(await releases()).toHaveLength(1);
    expect(await developer.device.pending.count()).toBe(1);
    expect(await releaseFile(developer, made.id, gone(name, size))).toEqual({
      ok: false,
      error: { type: "file_gone" },
    });
  },
);

test("S11 names a photo or picture that is missing", async () => {
  const person = await store();
  const failed = { ok: false, error: { type: "file_gone" } };
  expect(await queueAttachment(person, crypto.randomUUID(), { name: "a.png", blob: gone("NotReadableError") })).toEqual(
    failed,
  );
  expect(await appPicture(person, gone("NotReadableError"))).toEqual(failed);
});

test("S11 a long screenshot stays legible: the limit applies to its area, not its longer side", () => {
  expect(storedSize(1080, 2400)).toEqual({ width: 1080, height: 2400 });
  expect(storedSize(4000, 3000)).toEqual({ width: 2560, height: 1920 });
  for (const [width, height] of [
    [1080, 24_000],
    [1440, 60_000],
    [24_000, 1080],
  ] as const) {
    const stored = storedSize(width, height);
    expect(stored.width * stored.height).toBeLessThanOrEqual(16_000_000);
    expect(Math.max(stored.width, stored.height)).toBeLessThanOrEqual(16_384);
    // Each of a phone's 360 points keeps at least one pixel.
    expect(Math.min(stored.width, stored.height)).toBeGreaterThanOrEqual(360);
  }
  expect(storedSize(1080, 24_000).width).toBeGreaterThan(700);
});
