import { describe, expect, test } from "vitest";
import { signToken } from "../../supabase/local/common/token.ts";
import { password } from "../fixtures/backend/project.ts";
import { bearer, codeOf, json, type Sent } from "../fixtures/backend/raw-requests.ts";
import { setUpEdge } from "../fixtures/backend/setup.ts";

const { backend, ann, raw } = setUpEdge();

describe("paths have one interpretation", () => {
  const sign = JSON.stringify({ email: "nobody@example.test", password });
  test.each([
    ["POST", "/auth/v1/%74oken?grant_type=password"],
    ["POST", "/auth/v1/tok%65n?grant_type=password"],
    ["POST", "/auth/v1/%72ecover"],
    ["POST", "/auth/v1/%76erify"],
    ["POST", "/auth/v1/%73ignup"],
    ["PUT", "/auth/v1/%75ser"],
    ["POST", "/auth/v1/token/?grant_type=password"],
    ["POST", "/auth/v1//token?grant_type=password"],
    ["POST", "/auth/v1/./token?grant_type=password"],
    ["POST", "/auth/v1/x/../token?grant_type=password"],
    ["POST", "/auth/v1/x/%2e%2e/token?grant_type=password"],
    ["POST", "/auth%2Fv1/token?grant_type=password"],
    ["POST", "/auth/v1\\token?grant_type=password"],
    ["POST", "/auth/v1/%5ctoken"],
    ["POST", "/auth/v1/token%00?grant_type=password"],
    ["POST", "/auth/v1/token?grant_type=refresh_token&grant_type=password"],
    ["POST", "/auth/v1/token?%67rant_type=password"],
    ["POST", "/auth/v1/recover?redirect_to=http://a.test&redirect_to=http://b.test"],
    ["POST", "/storage/v1/obj%65ct/attachments/x"],
    ["POST", "/storage/v1/object/attachments/%2e%2e/x"],
    ["POST", "/storage/v1/object/attachments/a%2Fb"],
    ["POST", "/storage/v1/upload/resum%61ble"],
    ["POST", "/rest/v1/rpc/sync%5fpull"],
    ["POST", "/rest/v1/rpc/sync_pull%"],
    ["POST", "/rest/v1/rpc/sync_pull%zz"],
    ["POST", "/rest/v1/rpc/%c0%ae"],
    ["GET", "/rest/v1/apps?select=id&select=name"],
    ["GET", "/rest/v1/apps?title=eq.%00"],
    ["GET", "/rest/v1/apps?title=eq.%ff"],
    ["POST", "/functions/v1/st%6frage/upload"],
    ["GET", "//"],
    ["GET", "//evil.test/"],
    ["GET", "/assets/..%2f..%2fsecret"],
    ["GET", "/%61pps"],
    ["GET", "http://localhost/health"],
    ["OPTIONS", "*"],
    ["GET", "/d%65v/mail"],
    ["GET", "/he%61lth"],
  ])("P2 V5 %s %s is rejected before any code interprets it differently", async (method, path) => {
    const answer = await raw(path, {
      method,
      ...(method === "GET" || method === "OPTIONS" ? {} : { headers: { ...json, ...bearer(ann) }, body: sign }),
    });
    expect([answer.status, codeOf(answer)]).toEqual([400, "ambiguous_url"]);
  });

  test("P4 S22 object names with spaces and special characters are stored and read unchanged", async () => {
    for (const name of ["hal lo.txt", "a@b+c,d;e=f&g$h!i'(j)*.txt", "_-a.b"]) {
      const path = `${ann.id}/${name}`;
      const bucket = ann.client.storage.from("attachments");
      expect([name, (await bucket.upload(path, new Blob(["x"], { type: "text/plain" }))).error]).toEqual([name, null]);
      expect(await backend.sql("select 1 as one from storage.objects where name = $1", [path])).toEqual([{ one: 1 }]);
      for (const each of [path.split("/").map(encodeURIComponent).join("/"), encodeURI(path)]) {
        const answer = await raw(`/storage/v1/object/attachments/${each}`, { headers: bearer(ann) });
        expect([name, answer.status]).toEqual([name, 200]);
      }
      const one = await bucket.createSignedUrl(path, 60);
      expect([name, (await fetch(one.data?.signedUrl ?? "")).status]).toEqual([name, 200]);
      const many = await bucket.createSignedUrls([path], 60);
      expect([name, (await fetch(many.data?.[0]?.signedUrl ?? "")).status]).toEqual([name, 200]);
      expect([name, (await bucket.remove([path])).data?.length]).toEqual([name, 1]);
    }
    // S3 rejects the last ones, and so does a hosted project.
    for (const name of ["a%25b", "a%3Fb", "a%23b", "a%C3%A4", "%E6%97%A5.txt", "a~b"]) {
      const answer = await raw(`/storage/v1/object/attachments/${ann.id}/${name}`, {
        method: "POST",
        headers: { ...bearer(ann), "content-type": "text/plain" },
        body: "x",
      });
      expect([name, answer.status, codeOf(answer)]).toEqual([name, 400, "InvalidKey"]);
    }
  });

  test("a filter may occur twice, as in PostgREST", async () => {
    expect(
      (await raw("/rest/v1/apps?select=id&created_at=gt.2020-01-01&created_at=lt.2020-01-02", { headers: bearer(ann) }))
        .status,
    ).toBe(200);
  });
});

