// Multipart uploads of storage-js and File Storage: forbidden files are rejected before their bytes
// are sent, and allowed ones are streamed to disk.
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { openInMemory } from "../../supabase/local/database/snapshot.ts";
import { headBytes } from "../../sync/files/file-types.ts";
import { type Person, signUp } from "../fixtures/backend/project.ts";
import { long } from "../fixtures/long.ts";

const MB = 1024 * 1024;
const soon = { timeout: 15_000 };
const folder = mkdtempSync(join(tmpdir(), "betaflock-forms-"));
let backend: ListeningBackend;
let ann: Person;
let bob: Person;
let dev: Person;
beforeAll(async () => {
  const database = await openInMemory(fileURLToPath(new URL("../../supabase/migrations", import.meta.url)));
  backend = await startBackend({ dataDir: folder, database, schedule: false });
  [ann, bob, dev] = await Promise.all([
    signUp(backend, { name: "Ann" }),
    signUp(backend, { name: "Bob" }),
    signUp(backend, { name: "Dana", role: "developer" }),
  ]);
}, 120_000);
afterAll(async () => {
  await backend?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** storage-js sends the fields first, then the file, whose field has no name. */
const head = (type = "image/png") =>
  '--b\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n60\r\n' +
  '--b\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{"a":1}\r\n' +
  `--b\r\ncontent-disposition: form-data; name=""; filename="blob"\r\ncontent-type: ${type}\r\n\r\n`;
const tail = "\r\n--b--\r\n";
/** Includes the file's first bytes, which end the headers for the parser. */
const first = (type?: string) => `${head(type)}\x89PNG`;

interface Sending {
  socket: Socket;
  answered: Promise<{ status: number; body: string }>;
}
/** Begins a request; the caller sends the rest of its body, or never. */
function begin(
  path: string,
  begun: string | Buffer,
  { length, who = ann }: { length?: number | undefined; who?: Person } = {},
): Sending {
  let text = "";
  const socket = connect(backend.port, "127.0.0.1");
  const size = length === undefined ? "transfer-encoding: chunked" : `content-length: ${length}`;
  socket.write(
    `POST ${path.startsWith("/") ? path : `/storage/v1/object/${path}`} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\napikey: ${backend.publishableKey}\r\n` +
      `authorization: Bearer ${who.token}\r\ncontent-type: multipart/form-data; boundary=b\r\n${size}\r\n\r\n`,
  );
  socket.write(begun);
  socket.on("error", () => undefined);
  const answered = new Promise<{ status: number; body: string }>((done) => {
    const told = () => done({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), body: text });
    socket.on("data", (data) => {
      text += data.toString("latin1");
      if (text.includes('"}')) told();
    });
    socket.on("close", told);
  });
  return { socket, answered };
}
const chunk = (bytes: Buffer | string) =>
  Buffer.concat([Buffer.from(`${Buffer.byteLength(bytes).toString(16)}\r\n`), Buffer.from(bytes), Buffer.from("\r\n")]);
const incoming = () =>
  readdirSync(join(folder, "storage", "incoming")).map((name) => {
    const path = join(folder, "storage", "incoming", name);
    return existsSync(path) ? statSync(path).size : 0;
  });
const objects = async (name: string) =>
  backend.sql<{ bytes: number }>("select (metadata ->> 'size')::int as bytes from storage.objects where name = $1", [
    name,
  ]);

test(
  "P4 V5 rejects a form by the start of its file: unknown bucket, another user's folder, a wrong type, too large",
  long,
  async () => {
    const mine = `attachments/${ann.id}/early.png`;
    const rejected: [string, string, number | undefined, number, string][] = [
      ["none/x.png", first(), 40 * MB, 404, "Bucket not found"],
      ["none/x.png", first(), undefined, 404, "Bucket not found"],
      [`attachments/${bob.id}/x.png`, first(), 40 * MB, 403, "Unauthorized"],
      [mine, first("application/x-msdownload"), 40 * MB, 415, "invalid_mime_type"],
      [`avatars/${ann.id}/x.png`, "", 40 * MB, 413, "Payload too large"],
      [mine, "", 60 * MB, 413, "Payload too large"],
    ];
    for (const [path, begun, length, status, error] of rejected) {
      const { socket, answered } = begin(path, length === undefined ? chunk(begun) : begun, { length });
      const { body } = await answered;
      expect([path, length, JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? "{}")]).toMatchObject([
        ...[path, length, { statusCode: String(status), error }],
      ]);
      socket.destroy();
    }
    expect(incoming()).toEqual([]);
  },
);

