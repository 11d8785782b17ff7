// Permissions at each step of an upload, with the product's own rules, over raw HTTP and with the
// app's clients.
import { createHash, createHmac, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { type Person, signUp } from "../fixtures/backend/project.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { createOwnDatabase, type OwnDatabase } from "../fixtures/shared-postgres.ts";

const resumable = "/storage/v1/upload/resumable";
const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe.each(ruleEngines)("on %s", (engine) => {
  const folder = mkdtempSync(join(tmpdir(), "betaflock-uploads-"));
  let own: OwnDatabase | undefined;
  let backend: ListeningBackend;
  let ann: Person;
  let dev: Person;

  beforeAll(async () => {
    own = engine === "postgres" ? await createOwnDatabase() : undefined;
    const databaseUrl = own ? { databaseUrl: own.url } : {};
    backend = await startBackend({ dataDir: folder, schedule: false, ...databaseUrl });
    ann = await signUp(backend, { name: "Ann", role: "tester" });
    dev = await signUp(backend, { name: "Dee", role: "developer" });
    await backend.sql("update public.profiles set status = 'active'");
  }, 120_000);
  afterAll(async () => {
    await backend?.stop();
    await own?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const headersOf = ({ token }: Person): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    apikey: backend.publishableKey,
  });
  interface HandledError {
    status: number;
    error?: unknown;
    message?: unknown;
  }
  async function told(response: Response): Promise<HandledError> {
    const text = await response.text();
    const body = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
    const { statusCode, error, message } = body;
    // lite answers some rejections with 400 and the real status in the body.
    return { status: Number(statusCode ?? response.status), error, message };
  }
  const put = async (
    who: Person,
    bucket: string,
    name: string,
    bytes: Buffer | string,
    more: Record<string, string> = {},
  ) =>
    told(
      await fetch(`${backend.url}/storage/v1/object/${bucket}/${name}`, {
        method: "POST",
        headers: { ...headersOf(who), "content-type": "text/plain", ...more },
        body: new Uint8Array(Buffer.from(bytes)),
      }),
    );
  /** Sends a request of the resumable upload protocol. */
  const tus = (
    who: Person,
    method: "POST" | "PATCH" | "HEAD" | "DELETE",
    path: string,
    headers: Record<string, string> = {},
    body: Uint8Array<ArrayBuffer> | null = null,
  ) =>
    fetch(`${backend.url}${path}`, {
      method,
      headers: { ...headersOf(who), "tus-resumable": "1.0.0", ...headers },
      body,
    });
  const begin = (who: Person, metadata: Record<string, string>, size: number) => {
    const entries = Object.entries(metadata).map(([key, value]) => `${key} ${base64(value)}`);
    return tus(who, "POST", resumable, { "upload-length": String(size), "upload-metadata": entries.join(",") });
  };
  const patch = (who: Person, path: string, from: number, bytes: Buffer) => {
    const headers = { "upload-offset": String(from), "content-type": "application/offset+octet-stream" };
    return tus(who, "PATCH", path, headers, new Uint8Array(bytes));
  };
  const begun = async (who: Person, bucketName: string, objectName: string, size: number): Promise<string> => {
    const answer = await begin(who, { bucketName, objectName, contentType: "text/plain" }, size);
    expect(answer.status).toBe(201);
    return answer.headers.get("location") ?? "";
  };
  const setStatus = (who: Person, status: string) =>
    backend.sql("update public.profiles set status = $2 where id = $1", [who.id, status]);
  const stored = async (name: string) =>
    (await backend.sql("select 1 from storage.objects where name = $1", [name])).length;
  const unfinished = () => readdirSync(join(folder, "storage", "resumable")).filter((name) => !name.endsWith(".json"));

  test("P4 T10 a suspended user sends and finishes nothing, in pieces or by a signed address", async () => {
    const bytes = Buffer.from("0123456789");
    const name = `${ann.id}/${sha256(bytes)}`;
    const path = await begun(ann, "attachments", name, bytes.length);
    expect((await patch(ann, path, 0, bytes.subarray(0, 4))).status).toBe(204);
    const signed = await ann.client.storage.from("attachments").createSignedUploadUrl(`${ann.id}/signed`);
    await setStatus(ann, "suspended");
    expect(await told(await patch(ann, path, 4, bytes.subarray(4)))).toMatchObject({ status: 403, error: "suspended" });
    const answer = await fetch(`${signed.data?.signedUrl}`, {
      method: "PUT",
      headers: { "content-type": "text/plain" },
      body: "late",
    });
    expect(await told(answer)).toMatchObject({ status: 403, error: "suspended" });
    expect([await stored(name), await stored(`${ann.id}/signed`)]).toEqual([0, 0]);
    await setStatus(ann, "active");
    expect((await patch(ann, path, 4, bytes.subarray(4))).status).toBe(204);
    expect(await stored(name)).toBe(1);
  });

  test("P4 T10 a former developer adds no build by an address signed earlier", async () => {
    const signed = await dev.client.storage.from("releases").createSignedUploadUrl(`${dev.id}/later.apk`);
    await backend.sql("update public.profiles set role = 'tester' where id = $1", [dev.id]);
    const answer = await fetch(`${signed.data?.signedUrl}`, { method: "PUT", body: "late" });
    await backend.sql("update public.profiles set role = 'developer' where id = $1", [dev.id]);
    expect(await told(answer)).toMatchObject({ status: 403, error: "forbidden" });
  });

  test("P4 S28 a published release's file cannot be replaced: not by overwriting, moving, deleting or signing", async () => {
    const name = `${dev.id}/public.apk`;
    expect((await put(dev, "releases", name, "the build")).status).toBe(200);
    const other = `${dev.id}/other.apk`;
    expect((await put(dev, "releases", other, "other bytes")).status).toBe(200);
    const bucket = dev.client.storage.from("releases");
    const signed = await bucket.createSignedUploadUrl(name, { upsert: true });
    await backend.database.transaction(async (session) => {
      await session.query("select set_config('betaflock.seeding', 'on', true)");
      const [app, release] = [randomUUID(), randomUUID()];
      await session.query(
        "insert into public.apps (id, developer_id, title, description, status) values ($1, $2, 'An app', 'It does', 'published')",
        [app, dev.id],
      );
      await session.query(
        `insert into public.releases (id, app_id, developer_id, version, file_path, status, published_at)
         values ($1, $2, $3, '1.0', $4, 'published', now())`,
        [release, app, dev.id, name],
      );
    });
    const rejected = { statusCode: "403", message: expect.stringMatching(/^wrong_state: /) };
    expect(await put(dev, "releases", name, "exchanged", { "x-upsert": "true" })).toMatchObject({
      error: "wrong_state",
    });
    expect((await bucket.update(name, Buffer.from("exchanged"))).error).toMatchObject(rejected);
    expect((await bucket.move(name, `${dev.id}/away.apk`)).error).toMatchObject(rejected);
    expect((await bucket.move(other, name)).error).not.toBeNull();
    expect((await bucket.copy(other, name)).error).not.toBeNull();
    const copied = await fetch(`${backend.url}/storage/v1/object/copy`, {
      method: "POST",
      headers: { ...headersOf(dev), "content-type": "application/json", "x-upsert": "true" },
      body: JSON.stringify({ bucketId: "releases", sourceKey: other, destinationKey: name }),
    });
    expect(await told(copied)).toMatchObject({ status: 403, error: "wrong_state" });
    expect((await bucket.remove([name])).error).toMatchObject(rejected);
    const late = await fetch(`${signed.data?.signedUrl ?? `${backend.url}/none`}`, { method: "PUT", body: "late" });
    expect((await told(late)).status).toBeGreaterThanOrEqual(400);
    const anew = await begin(dev, { bucketName: "releases", objectName: name, contentType: "text/plain" }, 4);
    expect(anew.status).toBe(409);
    const whole = await fetch(`${backend.url}/storage/v1/object/releases/${name}`, { headers: headersOf(dev) });
    expect(await whole.text()).toBe("the build");
    const sql = "update public.releases set sha256 = repeat('a', 64) where file_path = $1";
    await expect(backend.sql(sql, [name])).rejects.toMatchObject({ detail: "wrong_state" });
  });

  test("S11 P4 bytes that do not match their name are rejected, whole and in pieces, and not stored", async () => {
    const name = `${ann.id}/${sha256(Buffer.from("promised"))}`;
    expect(await put(ann, "attachments", name, "something else")).toMatchObject({ status: 422, error: "damaged" });
    const path = await begun(ann, "attachments", name, 5);
    expect(await told(await patch(ann, path, 0, Buffer.from("other")))).toMatchObject({
      status: 422,
      error: "damaged",
    });
    expect(await stored(name)).toBe(0);
    expect(unfinished()).toEqual([]);
    expect((await put(ann, "attachments", name, "promised")).status).toBe(200);
  });

  test("V3 a user has a limited quota per bucket, whichever way and however many uploads at once", async () => {
    const bob = await signUp(backend, { name: "Bob", role: "tester" });
    const [before] = await backend.sql<{ objects: number; bytes: string }>(
      "select objects, bytes::text from private.storage_quotas where bucket_id = 'attachments'",
    );
    await backend.sql("update private.storage_quotas set objects = 3, bytes = 1000 where bucket_id = 'attachments'");
    try {
      expect((await put(bob, "attachments", `${bob.id}/a`, "x".repeat(600))).status).toBe(200);
      expect(await put(bob, "attachments", `${bob.id}/b`, "x".repeat(500))).toMatchObject({
        status: 403,
        error: "quota",
      });
      const large = await begin(
        bob,
        { bucketName: "attachments", objectName: `${bob.id}/c`, contentType: "text/plain" },
        500,
      );
      expect(await told(large)).toMatchObject({ status: 403, error: "quota" });
      const both = await Promise.all(["d", "e"].map((n) => put(bob, "attachments", `${bob.id}/${n}`, "x".repeat(300))));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect((await bob.client.storage.from("attachments").remove([`${bob.id}/a`])).error).toBeNull();
      expect((await put(bob, "attachments", `${bob.id}/f`, "x")).status).toBe(200);
      expect((await put(bob, "attachments", `${bob.id}/g`, "x")).status).toBe(200);
      expect(await put(bob, "attachments", `${bob.id}/h`, "x")).toMatchObject({ status: 403, error: "quota" });
      const usage = await backend.sql(
        "select objects, bytes::int as bytes from private.storage_usage where owner_id = $1",
        [bob.id],
      );
      expect(usage).toEqual([{ objects: 3, bytes: 302 }]);
    } finally {
      await backend.sql(
        "update private.storage_quotas set objects = $1, bytes = $2::text::bigint where bucket_id = 'attachments'",
        [before?.objects ?? 0, before?.bytes ?? "0"],
      );
    }
  });

  test("O2 an upload cut off between its last byte and its object is never reported as complete: it is finished or deleted", async () => {
    const bytes = Buffer.from("every byte of it");
    const look = (path: string) => tus(ann, "HEAD", path);
    const names = ["whole", "suspended"].map((name) => `${ann.id}/${name}`) as [string, string];
    for (const name of names) {
      const path = await begun(ann, "attachments", name, bytes.length);
      writeFileSync(join(folder, "storage", "resumable", path.split("/").at(-1) ?? ""), bytes);
      if (name === names[1]) await setStatus(ann, "suspended");
      // Two concurrent calls finish it once. The protocol has two statuses for a missing upload,
      // depending on the order.
      for (const { status } of await Promise.all([look(path), look(path)])) expect([404, 410]).toContain(status);
    }
    await setStatus(ann, "active");
    expect([await stored(names[0]), await stored(names[1]), unfinished()]).toEqual([1, 0, []]);
  });

  test("O2 a restarted upload replaces the one whose address was lost; a user has at most twenty", async () => {
    const names = Array.from({ length: 23 }, (_, n) => `${ann.id}/unfinished-${n}`);
    const first = await begun(ann, "attachments", names[0] ?? "", 10);
    expect((await patch(ann, first, 0, Buffer.from("abc"))).status).toBe(204);
    const again = await begun(ann, "attachments", names[0] ?? "", 10);
    expect(unfinished()).toEqual([again.split("/").at(-1)]);
    for (const name of names.slice(1)) await begun(ann, "attachments", name, 10);
    expect(unfinished()).toHaveLength(20);
    for (const id of unfinished()) {
      const gone = await tus(ann, "DELETE", `${resumable}/${id}`);
      expect(gone.status).toBe(204);
    }
    expect(existsSync(join(folder, "storage", "resumable", `${again.split("/").at(-1)}.json`))).toBe(false);
  });

  const forged = (secret: string, change: Record<string, unknown> = {}) => {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = { bucket: "attachments", sub: `${ann.id}/x`, intent: "download", exp: 9_999_999_999, ...change };
    const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };

  test("P4 V5 odd names, types and signatures are rejected with a code, never with a 500", async () => {
    const answers: [string, HandledError][] = [];
    const note = async (what: string, answer: Promise<Response> | Promise<HandledError>) => {
      const value = await answer;
      answers.push([what, value instanceof Response ? await told(value) : value]);
    };
    const odd = ["nul\0name", "new\nline", "a\u007fb", "back\\slash", "per%cent", "sharp#", "a//b", "a/../b", ""];
    for (const name of odd) {
      const metadata = { bucketName: "attachments", objectName: `${ann.id}/${name}`, contentType: "text/plain" };
      await note(`tus ${JSON.stringify(name)}`, begin(ann, metadata, 3));
      const address = encodeURIComponent(name);
      await note(`whole ${JSON.stringify(name)}`, put(ann, "attachments", `${ann.id}/${address}`, "x"));
      await note(
        `sign ${JSON.stringify(name)}`,
        fetch(`${backend.url}/storage/v1/object/upload/sign/attachments/${ann.id}/${address}`, {
          method: "POST",
          headers: { ...headersOf(ann), "content-type": "application/json" },
          body: "{}",
        }),
      );
      await note(
        `move ${JSON.stringify(name)}`,
        fetch(`${backend.url}/storage/v1/object/move`, {
          method: "POST",
          headers: { ...headersOf(ann), "content-type": "application/json" },
          body: JSON.stringify({
            bucketId: "attachments",
            sourceKey: `${ann.id}/x`,
            destinationKey: `${ann.id}/${name}`,
          }),
        }),
      );
    }
    const metadata = { bucketName: "attachments", objectName: `${ann.id}/x` };
    for (const contentType of ["text/plain\r\nx-evil: 1", "text/plain\n", "nonsense", "text/\0", "a/b/c", ";"])
      if (contentType !== "text/plain\n")
        await note(`type ${JSON.stringify(contentType)}`, begin(ann, { ...metadata, contentType }, 3));
    await note("bucket with NUL", begin(ann, { ...metadata, bucketName: "attach\0ments" }, 3));
    await note("a type without a slash", put(ann, "attachments", `${ann.id}/y`, "x", { "content-type": "nonsense" }));
    for (const [what, token] of [
      ["none", ""],
      ["no JWT", "abc"],
      ["three dots", "a.b.c"],
      ["another secret", forged("not the secret of this server, at all")],
      ["for an upload", forged(backend.jwtSecret, { intent: "upload" })],
      ["another object's", forged(backend.jwtSecret, { sub: `${dev.id}/x` })],
      ["too old", forged(backend.jwtSecret, { exp: 1 })],
      ["without an end", forged(backend.jwtSecret, { exp: "never" })],
    ] as const) {
      await note(
        `signed ${what}`,
        fetch(`${backend.url}/storage/v1/object/sign/attachments/${ann.id}/x?token=${token}`),
      );
      if (what !== "for an upload")
        await note(
          `signed upload ${what}`,
          fetch(`${backend.url}/storage/v1/object/upload/sign/attachments/${ann.id}/x?token=${token}`, {
            method: "PUT",
            body: "x",
          }),
        );
    }
    for (const path of ["%", "%zz", "%ff%fe"])
      await note(
        `address ${path}`,
        fetch(`${backend.url}/storage/v1/object/attachments/${ann.id}/${path}`, { headers: headersOf(ann) }),
      );
    await note(
      "broken JSON",
      fetch(`${backend.url}/storage/v1/object/sign/attachments`, {
        method: "POST",
        headers: { ...headersOf(ann), "content-type": "application/json" },
        body: "{",
      }),
    );
    const wrong = answers.filter(([, { status }]) => !(status >= 400 && status < 500));
    expect(wrong).toEqual([]);
    expect(answers.filter(([, { error, message }]) => !error && !message)).toEqual([]);
    expect(answers.length).toBeGreaterThan(50);
  });

  test("S28 a name with characters that addresses encode is stored, read in parts and signed under that name", async () => {
    const name = `${dev.id}/a+b & (1), x=y@z.apk`;
    const bucket = dev.client.storage.from("releases");
    const address = name.split("/").map(encodeURIComponent).join("/");
    expect((await put(dev, "releases", address, "0123456789")).status).toBe(200);
    expect(await stored(name)).toBe(1);
    const part = await fetch(`${backend.url}/storage/v1/object/releases/${address}`, {
      headers: { ...headersOf(dev), range: "bytes=4-" },
    });
    expect([part.status, await part.text()]).toEqual([206, "456789"]);
    const signed = await bucket.createSignedUrl(name, 60);
    expect(await (await fetch(signed.data?.signedUrl ?? "")).text()).toBe("0123456789");
  });
});
