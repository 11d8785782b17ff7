// Stored objects: storage-js requests, policies, and headers that keep browsers from running files.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { type Person, signUp, startProject } from "../fixtures/backend/project.ts";

let backend: ListeningBackend;
let ann: Person;
let bob: Person;
const bucket = (person: Person) => person.client.storage.from("attachments");

beforeAll(async () => {
  backend = await startProject();
  [ann, bob] = await Promise.all([signUp(backend), signUp(backend)]);
}, 60_000);
afterAll(() => backend?.stop());

test.each([
  ["a Blob", () => new Blob(["hello"], { type: "text/plain" })],
  ["a File", () => new File(["hello"], "häl lo.txt", { type: "text/plain;charset=utf-8" })],
  ["an ArrayBuffer", () => new TextEncoder().encode("hello").buffer],
  [
    "a FormData with a named field",
    () => {
      const form = new FormData();
      form.append("file", new Blob(["hello"], { type: "text/plain" }));
      return form;
    },
  ],
])("%s is stored and read back", async (name, body) => {
  const path = `${ann.id}/${name.replaceAll(" ", "-")}`;
  const { error } = await bucket(ann).upload(path, body(), { contentType: "text/plain" });
  expect(error).toBeNull();
  expect(await (await bucket(ann).download(path)).data?.text()).toBe("hello");
  const [row] = await backend.sql<{ size: number; type: string; owner: string }>(
    "select (metadata ->> 'size')::int as size, metadata ->> 'mimetype' as type, owner_id as owner from storage.objects where name = $1",
    [path],
  );
  expect(row).toEqual({ size: 5, type: "text/plain", owner: ann.id });
});

test("P4 another user's folder is neither writable nor readable, and an attempt stores nothing", async () => {
  const path = `${ann.id}/taken`;
  const write = await bucket(bob).upload(path, new Blob(["mine"], { type: "text/plain" }));
  expect(write.error).toMatchObject({ statusCode: "403" });
  expect(await backend.sql("select 1 from storage.objects where name = $1", [path])).toEqual([]);
  await bucket(ann).upload(path, new Blob(["ann's"], { type: "text/plain" }));
  expect((await bucket(bob).download(path)).error).not.toBeNull();
  expect((await bucket(bob).remove([path])).data).toEqual([]);
  expect(
    (await bucket(bob).upload(path, new Blob(["mine"], { type: "text/plain" }), { upsert: true })).error,
  ).not.toBeNull();
  expect(await (await bucket(ann).download(path)).data?.text()).toBe("ann's");
});

test("P4 the authenticated address serves an object under the same policies", async () => {
  const path = `${ann.id}/longer`;
  await bucket(ann).upload(path, new Blob(["ann's"], { type: "text/plain" }));
  const read = (who: Person | null) =>
    fetch(`${backend.url}/storage/v1/object/authenticated/attachments/${path}?download=map.txt`, {
      headers: { apikey: backend.publishableKey, ...(who ? { authorization: `Bearer ${who.token}` } : {}) },
    });
  const own = await read(ann);
  expect([own.status, await own.text()]).toEqual([200, "ann's"]);
  expect(own.headers.get("content-disposition")).toContain("map.txt");
  for (const who of [bob, null]) expect((await read(who)).status).toBeGreaterThanOrEqual(400);
  // It does not bypass the check of signatures either.
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const forged = [
    part({ alg: "none" }),
    part({ sub: path, bucket: "attachments", intent: "download", exp: Date.now() / 1000 + 60 }),
    "x",
  ].join(".");
  for (const prefix of ["sign", "authenticated/sign", "authenticated/authenticated/sign"]) {
    const at = `${backend.url}/storage/v1/object/${prefix}/attachments/${path}?token=${forged}`;
    const answer = await fetch(at, { headers: { apikey: backend.publishableKey } });
    expect([prefix, answer.status, await answer.json()]).toMatchObject([prefix, 400, { error: "InvalidJWT" }]);
  }
});

