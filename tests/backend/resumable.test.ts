// Tests resumable uploads: in pieces, after a lost connection and a killed server. The rules of a
// whole upload apply.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DetailedError, Upload } from "tus-js-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { type Person, signUp, startProject } from "../fixtures/backend/project.ts";
import { long } from "../fixtures/long.ts";

const folder = mkdtempSync(join(tmpdir(), "betaflock-resumable-"));
let backend: ListeningBackend;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  backend = await startProject({ dataDir: folder, schedule: false });
  [ann, bob] = await Promise.all([signUp(backend), signUp(backend)]);
}, 60_000);
afterAll(async () => {
  await backend?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const bytes = (size: number): Buffer => Buffer.alloc(size, createHash("sha512").update(String(size)).digest());
interface Wanted {
  person: Person;
  name: string;
  body: Buffer;
  chunk?: number;
  type?: string;
  url?: string;
  whole?: boolean;
}
const headersOf = (person: Person): Record<string, string> => ({
  authorization: `Bearer ${person.token}`,
  apikey: backend.publishableKey,
});

function upload({ person, name, body, chunk, type = "application/octet-stream", url, whole }: Wanted) {
  let failed: (error: Error) => void = () => undefined;
  let done: () => void = () => undefined;
  const finished = new Promise<void>((resolve, reject) => {
    [done, failed] = [resolve, reject];
  });
  const started = new Upload(body, {
    endpoint: `${backend.url}/storage/v1/upload/resumable`,
    headers: headersOf(person),
    chunkSize: chunk ?? 6 * 1024 * 1024,
    uploadDataDuringCreation: whole ?? false,
    retryDelays: [],
    metadata: { bucketName: "attachments", objectName: name, contentType: type, cacheControl: "3600" },
    ...(url ? { uploadUrl: url } : {}),
    onError: (error) => failed(error),
    onSuccess: () => done(),
  });
  started.start();
  return { started, finished };
}
const statusOf = async (work: Promise<void>): Promise<number | undefined> =>
  work.then(
    () => undefined,
    (error: DetailedError) => error.originalResponse?.getStatus(),
  );
const stored = async (name: string): Promise<Buffer> => {
  const { data, error } = await ann.client.storage.from("attachments").download(name);
  if (error) throw error;
  return Buffer.from(await data.arrayBuffer());
};

test.each([true, false])(
  "S11 a large file arrives in pieces (first piece in the creating request: %s)",
  long,
  async (whole) => {
    const name = `${ann.id}/large-${whole}`;
    const body = bytes(7_000_001);
    await upload({ person: ann, name, body, whole, chunk: 3_000_000 }).finished;
    expect(Buffer.compare(await stored(name), body)).toBe(0);
    const [row] = await backend.sql<{ size: number; owner: string; type: string }>(
      "select (metadata ->> 'size')::int as size, owner_id as owner, metadata ->> 'mimetype' as type from storage.objects where name = $1",
      [name],
    );
    expect(row).toEqual({ size: body.length, owner: ann.id, type: "application/octet-stream" });
  },
);

test("a small file in one request", long, async () => {
  const name = `${ann.id}/small`;
  await upload({ person: ann, name, body: bytes(100), whole: true }).finished;
  expect(Buffer.compare(await stored(name), bytes(100))).toBe(0);
});

/** Starts an upload and sends its first bytes over a connection that is then cut. */
async function begin(name: string, body: Buffer, sent: number): Promise<string> {
  const metadata = Object.entries({
    bucketName: "attachments",
    objectName: name,
    contentType: "application/octet-stream",
  })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
  const created = await fetch(`${backend.url}/storage/v1/upload/resumable`, {
    method: "POST",
    headers: {
      ...headersOf(ann),
      "tus-resumable": "1.0.0",
      "upload-length": String(body.length),
      "upload-metadata": metadata,
    },
  });
  expect(created.status).toBe(201);
  const url = new URL(created.headers.get("location") ?? "", backend.url);
  const patch = request(url, {
    method: "PATCH",
    headers: {
      ...headersOf(ann),
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
      "content-length": String(body.length),
    },
  });
  patch.on("error", () => undefined);
  await new Promise<void>((done) => patch.write(body.subarray(0, sent), () => done()));
  await expect.poll(async () => offsetOf(url.pathname, ann), { timeout: 10_000, interval: 20 }).toBeGreaterThan(0);
  patch.destroy();
  return url.pathname;
}
const offsetOf = async (path: string, person: Person): Promise<number> => {
  const answer = await fetch(`${backend.url}${path}`, {
    method: "HEAD",
    headers: { ...headersOf(person), "tus-resumable": "1.0.0" },
  });
  return Number(answer.headers.get("upload-offset") ?? -answer.status);
};

test("a cut connection and a server restart lose only bytes in flight, not the upload", {
  ...long,
  timeout: 60_000,
}, async () => {
  const name = `${ann.id}/cut`;
  const body = bytes(9_000_000);
  const path = await begin(name, body, 5_000_000);
  await backend.stop();
  // Bytes without a row, from an interrupted write, are deleted after an hour.
  const lost = join(folder, "storage", "objects", "00", "lost");
  mkdirSync(join(lost, ".."), { recursive: true });
  writeFileSync(lost, "bytes");
  utimesSync(lost, 0, 0);
  backend = await startProject({ dataDir: folder, schedule: false });
  expect(existsSync(lost)).toBe(false);
  expect(await offsetOf(path, ann)).toBeGreaterThan(0);
  expect(await offsetOf(path, bob)).toBe(-404);
  await upload({ person: ann, name, body, url: `${backend.url}${path}` }).finished;
  const answer = await fetch(`${backend.url}/storage/v1/object/attachments/${name}`, { headers: headersOf(ann) });
  expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), body)).toBe(0);
});

test("P4 the same rules as for a whole upload apply", long, async () => {
  const count = async (): Promise<unknown> => backend.sql("select count(*)::int as n from storage.objects");
  const before = await count();
  const small = bytes(10);
  expect(await statusOf(upload({ person: bob, name: `${ann.id}/stolen`, body: small }).finished)).toBe(403);
  expect(await statusOf(upload({ person: ann, name: `${ann.id}/large-true`, body: small }).finished)).toBe(409);
  expect(
    await statusOf(upload({ person: ann, name: `${ann.id}/type`, body: small, type: "text/x-shellscript" }).finished),
  ).toBe(415);
  expect(await statusOf(upload({ person: ann, name: `${ann.id}/huge`, body: bytes(20_000_001) }).finished)).toBe(413);
  expect(await statusOf(upload({ person: ann, name: `${ann.id}/../${bob.id}/x`, body: small }).finished)).toBe(400);
  expect(
    await statusOf(upload({ person: { ...ann, token: "broken" }, name: `${ann.id}/x`, body: small }).finished),
  ).toBe(401);
  expect(await count()).toEqual(before);
});
