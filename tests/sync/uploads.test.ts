// Files on their way over lines that die and through proxies that answer for the server: the real
// client with the real tus-js-client against the real server.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { pendingItems } from "../../sync/uploads/pending-items.ts";
import { queueReleaseFile } from "../../sync/uploads/release-uploads.ts";
import { type Between, openProxy, type Page } from "../fixtures/http-proxy.ts";
import { long } from "../fixtures/long.ts";
import { type Device, openDevice, until } from "../fixtures/sync/device.ts";
import { signUpOn, value } from "../fixtures/sync/scenario.ts";
import { type Line, openLine } from "../fixtures/tcp-proxy.ts";

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "betaflock-uploads-"));
let backend: ListeningBackend;
let line: Line;
let proxy: Between;
let device: Device | undefined;

beforeAll(async () => {
  backend = await startBackend({ dataDir: folder, schedule: false });
  line = await openLine(() => backend.port);
  proxy = await openProxy(() => backend.port);
});
afterEach(async () => {
  line.cutEvery = null;
  proxy.rule = () => null;
  await device?.kill();
  device = undefined;
});
afterAll(async () => {
  await line?.close();
  await proxy?.close();
  await backend?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const behind = ({ port }: { port: number }) => ({
  url: `http://127.0.0.1:${port}`,
  publishableKey: backend.publishableKey,
});

/** A developer's device behind the line, or the proxy. */
async function developer(way: { port: number } = line): Promise<Device> {
  device = await openDevice(behind(way));
  await signUpOn(device, "developer", "Dee");
  await device.drained();
  return device;
}

function fileOf(size: number, seed: number): File {
  const bytes = new Uint8Array(size);
  for (let at = 0, x = seed; at < size; at++) {
    x = (x * 1_103_515_245 + 12_345) & 0x7fffffff;
    bytes[at] = x >> 16;
  }
  return new File([bytes], "build.apk", { type: "application/octet-stream" });
}

const sha = async (file: Blob) =>
  createHash("sha256")
    .update(Buffer.from(await file.arrayBuffer()))
    .digest("hex");

const arrived = (path: string) =>
  until(
    "the file to arrive",
    async () => {
      const rows = await backend.sql<{ size: number }>(
        "select (metadata ->> 'size')::int as size from storage.objects where bucket_id = 'releases' and name = $1",
        [path],
      );
      return rows[0];
    },
    55_000,
  );

/** What the server keeps of uploads that are under way. */
const unfinished = () => readdirSync(join(folder, "storage", "resumable"));

/** The row is there a moment before what described the upload is gone. */
const nothingLeft = () => until("nothing to be kept of it", async () => unfinished().length === 0 || undefined);

describe("a file over a line that dies", () => {
  test(
    "O2 S28 40 MB over a line that is cut every 3 MB arrive, with at most 1.2 times their size sent",
    long,
    async () => {
      const { store, sync } = await developer();
      const file = fileOf(40 * MB, 1);
      const before = line.sent;
      line.cutEvery = 3 * MB;
      const kept = value(await queueReleaseFile(await store(), crypto.randomUUID(), file));
      // Nobody waits here for pauses that grow; that they begin anew is another test's business.
      const hurry = setInterval(() => sync.transport.wake(), 200);
      const row = await arrived(kept.file_path).finally(() => clearInterval(hurry));
      expect(row.size).toBe(file.size);
      const sent = line.sent - before;
      process.stdout.write(`40 MB in ${line.cuts} cuts: ${(sent / MB).toFixed(1)} MB sent\n`);
      expect(sent).toBeLessThan(1.2 * file.size);
      const answer = await fetch(`${backend.url}/storage/v1/object/releases/${kept.file_path}`, {
        headers: { apikey: backend.serviceKey },
      });
      expect(await sha(await answer.blob())).toBe(await sha(file));
      await nothingLeft();
    },
  );

  test("O2 S28 the address of an upload outlives the app: the next start goes on from the byte that the server has", async () => {
    const first = await developer();
    const { disk, storage, name } = first;
    const file = fileOf(8 * MB, 2);
    const before = line.sent;
    line.cutEvery = 3 * MB;
    const kept = value(await queueReleaseFile(await first.store(), crypto.randomUUID(), file));
    const cuts = line.cuts;
    await until("the line to be cut in the first piece", async () => line.cuts > cuts || undefined);
    await first.kill();
    line.cutEvery = null;
    device = await openDevice(behind(line), { disk, storage, name });
    expect((await arrived(kept.file_path)).size).toBe(file.size);
    expect(line.sent - before).toBeLessThan(1.2 * file.size);
    await nothingLeft();
  });

  test("O2 an address that the server has forgotten is given up, and the file sent anew", async () => {
    const { store, sync } = await developer();
    const open = await store();
    const id = crypto.randomUUID();
    line.cutEvery = 3 * MB;
    const kept = value(await queueReleaseFile(open, id, fileOf(7 * MB, 3)));
    const cuts = line.cuts;
    await until("a cut", async () => line.cuts > cuts || undefined);
    for (const name of unfinished()) rmSync(join(folder, "storage", "resumable", name), { force: true });
    line.cutEvery = null;
    sync.transport.wake();
    expect((await arrived(kept.file_path)).size).toBe(7 * MB);
  });
});

const uploadOf = async (device: Device) => {
  const items = await pendingItems(await device.store());
  return items.find(({ kind }) => kind === "release");
};

describe("somebody on the way answers in the server's place", () => {
  const resumable = "/storage/v1/upload/resumable";
  const pages: readonly (readonly [string, Page])[] = [
    ["a portal's 200", { status: 200 }],
    ["a portal's 403", { status: 403 }],
    ["a 404", { status: 404 }],
    ["an empty 200", { status: 200, body: "" }],
    ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:9/login" } }],
    ["somebody's JSON", { status: 400, headers: { "content-type": "application/json" }, body: '{"login":"please"}' }],
  ];
  test.each(pages)(
    "O2 S28 %s to each step of an upload is no answer: it goes on when the server is back",
    async (_name, page) => {
      const dev = await developer(proxy);
      const file = fileOf(7 * MB, 4 + pages.findIndex(([, p]) => p === page));
      const wrong = new Set(["POST", "HEAD", "PATCH"]);
      const asked: string[] = [];
      proxy.rule = ({ method, url }) => {
        if (!url.startsWith(resumable)) return null;
        asked.push(method);
        return wrong.delete(method) ? page : null;
      };
      const kept = value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), file));
      const hurry = setInterval(() => dev.sync.transport.wake(), 100);
      expect((await arrived(kept.file_path).finally(() => clearInterval(hurry))).size).toBe(file.size);
      expect(wrong).toEqual(new Set());
      // Created once by the server: the portal's words about it did not make the device forget
      // where it goes on.
      expect(asked.filter((method) => method === "POST")).toHaveLength(2);
    },
  );

  test("O2 S28 that all bytes are there is not that the file is: without the server's word for it, it is sent again", async () => {
    const dev = await developer(proxy);
    const file = fileOf(7 * MB, 30);
    const whole = { "tus-resumable": "1.0.0", "upload-offset": String(file.size), "upload-length": String(file.size) };
    const asked: string[] = [];
    proxy.rule = ({ method, url }) => {
      if (!url.startsWith(resumable)) return null;
      asked.push(method);
      if (method === "PATCH" && !asked.includes("HEAD")) return { status: 502 };
      // As a server that was ended between the last byte and the object.
      return method === "HEAD" ? { status: 200, headers: whole } : null;
    };
    const kept = value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), file));
    const hurry = setInterval(() => dev.sync.transport.wake(), 100);
    expect((await arrived(kept.file_path).finally(() => clearInterval(hurry))).size).toBe(file.size);
    expect(asked.filter((method) => method === "POST")).toHaveLength(2);
  });

  test("O2 S28 a proxy that takes no more than 1 MB gets smaller pieces", async () => {
    const dev = await developer(proxy);
    proxy.rule = ({ method, length }) => (method === "PATCH" && length > MB ? { status: 413 } : null);
    const file = fileOf(7 * MB, 20);
    const kept = value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), file));
    const hurry = setInterval(() => dev.sync.transport.wake(), 100);
    expect((await arrived(kept.file_path).finally(() => clearInterval(hurry))).size).toBe(file.size);
  });

  test("O2 S28 V3 a proxy that takes nothing is told as it is: too large, with Retry, and no endless trying", async () => {
    const dev = await developer(proxy);
    proxy.rule = ({ url, method }) => (url.startsWith("/storage/") && method !== "HEAD" ? { status: 413 } : null);
    value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), fileOf(MB, 21)));
    const hurry = setInterval(() => dev.sync.transport.wake(), 100);
    const refused = await until("the refusal", async () => (await uploadOf(dev))?.failure || undefined).finally(() =>
      clearInterval(hurry),
    );
    expect(refused).toBe("too_large");
  });
});
