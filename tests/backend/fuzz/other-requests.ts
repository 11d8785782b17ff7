// Requests to files, edge functions, pages and sockets.
import type { Random } from "../../fixtures/random.ts";
import { type Draft, methods, none, sound } from "./draft.ts";
import type { Scenario } from "./server.ts";
import { address, bodyFor, jsonBody, objectPath, oddText, value } from "./values.ts";

export function storage(random: Random, scenario: Scenario): Draft {
  const bucket = random.chance(0.9) ? sound(random, scenario.buckets) : oddText(random);
  const name = `${random.chance(0.8) ? sound(random, scenario.ids) : oddText(random)}/${random.chance(0.5) ? `n${random.below(20)}` : oddText(random)}`;
  const headers: [string, string][] = [];
  const json = (body: unknown): Buffer => bodyFor(random, headers, body);
  const token = sound(random, [
    "",
    "x",
    "a.b.c",
    scenario.callers.tester ?? "",
    scenario.callers.forged ?? "",
    `${scenario.callers.expired?.slice(0, -4)}`,
  ]);
  const names = () =>
    Array.from({ length: random.below(4) }, () => (random.chance(0.5) ? name : value(random, scenario)));
  const drafts: (() => Partial<Draft>)[] = [
    () => ({ method: sound(random, ["POST", "PUT", "GET", "HEAD"]), path: `object/${bucket}/${name}` }),
    () => ({
      method: "GET",
      path: `object/${sound(random, ["public", "authenticated", "info", "sign"])}/${bucket}/${name}`,
      query: [["token", token]],
    }),
    () => ({ method: sound(random, ["POST", "GET"]), path: `object/${bucket}/${objectPath(random, scenario)}` }),
    () => ({
      method: "POST",
      path: `object/sign/${bucket}/${name}`,
      body: json({ expiresIn: value(random, scenario, "integer") }),
    }),
    () => ({ method: "POST", path: `object/sign/${bucket}`, body: json({ expiresIn: 60, paths: names() }) }),
    () => ({
      method: sound(random, ["PUT", "POST"]),
      path: `object/upload/sign/${bucket}/${name}`,
      query: [["token", token]],
    }),
    () => ({
      method: "POST",
      path: `object/list/${bucket}`,
      body: json({
        prefix: value(random, scenario, "text"),
        limit: value(random, scenario, "integer"),
        offset: value(random, scenario),
        sortBy: { column: sound(random, ["name", "x", oddText(random)]), order: sound(random, ["asc", "up"]) },
      }),
    }),
    () => ({
      method: "POST",
      path: `object/${sound(random, ["move", "copy"])}`,
      body: json({ bucketId: bucket, sourceKey: name, destinationKey: value(random, scenario, "text") }),
    }),
    () => ({ method: "DELETE", path: `object/${bucket}`, body: json({ prefixes: names() }) }),
    () => ({
      method: sound(random, methods),
      path: `bucket${random.chance(0.5) ? `/${bucket}` : ""}`,
      body: none,
      caller: "tester",
    }),
    () => ({ method: sound(random, methods), path: oddText(random) }),
  ];
  const draft = sound(random, drafts)();
  const method = draft.method ?? "GET";
  const upload = draft.body === undefined && ["POST", "PUT"].includes(method);
  if (random.chance(0.2)) headers.push(["range", sound(random, ["bytes=0-1", "bytes=9-2", "bytes=-0", "x"])]);
  if (upload)
    headers.push(
      [
        "content-type",
        sound(random, [
          "image/png",
          "text/plain",
          "x",
          "multipart/form-data; boundary=b",
          "multipart/form-data",
          'a/b;c="d',
        ]),
      ],
      ["x-upsert", sound(random, ["true", "false"])],
    );
  if (upload && random.chance(0.1))
    headers.push(["x-metadata", Buffer.from(jsonBody(random, value(random, scenario, "jsonb"))).toString("base64")]);
  const part = `--b\r\ncontent-disposition: form-data; name=""; filename="${oddText(random)}"\r\ncontent-type: ${sound(random, ["image/png", "x", oddText(random)])}\r\n\r\nbytes\r\n--b--\r\n`;
  return {
    query: [],
    ...draft,
    method,
    path: `/storage/v1/${draft.path}`,
    headers,
    body: draft.body ?? (upload ? Buffer.from(random.chance(0.5) ? part : "x".repeat(random.below(3000))) : none),
  };
}