test("P4 V5 a form's file is streamed to disk, with or without a length, and stored completely", long, async () => {
  for (const announced of [true, false]) {
    const name = `${ann.id}/streamed-${announced}.png`;
    const bytes = randomBytes(6 * MB);
    const length = head().length + bytes.length + tail.length;
    const send = (part: Buffer | string) => (announced ? part : chunk(part));
    const { socket, answered } = begin(`attachments/${name}`, send(head()), announced ? { length } : {});
    socket.write(send(bytes.subarray(0, 3 * MB)));
    await expect.poll(() => Math.max(0, ...incoming()), soon).toBeGreaterThan(2 * MB);
    expect(await objects(name)).toEqual([]);
    socket.write(send(bytes.subarray(3 * MB)));
    socket.write(send(tail));
    if (!announced) socket.write("0\r\n\r\n");
    expect((await answered).status).toBe(200);
    const { data } = await ann.client.storage.from("attachments").download(name);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
    expect((await ann.client.storage.from("attachments").info(name)).data).toMatchObject({
      ...{ size: bytes.length, contentType: "image/png", cacheControl: "max-age=60" },
    });
  }
  expect(incoming()).toEqual([]);
});

test("P4 V5 a form that is interrupted, lacks its last line, or grows too large stores nothing", long, async () => {
  const whole = 3 * MB;
  const cut = begin(`attachments/${ann.id}/cut.png`, head(), { length: whole });
  cut.socket.write(randomBytes(2 * MB));
  await expect.poll(() => Math.max(0, ...incoming()), soon).toBeGreaterThan(MB);
  cut.socket.destroy();
  await expect.poll(incoming, soon).toEqual([]);

  const bytes = randomBytes(2 * MB);
  for (const end of ["", "\r\n--b", "\r\n--c--\r\n"]) {
    const length = head().length + bytes.length + end.length;
    const { socket, answered } = begin(`attachments/${ann.id}/unended.png`, head(), { length });
    socket.write(bytes);
    socket.write(end);
    expect([end, (await answered).body]).toEqual([end, expect.stringContaining('"InvalidRequest"')]);
  }

  const { socket, answered } = begin(`avatars/${ann.id}/grows.png`, chunk(head()));
  socket.write(chunk(randomBytes(3 * MB)));
  expect((await answered).body).toContain('"Payload too large"');
  socket.destroy();

  await expect.poll(incoming, soon).toEqual([]);
  for (const name of ["cut", "unended", "grows"]) expect(await objects(`${ann.id}/${name}.png`)).toEqual([]);
});

