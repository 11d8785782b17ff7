// The function `storage`: list, upload, delete, clean. The same handler in the embedded backend and
// in Deno. After each rejection and interruption, the bucket and the rows must match.
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { type DenoFunction, startInDeno } from "../fixtures/backend/deno.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { type Person, signUp } from "../fixtures/backend/project.ts";

let backend: ListeningBackend;
let dev: Person;
let other: Person;
let admin: Person;
let tester: Person;
let base: string;
const MB = 1024 * 1024;

beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false });
  base = `${backend.url}/functions/v1/storage`;
  dev = await signUp(backend, { name: "Dana Developer", role: "developer" });
  other = await signUp(backend, { name: "Otto Developer", role: "developer" });
  tester = await signUp(backend, { name: "Tess Tester", role: "tester" });
  admin = await signUp(backend, { name: "Ada Admin" });
  await backend.sql("update public.profiles set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => backend?.stop());

type Answer = { status: number; body: Record<string, unknown> };
const headers = (who: Person | null) => ({
  apikey: backend.publishableKey,
  ...(who ? { authorization: `Bearer ${who.token}` } : {}),
});
const read = async (answer: Response): Promise<Answer> => ({
  status: answer.status,
  body: (await answer.json()) as Record<string, unknown>,
});
const list = async (who: Person | null, query = "", at = base) =>
  read(await fetch(`${at}/list${query}`, { headers: headers(who) }));
const post = async (who: Person | null, action: string, body: unknown, at = base) =>
  read(
    await fetch(`${at}/${action}`, {
      method: "POST",
      headers: { ...headers(who), "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
async function upload(who: Person | null, name: string, content: BlobPart, folder?: string, at = base) {
  const form = new FormData();
  if (folder !== undefined) form.append("folder", folder);
  form.append("file", new File([content], name));
  return read(await fetch(`${at}/upload`, { method: "POST", headers: headers(who), body: form }));
}
const names = async (who: Person, query = "") =>
  ((await list(who, query)).body.files as { fileName: string }[]).map((file) => file.fileName);
const idOf = (answer: Answer) => (answer.body.file as { fileId: string }).fileId;

afterEach(async () => {
  const [apart] = await backend.sql(
    `select (select count(*)::int from storage.objects o where o.bucket_id = 'files' and not exists
        (select 1 from public.files f where o.name = f.owner_id || '/' || f.id and not f._deleted)) as objects,
      (select count(*)::int from public.files f where not f._deleted and not exists
        (select 1 from storage.objects o where o.bucket_id = 'files' and o.name = f.owner_id || '/' || f.id)) as rows`,
  );
  expect(apart).toEqual({ objects: 0, rows: 0 });
});

describe("in the embedded backend", () => {
  test("C9 C10 a file is uploaded into a folder, listed by prefix, and is stored byte for byte", async () => {
    const made = await upload(dev, "notes.txt", "hello", "docs/2026");
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      success: true,
      file: {
        ...{ fileId: expect.any(String), fileName: "docs/2026/notes.txt", size: 5, contentType: "text/plain" },
        ...{ uploadTimestamp: expect.stringMatching(/^\d{4}-.*Z$/), ownerId: dev.id },
      },
    });
    await upload(
      dev,
      "logo.png",
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]),
      "/app-content/",
    );
    expect((await list(dev)).body).toEqual({
      files: [expect.objectContaining({ contentType: "image/png" }), made.body.file],
    });
    expect(await names(dev, "?prefix=docs/")).toEqual(["docs/2026/notes.txt"]);
    expect(await names(dev, "?prefix=nothing/")).toEqual([]);
    const { data } = await dev.client.storage.from("files").download(`${dev.id}/${idOf(made)}`);
    expect(await data?.text()).toBe("hello");
  });

  test("P1 P4 rejects users without a role and other users' files; an admin reaches all", async () => {
    const made = await upload(dev, "private.txt", "mine");
    for (const [action, body] of [
      ["delete", { fileId: idOf(made) }],
      ["clean", {}],
    ] as const) {
      expect((await post(null, action, body)).status).toBe(401);
      expect(await post(tester, action, body)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
    expect(await list(null)).toMatchObject({ status: 401, body: { error: "Auth session missing!" } });
    expect((await list({ ...dev, token: `${dev.token}x` })).status).toBe(401);
    expect((await upload(tester, "x.txt", "x")).status).toBe(403);
    expect(await names(other)).toEqual([]);
    expect((await list(other, `?ownerId=${dev.id}`)).status).toBe(403);
    expect((await post(other, "clean", { ownerId: dev.id })).status).toBe(403);
    expect(await post(other, "delete", { fileId: idOf(made), fileName: "private.txt" })).toMatchObject({ status: 404 });
    expect(
      (await dev.client.storage.from("files").upload(`${dev.id}/direct.txt`, new Blob(["x"]))).error,
    ).not.toBeNull();
    expect(await names(admin, `?ownerId=${dev.id}&prefix=private`)).toEqual(["private.txt"]);
    expect((await post(admin, "delete", { fileId: idOf(made), fileName: "private.txt" })).status).toBe(200);
    await backend.sql("update public.profiles set status = 'suspended' where id = $1", [other.id]);
    expect(await upload(other, "x.txt", "x")).toMatchObject({ status: 403, body: { code: "suspended" } });
    await backend.sql("update public.profiles set status = 'active' where id = $1", [other.id]);
    const maintenance = (on: boolean) =>
      backend.sql(
        `update public.settings set values = values || jsonb_build_object('maintenance_mode', $1::text::boolean),
           saved_at = case when $1::text::boolean then now() end where section = 'general'`,
        [String(on)],
      );
    await maintenance(true);
    expect(await upload(other, "x.txt", "x")).toMatchObject({ status: 503, body: { code: "maintenance" } });
    expect((await post(other, "clean", {})).status).toBe(503);
    expect((await list(other)).status).toBe(200);
    await maintenance(false);
  });

  test("P4 an organization's files: managers write, reviewers read, outsiders learn nothing", async () => {
    const org = randomUUID();
    await backend.sql("insert into public.organizations (id, name) values ($1, 'The Team')", [org]);
    const join = (who: Person, role: string) =>
      backend.sql("insert into public.organization_members (org_id, user_id, role) values ($1, $2, $3)", [
        ...[org, who.id, role],
      ]);
    await join(dev, "owner");
    await join(other, "reviewer");
    const sent = async (who: Person, name: string) => {
      const form = new FormData();
      form.append("ownerId", org);
      form.append("file", new File(["team"], name));
      return read(await fetch(`${base}/upload`, { method: "POST", headers: headers(who), body: form }));
    };
    const made = await sent(dev, "team.txt");
    expect(made).toMatchObject({ status: 200, body: { file: { ownerId: org, fileName: "team.txt" } } });
    expect(await names(other, `?ownerId=${org}`)).toEqual(["team.txt"]);
    expect(await names(dev)).not.toContain("team.txt");
    expect(await sent(other, "x.txt")).toMatchObject({ status: 403, body: { code: "not_allowed" } });
    expect(await post(other, "clean", { ownerId: org })).toMatchObject({ status: 403, body: { code: "not_allowed" } });
    expect(await post(other, "delete", { fileId: idOf(made) })).toMatchObject({ status: 403 });
    await backend.sql("delete from public.organization_members where org_id = $1 and user_id = $2", [org, other.id]);
    expect(await list(other, `?ownerId=${org}`)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await post(other, "delete", { fileId: idOf(made) })).toMatchObject({ status: 404 });
    expect(await list(other, `?ownerId=${randomUUID()}`)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await post(dev, "clean", { ownerId: org, preservedPrefixes: ["keep/"] })).body.deletedFiles).toBe(1);
  });

  test("C10 V5 names: duplicates, path traversal, 255 characters, other scripts", async () => {
    expect(await upload(dev, "notes.txt", "other", "docs/2026")).toMatchObject({
      status: 409,
      body: { error: "A file with this name already exists", code: "duplicate" },
    });
    for (const [name, folder] of [
      ["x.txt", "../.."],
      ["x.txt", "a/../b"],
      ["..", ""],
      ["x.txt", "a//b"],
      ["x\\y.txt", ""],
      [`${"n".repeat(252)}.txt`, ""],
      ["x.txt", `${"deep/".repeat(90)}end`],
    ] as const) {
      expect([name, folder, await upload(dev, name, "x", folder)]).toMatchObject([name, folder, { status: 400 }]);
    }
    const long = `${"ñ".repeat(251)}.txt`;
    for (const name of [
      long,
      "отчёт о тестах.txt",
      "测试报告.txt",
      "عربي.txt",
      "🚀 start & 100%?#.txt",
      "Zoë (1).txt",
    ]) {
      const made = await upload(dev, name, name, "names");
      expect([name, made.status]).toEqual([name, 200]);
      expect(made.body.file).toMatchObject({ fileName: `names/${name.normalize("NFC")}` });
      const { data } = await dev.client.storage.from("files").download(`${dev.id}/${idOf(made)}`);
      expect(await data?.text()).toBe(name);
    }
  });

  test("C10 V3 V5 files: missing, empty, of a false type, too large, over the quota", async () => {
    const form = new FormData();
    form.append("folder", "x");
    const none = await read(await fetch(`${base}/upload`, { method: "POST", headers: headers(dev), body: form }));
    expect(none).toEqual({ status: 400, body: { error: "No file selected", code: "no_file" } });
    expect(await upload(dev, "empty.txt", "")).toMatchObject({ status: 400, body: { error: "The file is empty" } });
    expect(await upload(dev, "photo.png", "MZ a program")).toMatchObject({ status: 415, body: { code: "wrong_type" } });
    expect(await upload(dev, "notes.txt", new Uint8Array([80, 75, 3, 4, 0, 0]))).toMatchObject({ status: 415 });
    expect(await upload(dev, "big.bin", new Uint8Array(50 * MB + 1))).toMatchObject({
      status: 413,
      body: { error: "The file is larger than 50 MB" },
    });
    const [file] = await backend.sql<{ id: string }>("select id from public.files where owner_id = $1 limit 1", [
      dev.id,
    ]);
    const size = (bytes: number) =>
      backend.sql("update public.files set size_bytes = $2 where id = $1", [file?.id ?? "", bytes]);
    await size(1024 * MB);
    expect(await upload(dev, "one-more.txt", "x")).toMatchObject({ status: 413, body: { code: "quota" } });
    await size(5);
    const json = await fetch(`${base}/upload`, {
      method: "POST",
      headers: { ...headers(dev), "content-type": "application/json" },
      body: "{}",
    });
    expect(json.status).toBe(400);
    expect((await fetch(`${base}/list`, { method: "POST", headers: headers(dev) })).status).toBe(405);
    expect((await fetch(`${base}/rename`, { headers: headers(dev) })).status).toBe(404);
    const preflight = await fetch(`${base}/upload`, { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });

  test("C10 an interrupted upload stores nothing, and the same name can be sent again", async () => {
    const before = await names(dev);
    const { port } = new URL(backend.url);
    await new Promise<void>((done) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write(
          `POST /functions/v1/storage/upload HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${dev.token}\r\napikey: ${backend.publishableKey}\r\n` +
            "content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n" +
            '--b\r\ncontent-disposition: form-data; name="file"; filename="cut.txt"\r\n\r\nhalf of it',
          () => setTimeout(() => socket.destroy(), 300),
        );
      });
      socket.on("error", () => undefined);
      socket.on("close", () => done());
    });
    expect(await names(dev)).toEqual(before);
    expect((await upload(dev, "cut.txt", "whole")).status).toBe(200);
    // Two concurrent uploads with one name: one succeeds, the other gets the reason.
    const both = await Promise.all([upload(dev, "twin.txt", "a"), upload(dev, "twin.txt", "b")]);
    expect(both.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await names(dev)).filter((name) => name === "twin.txt")).toHaveLength(1);
  });

  test("C11 delete by id and name, once; the object is deleted with the row", async () => {
    const made = await upload(dev, "old.txt", "old");
    const fileId = idOf(made);
    expect((await post(dev, "delete", { fileId, fileName: "another.txt" })).status).toBe(409);
    expect((await post(dev, "delete", { fileId: "x" })).status).toBe(400);
    expect((await post(dev, "delete", { fileId, fileName: "old.txt" })).status).toBe(200);
    expect(await post(dev, "delete", { fileId, fileName: "old.txt" })).toMatchObject({
      status: 404,
      body: { error: "File not found" },
    });
    expect(await backend.sql("select 1 from storage.objects where name = $1", [`${dev.id}/${fileId}`])).toEqual([]);
    expect((await upload(dev, "old.txt", "new")).status).toBe(200);
  });

  test("C12 clean deletes the user's files except preserved prefixes, by default app-content/", async () => {
    await upload(other, "keep.txt", "x");
    for (const preservedPrefixes of [[], [""], "app-content/", [1]].slice(1))
      expect((await post(dev, "clean", { preservedPrefixes })).status).toBe(400);
    const all = await names(dev);
    expect(await post(dev, "clean", { preservedPrefixes: ["names/", "app-content/"] })).toEqual({
      status: 200,
      body: { success: true, deletedFiles: all.length - 7, preservedFiles: 7 },
    });
    expect(await post(dev, "clean", {})).toMatchObject({ body: { deletedFiles: 6, preservedFiles: 1 } });
    expect(await names(dev)).toEqual(["app-content/logo.png"]);
    expect(await names(other)).toEqual(["keep.txt"]);
    expect(await post(admin, "clean", { ownerId: other.id, preservedPrefixes: [] })).toMatchObject({
      body: { deletedFiles: 1, preservedFiles: 0 },
    });
  });
});

describe("in Deno", () => {
  let deno: DenoFunction | undefined;
  afterAll(() => deno?.stop());

  test("C9 C10 C11 C12 the same handler answers the same in Supabase's runtime", async () => {
    deno = await startInDeno("storage", backend);
    const { url } = deno;
    const made = await upload(other, "дено.txt", "from Deno", "docs", url);
    expect(made).toMatchObject({ status: 200, body: { file: { fileName: "docs/дено.txt", size: 9 } } });
    expect((await upload(other, "дено.txt", "again", "docs", url)).status).toBe(409);
    expect((await upload(tester, "x.txt", "x", "", url)).status).toBe(403);
    expect((await list(other, "?prefix=docs/", url)).body).toEqual({ files: [made.body.file] });
    expect((await post(other, "delete", { fileId: idOf(made), fileName: "docs/дено.txt" }, url)).status).toBe(200);
    await upload(other, "left.txt", "x", "", url);
    expect((await post(other, "clean", {}, url)).body).toEqual({ success: true, deletedFiles: 1, preservedFiles: 0 });
    const preflight = await fetch(`${url}/upload`, { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  });
});