test("P4 a listing has folders first, then files, in pages, without other users' files", async () => {
  for (const name of ["b.txt", "a.txt", "0_a.txt", "maps/north.txt", "maps/old/south.txt", "photos/1.txt"])
    await bucket(ann).upload(`${ann.id}/list/${name}`, new Blob([name], { type: "text/plain" }));
  const names = async (path: string, options?: object) =>
    (await bucket(ann).list(path, options)).data?.map(({ name, id }) => (id === null ? `${name}/` : name));
  expect(await names(`${ann.id}/list`)).toEqual(["maps/", "photos/", "0_a.txt", "a.txt", "b.txt"]);
  expect(await names(`${ann.id}/list/maps`)).toEqual(["old/", "north.txt"]);
  expect(await names(`${ann.id}/list`, { search: "A" })).toEqual(["a.txt"]);
  expect(await names(`${ann.id}/list`, { search: "0_" })).toEqual(["0_a.txt"]);
  expect(await names(`${ann.id}/list`, { limit: 2, offset: 1 })).toEqual(["photos/", "0_a.txt"]);
  expect(await names(`${ann.id}/list`, { sortBy: { column: "name", order: "desc" } })).toEqual([
    "photos/",
    "maps/",
    "b.txt",
    "a.txt",
    "0_a.txt",
  ]);
  const [folder, file] = (await bucket(ann).list(`${ann.id}/list/maps`)).data ?? [];
  expect(folder).toEqual({
    ...{ name: "old", id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null },
  });
  expect(file).toMatchObject({ name: "north.txt", metadata: { size: 14, mimetype: "text/plain" } });
  expect((await bucket(bob).list(`${ann.id}/list`)).data).toEqual([]);
  expect((await ann.client.storage.from("none").list("")).error).toMatchObject({ statusCode: "404" });
  expect((await bucket(ann).list("", { limit: 5000 })).error).toMatchObject({ statusCode: "400" });

  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await bucket(ann).listV2({
      ...{ prefix: `${ann.id}/list/`, limit: 2, with_delimiter: true },
      ...(cursor ? { cursor } : {}),
    });
    found.push(...(data?.folders ?? []).map(({ name }) => name), ...(data?.objects ?? []).map(({ name }) => name));
    cursor = data?.nextCursor;
    expect(data?.hasNext).toBe(cursor !== undefined);
    if (!cursor) break;
  }
  expect(found.sort()).toEqual(
    ["0_a.txt", "a.txt", "b.txt", "maps/", "photos/"].map((name) => `${ann.id}/list/${name}`),
  );
  const flat = await bucket(ann).listV2({ prefix: `${ann.id}/list/maps/` });
  expect(flat.data?.objects.map(({ name }) => name)).toEqual(
    ["north.txt", "old/south.txt"].map((name) => `${ann.id}/list/maps/${name}`),
  );
  expect((await bucket(bob).listV2({ prefix: `${ann.id}/` })).data?.objects).toEqual([]);
});

test("a duplicate object is distinct from a failure", async () => {
  const path = `${ann.id}/twice`;
  await bucket(ann).upload(path, new Blob(["1"], { type: "text/plain" }));
  expect((await bucket(ann).upload(path, new Blob(["1"], { type: "text/plain" }))).error).toMatchObject({
    statusCode: "409",
  });
});

test("a bucket's limits apply", async () => {
  const type = await bucket(ann).upload(`${ann.id}/type`, new Blob(["x"], { type: "application/x-msdownload" }));
  expect(type.error?.message).toMatch(/mime type/i);
  const size = await bucket(ann).upload(
    `${ann.id}/size`,
    new Blob([new Uint8Array(20_000_001)], { type: "image/png" }),
  );
  expect(size.error?.message).toMatch(/size/i);
});