export function resumable(random: Random, scenario: Scenario): Draft {
  const pair = (name: string, text: string): string => `${name} ${Buffer.from(text).toString("base64")}`;
  const metadata = [
    pair("bucketName", random.chance(0.8) ? "attachments" : oddText(random)),
    pair("objectName", random.chance(0.4) ? `${sound(random, scenario.ids)}/t${random.below(9)}` : oddText(random)),
    pair("contentType", random.chance(0.5) ? "image/png" : oddText(random)),
    ...(random.chance(0.2) ? [pair(oddText(random).replace(/[^a-z]/g, "x"), oddText(random)), "broken"] : []),
  ];
  const method = sound(random, ["POST", "POST", "PATCH", "HEAD", "DELETE", "GET", "OPTIONS"]);
  const headers: [string, string][] = [
    ["tus-resumable", random.chance(0.9) ? "1.0.0" : "9"],
    ["upload-length", sound(random, ["5", "0", "-1", "x", "999999999999999", "1e3"])],
    ["upload-offset", sound(random, ["0", "5", "-1", "x"])],
    ...(random.chance(0.9) ? ([["upload-metadata", metadata.join(",")]] as [string, string][]) : []),
    ["content-type", random.chance(0.8) ? "application/offset+octet-stream" : "text/plain"],
  ];
  const path = method === "POST" ? "" : `/${random.chance(0.7) ? random.uuid() : oddText(random)}`;
  const body = ["POST", "PATCH", "DELETE"].includes(method) && random.chance(0.7) ? Buffer.from("hello") : none;
  return { method, path: `/storage/v1/upload/resumable${path}`, query: [], headers, body };
}

export function functions(random: Random, scenario: Scenario): Draft {
  const headers: [string, string][] = [];
  const id = random.chance(0.5) ? random.uuid() : value(random, scenario);
  const actions = ["updateUserRole", "inviteUser", "deleteUser", "resetSecondFactor", oddText(random)];
  const body = {
    action: sound(random, actions),
    userId: id,
    role: "admin",
    email: address(random, scenario),
    name: value(random, scenario, "text"),
    fileId: id,
    preservedPrefixes: value(random, scenario, "jsonb"),
  };
  const path = sound(random, [
    "auth",
    "auth",
    "storage/list",
    "storage/upload",
    "storage/delete",
    "storage/clean",
    "health",
    "pages/apps",
    "pages/sitemap.xml",
    "push",
    "mail",
    "builds",
    `install/${sound(random, ["links", "manifest", "registration", "enrolments", "enrol", "devices", oddText(random)])}`,
    `install/${sound(random, ["manifest", "registration", "enrol"])}/${random.chance(0.5) ? sound(random, scenario.ids) : oddText(random)}`,
    `api/v1/apps/${sound(random, scenario.ids)}/releases${random.chance(0.5) ? `/${sound(random, scenario.ids)}` : ""}`,
    "nothing",
    oddText(random),
  ]);
  if (path === "storage/upload") {
    headers.push([
      "content-type",
      sound(random, ["multipart/form-data; boundary=b", "multipart/form-data", "text/plain"]),
    ]);
    const part = `--b\r\ncontent-disposition: form-data; name="file"; filename="${oddText(random)}"\r\ncontent-type: text/plain\r\n\r\nx\r\n--b--\r\n`;
    return { method: "POST", path: `/functions/v1/${path}`, query: [], headers, body: Buffer.from(part) };
  }
  const query: [string, string][] = random.chance(0.3)
    ? [
        ["prefix", oddText(random)],
        ["ownerId", oddText(random)],
      ]
    : [];
  const method = path === "storage/list" ? "GET" : sound(random, ["POST", "POST", "POST", ...methods]);
  const empty = ["GET", "HEAD", "OPTIONS"].includes(method);
  return { method, path: `/functions/v1/${path}`, query, headers, body: empty ? none : bodyFor(random, headers, body) };
}

export function page(random: Random, scenario: Scenario): Draft {
  const paths = [
    "/",
    "/health",
    "/dev/mail",
    "/dev/mail/messages.json",
    "/dev/mail/x",
    "/tester/tests",
    `/apps/${sound(random, scenario.ids)}`,
    "/a file.js",
    "/assets/x.js",
    `/${oddText(random)}`,
  ];
  return {
    method: random.chance(0.8) ? "GET" : sound(random, methods),
    path: sound(random, paths),
    query: random.chance(0.2) ? [[oddText(random), oddText(random)]] : [],
    headers: [["accept-encoding", sound(random, ["br", "gzip", "x;q=z"])]],
    body: none,
  };
}

export function realtime(random: Random, scenario: Scenario): Draft {
  const headers: [string, string][] = [
    ["connection", "Upgrade"],
    ["upgrade", sound(random, ["websocket", "h2c", "x"])],
    ["sec-websocket-version", sound(random, ["13", "1"])],
    ["sec-websocket-key", sound(random, ["dGhlIHNhbXBsZSBub25jZQ==", "x"])],
  ];
  return {
    method: random.chance(0.9) ? "GET" : "POST",
    path: sound(random, [
      "/realtime/v1/websocket",
      "/realtime/v1/websocket",
      "/realtime/v1/api/broadcast",
      "/realtime/v1/websocketx",
      "/rest/v1/x",
      "/",
    ]),
    query: [
      ["apikey", random.chance(0.7) ? scenario.publishableKey : oddText(random)],
      ["vsn", sound(random, ["1.0.0", "2.0.0", oddText(random)])],
    ],
    headers,
    body: none,
  };
}
