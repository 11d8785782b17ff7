// Uploads over failing connections and through proxies that respond for the server, with the real
// client, tus-js-client and server.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { pendingItems } from "../../sync/uploads/pending-items.ts";
import { type Between, openProxy, type Page } from "../fixtures/http-proxy.ts";
import { firstCases, long } from "../fixtures/long.ts";
import { type Device, openDevice, until } from "../fixtures/sync/device.ts";
import { queueReleaseFile } from "../fixtures/sync/queued-files.ts";
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
  proxy.headers = (headers) => headers;
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

/** Opens a developer's device behind the slow connection or the proxy. */
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

/** Unfinished uploads on the server. */
const unfinished = () => readdirSync(join(folder, "storage", "resumable"));

/** The upload's description is deleted a moment after the row appears. */
const nothingLeft = () => until("nothing to be kept of it", async () => unfinished().length === 0 || undefined);

describe("a file over a failing connection", () => {
  test(
    "O2 S28 40 MB over a connection that is cut every 3 MB arrive, sending at most 1.2 times their size",
    long,
    async () => {
      const { store, sync } = await developer();
      const file = fileOf(40 * MB, 1);
      const before = line.sent;
      line.cutEvery = 3 * MB;
      const kept = value(await queueReleaseFile(await store(), crypto.randomUUID(), file));
      // Skips the growing pauses, which another test covers.
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

  test(
    "O2 S28 an upload's address survives a restart: the next start continues at the server's offset",
    long,
    async () => {
      const first = await developer();
      const { disk, name } = first;
      const file = fileOf(8 * MB, 2);
      const before = line.sent;
      line.cutEvery = 3 * MB;
      const kept = value(await queueReleaseFile(await first.store(), crypto.randomUUID(), file));
      const cuts = line.cuts;
      await until("the line to be cut in the first piece", async () => line.cuts > cuts || undefined);
      await first.kill();
      line.cutEvery = null;
      device = await openDevice(behind(line), { disk, name });
      expect((await arrived(kept.file_path)).size).toBe(file.size);
      expect(line.sent - before).toBeLessThan(1.2 * file.size);
      await nothingLeft();
    },
  );

  test("O2 an address that the server has forgotten is dropped, and the upload starts over", long, async () => {
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

describe("a proxy responds instead of the server", () => {
  const resumable = "/storage/v1/upload/resumable";
  const pages: readonly (readonly [string, Page])[] = [
    ["a portal's 200", { status: 200 }],
    ["a portal's 403", { status: 403 }],
    ["a 404", { status: 404 }],
    ["an empty 200", { status: 200, body: "" }],
    ["a redirect", { status: 302, headers: { location: "http://127.0.0.1:9/login" } }],
    ["somebody's JSON", { status: 400, headers: { "content-type": "application/json" }, body: '{"login":"please"}' }],
  ];
  test.each(firstCases(pages))(
    "O2 S28 %s to each step of an upload does not count: it continues when the server is back",
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
      // Created once on the server: the portal's responses did not make the device forget the
      // upload's address.
      expect(asked.filter((method) => method === "POST")).toHaveLength(2);
    },
  );

  test(
    "O2 S28 receiving all bytes does not complete a file: without the server's confirmation it is sent again",
    long,
    async () => {
      const dev = await developer(proxy);
      const file = fileOf(7 * MB, 30);
      const whole = {
        "tus-resumable": "1.0.0",
        "upload-offset": String(file.size),
        "upload-length": String(file.size),
      };
      const asked: string[] = [];
      proxy.rule = ({ method, url }) => {
        if (!url.startsWith(resumable)) return null;
        asked.push(method);
        if (method === "PATCH" && !asked.includes("HEAD")) return { status: 502 };
        // A server that stopped between receiving the last byte and storing the object.
        return method === "HEAD" ? { status: 200, headers: whole } : null;
      };
      const kept = value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), file));
      const hurry = setInterval(() => dev.sync.transport.wake(), 100);
      expect((await arrived(kept.file_path).finally(() => clearInterval(hurry))).size).toBe(file.size);
      expect(asked.filter((method) => method === "POST")).toHaveLength(2);
    },
  );

  test.each(
    firstCases<readonly [string, (at: URL) => string]>([
      ["scheme and port", (at: URL) => `https://127.0.0.1:9${at.pathname}`],
      ["prefix", (at: URL) => `http://127.0.0.1:9/inside${at.pathname}`],
      ["path", (at: URL) => at.pathname],
    ]),
  )("O2 S28 an upload works through a proxy that rewrites the %s of its address", async (name, rewritten) => {
    const dev = await developer(proxy);
    const file = fileOf(7 * MB, 40 + name.length);
    proxy.headers = ({ location, ...rest }) =>
      location === undefined ? rest : { ...rest, location: rewritten(new URL(location, "http://127.0.0.1:9")) };
    const asked: string[] = [];
    let cut = false;
    proxy.rule = ({ method, url }) => {
      if (url.startsWith(resumable)) asked.push(method);
      // It also resumes at the stored address.
      if (method !== "PATCH" || cut) return null;
      cut = true;
      return { status: 502 };
    };
    const kept = value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), file));
    const hurry = setInterval(() => dev.sync.transport.wake(), 100);
    expect((await arrived(kept.file_path).finally(() => clearInterval(hurry))).size).toBe(file.size);
    expect(asked.filter((method) => method === "POST")).toHaveLength(1);
  });

  test("O2 S28 stopping the app aborts the upload of a small file", long, async () => {
    const dev = await developer(proxy);
    let begun: () => void = () => undefined;
    const onItsWay = new Promise<void>((done) => {
      begun = done;
    });
    dev.network.fault = (url) => {
      if (!url.includes("/storage/v1/object/")) return null;
      begun();
      return { kind: "late", until: () => new Promise(() => undefined) };
    };
    value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), fileOf(MB, 50)));
    await onItsWay;
    await dev.kill();
    device = undefined;
  });

  test("O2 S28 a small file without a response is aborted in time, and then sent in pieces", long, async () => {
    const dev = await developer(proxy);
    const limits: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      if (ms <= 60_000) return timeout(ms);
      limits.push(ms);
      return timeout(50);
    });
    dev.network.fault = (url) =>
      url.includes("/storage/v1/object/") ? { kind: "late", until: () => new Promise(() => undefined) } : null;
    const pieces: number[] = [];
    proxy.rule = ({ method, url, length }) => {
      if (method === "PATCH" && url.startsWith("/storage/v1/upload/resumable")) pieces.push(length);
      return null;
    };
    const file = fileOf(MB, 51);
    const kept = value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), file));
    expect((await arrived(kept.file_path).finally(() => spy.mockRestore())).size).toBe(file.size);
    // A minute, plus the file's time at 16 kB/s.
    expect(limits).toEqual([60_000 + MB / 16]);
    expect(pieces).toEqual([MB / 2, MB / 2]);
  });

  test(
    "O2 S28 a piece without progress for a minute is aborted, and the upload continues from the received bytes",
    long,
    async () => {
      const dev = await developer(proxy);
      const wait = globalThis.setTimeout;
      const asked: string[] = [];
      const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((
        run: () => void,
        ms?: number,
        ...rest: []
      ) => {
        // The request that creates the upload keeps its minute: it must not be repeated.
        return wait(run, ms === 60_000 && asked.length > 0 ? 1_000 : ms, ...rest);
      }) as typeof setTimeout);
      proxy.rule = ({ method, url }) => {
        if (!url.startsWith("/storage/v1/upload/resumable")) return null;
        asked.push(method);
        return method === "PATCH" && asked.indexOf("PATCH") === asked.length - 1 ? "silence" : null;
      };
      const file = fileOf(7 * MB, 52);
      const kept = value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), file));
      expect((await arrived(kept.file_path).finally(() => spy.mockRestore())).size).toBe(file.size);
      expect(asked.filter((method) => method === "POST")).toHaveLength(1);
      expect(asked).toContain("HEAD");
    },
  );

  test("O2 S28 a proxy with a limit of 1 MB gets smaller pieces", long, async () => {
    const dev = await developer(proxy);
    proxy.rule = ({ method, length }) => (method === "PATCH" && length > MB ? { status: 413 } : null);
    const file = fileOf(7 * MB, 20);
    const kept = value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), file));
    const hurry = setInterval(() => dev.sync.transport.wake(), 100);
    expect((await arrived(kept.file_path).finally(() => clearInterval(hurry))).size).toBe(file.size);
  });

  test(
    "O2 S28 V3 a proxy that accepts nothing is reported as: too large, with Retry, and without endless retries",
    long,
    async () => {
      const dev = await developer(proxy);
      proxy.rule = ({ url, method }) => (url.startsWith("/storage/") && method !== "HEAD" ? { status: 413 } : null);
      value(await queueReleaseFile(await dev.store(), crypto.randomUUID(), fileOf(MB, 21)));
      const hurry = setInterval(() => dev.sync.transport.wake(), 100);
      const rejected = await until("the rejection", async () => (await uploadOf(dev))?.failure || undefined).finally(
        () => clearInterval(hurry),
      );
      expect(rejected).toBe("too_large");
    },
  );
});