test("a path with .. is rejected", async () => {
  for (const path of [`${ann.id}/../${bob.id}/x`, `${ann.id}/%2e%2e/x`, "../x"]) {
    const answer = await fetch(`${backend.url}/storage/v1/object/attachments/${path}`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${ann.token}`, "content-type": "text/plain" },
      body: "x",
    });
    expect(answer.ok).toBe(false);
  }
});

test("a stored page never runs as a page of this origin", async () => {
  const path = `${ann.id}/page.html`;
  await bucket(ann).upload(path, new Blob(["<script>alert(1)</script>"], { type: "text/html" }));
  const { data } = await bucket(ann).createSignedUrl(path, 60);
  const answer = await fetch(data?.signedUrl ?? "");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  expect(answer.headers.get("content-disposition")).toBe("attachment");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test("signed addresses, for many objects and for uploads, have storage-js's format", async () => {
  const path = `${ann.id}/signed`;
  const upload = await bucket(ann).createSignedUploadUrl(path);
  const stored = await bucket(bob).uploadToSignedUrl(
    path,
    upload.data?.token ?? "",
    new Blob(["signed"], { type: "text/plain" }),
  );
  expect(stored.error).toBeNull();
  const { data } = await bucket(ann).createSignedUrls([path, `${ann.id}/none`], 60);
  expect(await (await fetch(data?.[0]?.signedUrl ?? "")).text()).toBe("signed");
  expect(data?.[1]?.error).toBeTruthy();
});

test("S22 a file downloads under its name in any script, and only under the requested name", async () => {
  const path = `${ann.id}/named`;
  await bucket(ann).upload(path, new Blob(["%PDF"]), { contentType: "application/pdf" });
  const { data } = await bucket(ann).createSignedUrl(path, 60);
  const savedAs = async (name: string | null) => {
    const url = new URL(data?.signedUrl ?? "");
    if (name !== null) url.searchParams.set("download", name);
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, "%PDF"]);
    return answer.headers.get("content-disposition");
  };
  expect(await savedAs("Año nuevo (1).pdf")).toBe(
    `attachment; filename="Ano nuevo (1).pdf"; filename*=UTF-8''A%C3%B1o%20nuevo%20%281%29.pdf`,
  );
  expect(await savedAs('a"b\\c%41\r\nx: y.pdf')).toBe(
    `attachment; filename="a_b_c_41__x: y.pdf"; filename*=UTF-8''a%22b%5Cc%2541%0D%0Ax%3A%20y.pdf`,
  );
  expect(await savedAs("日本.pdf")).toBe(`attachment; filename="__.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf`);
  expect([await savedAs(""), await savedAs(null)]).toEqual(["attachment", "attachment"]);
});

test("move, copy and remove also affect the bytes", async () => {
  const [from, to, copy] = [`${ann.id}/a`, `${ann.id}/b`, `${ann.id}/c`];
  await bucket(ann).upload(from, new Blob(["bytes"], { type: "text/plain" }));
  expect((await bucket(ann).move(from, to)).error).toBeNull();
  expect((await bucket(ann).copy(to, copy)).error).toBeNull();
  expect((await bucket(ann).remove([to])).error).toBeNull();
  expect((await bucket(ann).download(to)).error).not.toBeNull();
  expect(await (await bucket(ann).download(copy)).data?.text()).toBe("bytes");
});

test("S28 a range request gets a partial response, so an interrupted download continues; a changed object is sent whole", async () => {
  const path = `${ann.id}/parts`;
  await bucket(ann).upload(path, new Blob(["0123456789"], { type: "text/plain" }));
  const get = (headers: Record<string, string>, who = ann) =>
    fetch(`${backend.url}/storage/v1/object/attachments/${path}`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${who.token}`, ...headers },
    });
  const whole = await get({});
  expect([whole.status, whole.headers.get("accept-ranges"), await whole.text()]).toEqual([200, "bytes", "0123456789"]);
  for (const [range, text, header] of [
    ["bytes=4-", "456789", "bytes 4-9/10"],
    ["bytes=2-3", "23", "bytes 2-3/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
  ] as const) {
    const part = await get({ range });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([206, header, text]);
  }
  const over = await get({ range: "bytes=10-" });
  expect([over.status, over.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  for (const range of ["bytes=5-2", "bytes=0-1,3-4", "lines=1-2", "bytes=-"]) {
    const answer = await get({ range });
    expect([range, answer.status, await answer.text()]).toEqual([range, 200, "0123456789"]);
  }
  const etag = whole.headers.get("etag") ?? "";
  expect(await (await get({ range: "bytes=4-", "if-range": etag })).text()).toBe("456789");
  expect(await (await get({ range: "bytes=4-", "if-range": '"another"' })).text()).toBe("0123456789");
  expect((await get({ range: "bytes=4-" }, bob)).ok).toBe(false);
});