describe("invalid input is the client's error", () => {
  const auth = (): Record<string, string> => ({ ...json, ...bearer(ann) });
  const tus = (metadata: Record<string, string>) => ({
    method: "POST",
    headers: {
      ...bearer(ann),
      "tus-resumable": "1.0.0",
      "upload-length": "5",
      "upload-metadata": Object.entries(metadata)
        .map(([name, text]) => `${name} ${Buffer.from(text).toString("base64")}`)
        .join(","),
    },
  });
  const form = (type: string) =>
    `--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: ${type}\r\n\r\nx\r\n--b--\r\n`;
  const cases: [what: string, target: () => string, sent: () => Sent, status: number][] = [
    [
      "a forged signed address",
      () => `/storage/v1/object/sign/attachments/x/y?token=${ann.token.slice(0, -3)}abc`,
      () => ({}),
      400,
    ],
    ["a signed address that is none", () => "/storage/v1/object/sign/attachments/x/y?token=x", () => ({}), 400],
    [
      "a signed address of another secret",
      () => `/storage/v1/object/sign/attachments/x/y?token=${signToken({ role: "anon" }, "x")}`,
      () => ({}),
      400,
    ],
    [
      "a forged address for an upload",
      () => "/storage/v1/object/upload/sign/attachments/x/y?token=a.b.c",
      () => ({ method: "PUT", headers: { "content-type": "text/plain" }, body: "x" }),
      400,
    ],
    [
      "a reserved sign in a name that is not there",
      () => `/storage/v1/object/attachments/${ann.id}/a%40b`,
      () => ({ headers: bearer(ann) }),
      400,
    ],
    [
      "a NUL in a resumable upload's name",
      () => "/storage/v1/upload/resumable",
      () => tus({ bucketName: "attachments", objectName: `${ann.id}/a\0b` }),
      400,
    ],
    [
      "a NUL in its bucket",
      () => "/storage/v1/upload/resumable",
      () => tus({ bucketName: "attach\0ments", objectName: `${ann.id}/ab` }),
      400,
    ],
    [
      "a line break in its content type",
      () => "/storage/v1/upload/resumable",
      () => tus({ bucketName: "attachments", objectName: `${ann.id}/ab`, contentType: "image/png\r\nx: y" }),
      400,
    ],
    [
      "a content type that is none",
      () => `/storage/v1/object/attachments/${ann.id}/ab`,
      () => ({
        method: "POST",
        headers: { ...bearer(ann), "content-type": "multipart/form-data; boundary=b" },
        body: form("x y"),
      }),
      400,
    ],
    ["TRACE", () => "/rest/v1/apps", () => ({ method: "TRACE" }), 405],
    ["a method of another protocol", () => "/auth/v1/user", () => ({ method: "PROPFIND" }), 405],
    ["POST to a page", () => "/tester", () => ({ method: "POST", body: "x" }), 405],
    ["CONNECT", () => "evil.test:443", () => ({ method: "CONNECT" }), 405],
    ["a word that is no method", () => "/", () => ({ method: "HELLO" }), 400],
    [
      "2,500 columns",
      () => `/rest/v1/apps?select=${Array(2500).fill("id").join(",")}`,
      () => ({ headers: bearer(ann) }),
      400,
    ],
    ["an address without end", () => `/rest/v1/apps?select=${"id,".repeat(3000)}id`, () => ({}), 414],
    ["headers without end", () => "/health", () => ({ headers: { "x-large": "x".repeat(20_000) } }), 431],
    [
      "more headers than anybody needs",
      () => "/health",
      () => ({ headers: Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`x-${at}`, "1"])) }),
      431,
    ],
    [
      "broken JSON to storage",
      () => "/storage/v1/object/list/attachments",
      () => ({ method: "POST", headers: auth(), body: "{" }),
      400,
    ],
    [
      "broken JSON to many signatures",
      () => "/storage/v1/object/sign/attachments",
      () => ({ method: "POST", headers: auth(), body: '{"paths":' }),
      400,
    ],
    [
      "a NUL in a sign-up",
      () => "/auth/v1/signup",
      () => ({
        method: "POST",
        headers: json,
        body: `{"email":"n@example.test","password":"${password}","data":{"name":"a\\u0000b"}}`,
      }),
      400,
    ],
    [
      "half an emoji in a sign-up",
      () => "/auth/v1/signup",
      () => ({
        method: "POST",
        headers: json,
        body: `{"email":"n@example.test","password":"${password}","data":{"name":"a\\ud83d"}}`,
      }),
      400,
    ],
    [
      "bytes that are no UTF-8",
      () => "/auth/v1/signup",
      () => ({ method: "POST", headers: json, body: Buffer.from('{"email":"\xff"}', "latin1") }),
      400,
    ],
    [
      "lists in lists",
      () => "/rest/v1/rpc/sync_push",
      () => ({
        method: "POST",
        headers: auth(),
        body: `{"collection":"feedback","rows":${"[".repeat(5000)}${"]".repeat(5000)}}`,
      }),
      400,
    ],
    [
      "a list where a text belongs",
      () => "/rest/v1/rpc/email_exists",
      () => ({ method: "POST", headers: json, body: '{"email":[[]]}' }),
      400,
    ],
    ["a body where none belongs", () => "/rest/v1/apps", () => ({ headers: json, body: "{}" }), 400],
    ["bytes that are no HTTP", () => "\u0000\u0001", () => ({ method: "\u0016\u0003" }), 400],
  ];
  test.each(cases)("V5 %s", async (_, target, sent, status) => {
    const answer = await raw(target(), sent());
    expect([answer.status, codeOf(answer)]).toEqual([status, expect.any(String)]);
  });

  test("V5 a query cannot change Object.prototype", async () => {
    const own = Reflect.ownKeys(Object.prototype);
    for (const query of [
      "__proto__=eq.1",
      "__proto__.limit=1",
      "__proto__.order=id.asc",
      "constructor.prototype.limit=1",
      "select=__proto__:apps(id)&__proto__.limit=1",
      "select=id-%3E__proto__",
      "or=(__proto__.eq.1,id.is.null)",
    ]) {
      const answer = await raw(`/rest/v1/apps?${query}`, { headers: bearer(ann) });
      expect([query, answer.status]).toEqual([query, 400]);
    }
    const body = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    for (const target of ["/rest/v1/contact_messages", "/rest/v1/rpc/sync_pull", "/auth/v1/recover"])
      expect([400, 404, 422]).toContain((await raw(target, { method: "POST", headers: auth(), body })).status);
    expect(Reflect.ownKeys(Object.prototype)).toEqual(own);
  });

  test.each([
    '{"email":"a\\u0000"}',
    '{"\\ud83d":1}',
    '{"data":{"name":"\\udc00x"}}',
    '{"data":"\\ud83dx"}',
    "[".repeat(201),
  ])("V5 %j is rejected before parsing; similar valid input is not", async (body) => {
    const send = (text: string) => raw("/auth/v1/recover", { method: "POST", headers: json, body: text });
    expect(codeOf(await send(body))).toBe("bad_json");
    expect(codeOf(await send('{"email":"\\\\u0000 \\ud83d\\ude00 \\\\ud83d"}'))).not.toBe("bad_json");
  });
});