test("P4 V5 invalid forms: endless fields, a second file, fields only, no boundary", long, async () => {
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (value: string) =>
    `--b\r\ncontent-disposition: form-data; name="f"; filename="x"\r\ncontent-type: text/plain\r\n\r\n${value}\r\n`;
  const send = async (form: string, type = "multipart/form-data; boundary=b") => {
    const name = `${ann.id}/${randomUUID()}`;
    const answer = await fetch(`${backend.url}/storage/v1/object/attachments/${name}`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${ann.token}`, "content-type": type },
      body: form,
    });
    return [answer.status, ...(await objects(name))];
  };
  expect(await send(`${field("metadata", "x".repeat(300_000))}${file("hello")}--b--\r\n`)).toEqual([200, { bytes: 5 }]);
  expect(await send(`${file("hello")}${file("other")}${field("cacheControl", "1")}--b--\r\n`)).toEqual([
    ...[200, { bytes: 5 }],
  ]);
  expect(await send(`${file("")}--b--\r\n`)).toEqual([200, { bytes: 0 }]);
  for (const broken of [`${field("a", "b")}--b--\r\n`, "", "--b--\r\n", "no form", file("hello")])
    expect([broken, ...(await send(broken))]).toEqual([broken, 400]);
  expect(await send(`${file("hello")}--b--\r\n`, "multipart/form-data")).toEqual([400]);
});

test("P4 V5 a form over the quota replaces nothing, and leaves no bytes", long, async () => {
  const bucket = bob.client.storage.from("attachments");
  const name = `${bob.id}/kept.txt`;
  const text = (content: string) => new Blob([content], { type: "text/plain" });
  expect((await bucket.upload(name, text("first"))).error).toBeNull();
  const room = (bytes: number) =>
    backend.sql("update private.storage_quotas set bytes = $1 where bucket_id = 'attachments'", [bytes]);
  const files = () => readdirSync(join(folder, "storage", "objects"), { recursive: true }).length;
  await room(10);
  const before = files();
  try {
    const quota = { message: expect.stringMatching(/^quota: /) };
    for (const upsert of [true, false]) {
      const path = upsert ? name : `${bob.id}/new.txt`;
      expect((await bucket.upload(path, text("longer than the room"), { upsert })).error).toMatchObject(quota);
      const signed = (await bucket.createSignedUploadUrl(path, { upsert })).data?.token ?? "";
      expect((await bucket.uploadToSignedUrl(path, signed, text("longer than the room"))).error).toMatchObject(quota);
    }
  } finally {
    await room(2147483648);
  }
  expect(await (await bucket.download(name)).data?.text()).toBe("first");
  expect([files(), incoming()]).toEqual([before, []]);
});

test(
  "P4 S28 a form replaces an object by upsert and by a signed address; a second one without them is a duplicate",
  long,
  async () => {
    const bucket = ann.client.storage.from("attachments");
    const name = `${ann.id}/replaced.txt`;
    const text = (content: string) => new Blob([content], { type: "text/plain" });
    expect((await bucket.upload(name, text("one"), { cacheControl: "7", metadata: { a: 1 } })).error).toBeNull();
    expect((await bucket.info(name)).data).toMatchObject({ size: 3, cacheControl: "max-age=7" });
    expect((await bucket.upload(name, text("two"))).error).toMatchObject({ statusCode: "409" });
    const read = async () => (await bucket.download(name)).data?.text();
    expect((await bucket.upload(name, text("three"), { upsert: true })).error).toBeNull();
    expect(await read()).toBe("three");
    expect((await bucket.update(name, text("four"))).error).toBeNull();
    expect(await read()).toBe("four");
    const { data } = await bucket.createSignedUploadUrl(name, { upsert: true });
    expect((await bucket.uploadToSignedUrl(name, data?.token ?? "", text("five"))).error).toBeNull();
    expect([await read(), await objects(name)]).toEqual(["five", [{ bytes: 4 }]]);
  },
);

const fileStorage = "/functions/v1/storage/upload";
/** Returns a form as the app sends it to File Storage; `text` is the start of the file. */
const filed = (name: string, text: string, field = "file") =>
  '--b\r\ncontent-disposition: form-data; name="folder"\r\n\r\ndocs\r\n' +
  `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n${text}`;
const stored = async (name: string) =>
  backend.sql<{ bytes: number }>(
    "select size_bytes::int as bytes from public.files where owner_id = $1 and file_name = $2",
    [dev.id, name],
  );
const held = async () =>
  (await backend.sql<{ bytes: number }>("select size_bytes::int as bytes from private.file_reservations")).map(
    ({ bytes }) => bytes,
  );
const code = async ({ answered, socket }: Sending) => {
  const { body } = await answered;
  socket.destroy();
  return (JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? "{}") as { code?: string }).code;
};

test(
  "C10 V5 File Storage rejects a form by the start of its file: false content, a taken name, a full storage, another user's folder",
  long,
  async () => {
    const start = "x".repeat(headBytes);
    const sent = (begun: string, who = dev) => code(begin(fileStorage, begun, { length: 40 * MB, who }));
    await backend.sql(
      "insert into public.files (id, owner_id, file_name, size_bytes) values (gen_random_uuid(), $1, 'docs/taken.txt', 1000)",
      [dev.id],
    );
    const bobs = `--b\r\ncontent-disposition: form-data; name="ownerId"\r\n\r\n${bob.id}\r\n${filed("x.txt", start)}`;
    expect(await sent(filed("x.png", start))).toBe("wrong_type");
    expect(await code(begin(fileStorage, chunk(filed("x.png", start)), { who: dev }))).toBe("wrong_type");
    expect(await sent(filed("taken.txt", start))).toBe("duplicate");
    expect(await sent(filed("x.txt", start, "picture"))).toBe("no_file");
    expect(await sent(filed("../x.txt", start))).toBe("invalid");
    expect(await sent(bobs)).toBe("forbidden");
    expect(await sent(filed("x.txt", start), ann)).toBe("forbidden");
    await backend.sql("update public.files set size_bytes = $1 where file_name = 'docs/taken.txt'", [1000 * MB]);
    expect(await sent(filed("x.txt", start))).toBe("quota");
    await backend.sql("update public.files set size_bytes = 5 where file_name = 'docs/taken.txt'");
    expect([await held(), incoming()]).toEqual([[], []]);
  },
);

test(
  "C10 V5 File Storage streams a file to disk, stores its real size, and reserves its space until then",
  long,
  async () => {
    for (const announced of [true, false]) {
      const name = `%22${announced}%22 a.bin`;
      const bytes = randomBytes(6 * MB);
      const begun = filed(name, "");
      const length = begun.length + bytes.length + tail.length;
      const send = (part: Buffer | string) => (announced ? part : chunk(part));
      const { socket, answered } = begin(fileStorage, send(begun), announced ? { length, who: dev } : { who: dev });
      socket.write(send(bytes.subarray(0, 3 * MB)));
      await expect.poll(() => Math.max(0, ...incoming()), soon).toBeGreaterThan(2 * MB);
      expect(await held()).toEqual([announced ? length : 50 * MB]);
      socket.write(send(bytes.subarray(3 * MB)));
      socket.write(send(tail));
      if (!announced) socket.write("0\r\n\r\n");
      expect((await answered).status).toBe(200);
      expect(await stored(`docs/"${announced}" a.bin`)).toEqual([{ bytes: bytes.length }]);
      expect(await held()).toEqual([]);
    }
  },
);

test(
  "C10 V5 File Storage stores nothing of a form that is interrupted, has no end, grows too large or names its folder too late",
  long,
  async () => {
    const cut = begin(fileStorage, filed("cut.bin", ""), { length: 3 * MB, who: dev });
    cut.socket.write(randomBytes(2 * MB));
    await expect.poll(() => Math.max(0, ...incoming()), soon).toBeGreaterThan(MB);
    cut.socket.destroy();
    await expect.poll(incoming, soon).toEqual([]);

    const bytes = randomBytes(2 * MB);
    const late = '\r\n--b\r\ncontent-disposition: form-data; name="ownerId"\r\n\r\nx\r\n--b--\r\n';
    for (const end of ["", "\r\n--b", late]) {
      const begun = filed("unended.bin", "");
      const length = begun.length + bytes.length + end.length;
      const sending = begin(fileStorage, begun, { length, who: dev });
      sending.socket.write(bytes);
      sending.socket.write(end);
      expect([end, await code(sending)]).toEqual([end, "invalid"]);
    }

    const grows = begin(fileStorage, chunk(filed("grows.bin", "")), { who: dev });
    for (let sent = 0; sent <= 50; sent += 10) grows.socket.write(chunk(Buffer.alloc(10 * MB)));
    expect(await code(grows)).toBe("too_large");

    await expect.poll(incoming, soon).toEqual([]);
    for (const name of ["cut", "unended", "grows"]) expect(await stored(`docs/${name}.bin`)).toEqual([]);
  },
);
