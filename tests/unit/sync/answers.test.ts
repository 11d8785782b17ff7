// Which responses come from the backend, per service, and which from something else on the network.
import { describe, expect, test } from "vitest";
import { bodyOf, onlyAnswers } from "../../../sync/transport/answers.ts";

const json = (body: unknown, status = 200, type = "application/json; charset=utf-8") =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": type } });
const page = (status: number) => new Response("<h1>Hotel</h1>", { status, headers: { "content-type": "text/html" } });
const ask = (path: string, answer: () => Response, method = "POST") =>
  onlyAnswers(async () => answer())(`https://server.test${path}`, { method });

const services = [
  ["rest", "/rest/v1/rpc/sync_push", { code: "PT422", message: "no", details: "invalid" }],
  ["auth", "/auth/v1/token?grant_type=password", { code: 400, error_code: "invalid_credentials", msg: "no" }],
  ["storage", "/storage/v1/object/releases/a/b", { statusCode: "403", error: "Unauthorized", message: "no" }],
  ["functions", "/functions/v1/storage/upload", { error: "no", code: "quota" }],
] as const;

describe.each(services)("%s", (name, path, rejection) => {
  test("O2 accepts the service's own responses, successful or not", async () => {
    const yes = await ask(path, () => json({ fine: true }));
    expect([yes.status, bodyOf(yes), await yes.json()]).toEqual([200, { fine: true }, { fine: true }]);
    const no = await ask(path, () => json(rejection, 400));
    expect([no.status, bodyOf(no)]).toEqual([400, rejection]);
  });

  test.each([
    ["a portal's 200", () => page(200)],
    ["a portal's 403", () => page(403)],
    ["a proxy's 502", () => page(502)],
    ["an empty 200", () => new Response("")],
    ["an empty 403", () => new Response("", { status: 403 })],
    ["JSON that is called a page", () => json({ fine: true }, 200, "text/html")],
    ["half an answer", () => new Response('{"fine": tr', { headers: { "content-type": "application/json" } })],
    ["somebody's own JSON", () => json({ login: "please" }, 403)],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "https://hotel.test" } })],
  ])("O1 O2 %s counts as offline", async (_name, answer) => {
    await expect(ask(path, answer)).rejects.toThrow(TypeError);
  });

  test("O2 accepts 413 with any body, but never as the end of a session", async () => {
    for (const answer of [() => page(413), () => json(rejection, 413), () => new Response("", { status: 413 })]) {
      const asked = ask(path, answer);
      if (name === "auth") await expect(asked).rejects.toThrow(TypeError);
      else expect(bodyOf(await asked)).toMatchObject({ code: "too_large" });
    }
  });
});

test("O2 accepts an empty body where the service sends none", async () => {
  expect((await ask("/rest/v1/contact_messages", () => new Response(null, { status: 201 }))).status).toBe(201);
  expect((await ask("/rest/v1/rpc/nothing", () => new Response(null, { status: 204 }))).status).toBe(204);
});

test("O2 accepts the gateway's own errors: a wrong key, too many calls, a service that is down", async () => {
  for (const status of [401, 429, 503])
    expect((await ask("/rest/v1/profiles", () => json({ message: "no" }, status), "GET")).status).toBe(status);
  await expect(ask("/rest/v1/profiles", () => json({ message: "no" }, 403), "GET")).rejects.toThrow(TypeError);
});

test("S28 a stored object may have any content type, and its errors have the service's", async () => {
  const path = "/storage/v1/object/releases/a/b";
  expect(await (await ask(path, () => new Response("bytes"), "GET")).text()).toBe("bytes");
  await expect(ask(path, () => page(404), "GET")).rejects.toThrow(TypeError);
});

test("passes requests to other hosts through unchanged", async () => {
  expect(await (await ask("/assets/a.js", () => page(200), "GET")).text()).toContain("Hotel");
});
