import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { type Person, signUp } from "../fixtures/backend/project.ts";
import { setUpProject } from "../fixtures/backend/setup.ts";
import { joinMessage } from "../fixtures/backend/topics.ts";
import { engines } from "../fixtures/engines.ts";

const join = async (person: Person, topic: string) => {
  await person.client.realtime.setAuth();
  const channel = person.client.channel(topic, { config: { private: true } });
  const heard: unknown[] = [];
  const statuses: string[] = [];
  channel.on("broadcast", { event: "*" }, (message) => heard.push(message.payload));
  const first = await new Promise<{ status: string; message: string | undefined }>((done) => {
    channel.subscribe((status, error) => {
      statuses.push(status);
      done({ status, message: error?.message });
    });
  });
  return { channel, heard, statuses, ...first };
};

/**
 * Creates a token that is valid for the given seconds, or up to one more, because its times are
 * whole seconds.
 */
const tokenFor = (backend: ListeningBackend, sub: string, seconds: number, role = "authenticated"): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.ceil(Date.now() / 1000);
  const unsigned = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub, role, iat: now - 1, exp: now + seconds })}`;
  return `${unsigned}.${createHmac("sha256", backend.jwtSecret).update(unsigned).digest("base64url")}`;
};

describe.each(engines)("on %s", (kind) => {
  const backend = setUpProject(kind);
  let ann: Person;
  let bob: Person;
  beforeAll(async () => {
    [ann, bob] = await Promise.all([signUp(backend), signUp(backend)]);
  }, 60_000);
  afterAll(() => Promise.all([ann?.client.removeAllChannels(), bob?.client.removeAllChannels()]));

  test("a change notifies only its owner", async () => {
    const own = await join(ann, `user:${ann.id}`);
    const others = await join(bob, `user:${bob.id}`);
    expect([own.status, others.status]).toEqual(["SUBSCRIBED", "SUBSCRIBED"]);
    await ann.client.from("notes").insert({ body: "for ann" });
    await expect.poll(() => own.heard.length, { timeout: 2000, interval: 5 }).toBe(1);
    expect(own.heard[0]).toMatchObject({ collections: ["notes"] });
    await bob.client.from("notes").insert({ body: "for bob" });
    await expect.poll(() => others.heard.length, { timeout: 2000, interval: 5 }).toBe(1);
    expect(own.heard).toHaveLength(1);
    await ann.client.removeChannel(own.channel);
    await bob.client.removeChannel(others.channel);
  });

  test("a rolled back change sends no notification", async () => {
    const own = await join(ann, `user:${ann.id}`);
    const failed = backend.database.transaction(async (session) => {
      await session.query("insert into public.notes (owner_id, body) values ($1, 'undone')", [ann.id]);
      throw new Error("undo");
    });
    await expect(failed).rejects.toThrow("undo");
    await ann.client.from("notes").insert({ body: "done" });
    await expect.poll(() => own.heard.length, { timeout: 2000, interval: 5 }).toBe(1);
    await ann.client.removeChannel(own.channel);
  });

  test("P2 the policies reject another user's channel, with the reason", async () => {
    const spied = await join(bob, `user:${ann.id}`);
    expect(spied.status).toBe("CHANNEL_ERROR");
    expect(spied.message).toContain("Unauthorized");
    await bob.client.removeChannel(spied.channel);
  });

  test("P2 rejects public channels, and any channel without a user's token, with a response", async () => {
    const url = `${backend.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=2.0.0`;
    const asked = async (topic: string, config: object, token?: string): Promise<[unknown, unknown, boolean]> => {
      const socket = new WebSocket(url);
      const answer = new Promise<unknown[]>((done) =>
        socket.once("message", (data: Buffer) => done(JSON.parse(data.toString()) as unknown[])),
      );
      const closed = new Promise<boolean>((done) => socket.once("close", () => done(true)));
      await new Promise((done) => socket.once("open", done));
      socket.send(JSON.stringify(["1", "1", `realtime:${topic}`, "phx_join", { config, access_token: token }]));
      const payload = (await answer)[4] as { status: string; response: { reason: string } };
      // Any message of an accepted join would arrive before this reply.
      const beat = new Promise<boolean>((done) => socket.once("message", () => done(false)));
      socket.send(JSON.stringify([null, "2", "phoenix", "heartbeat", {}]));
      const gone = await Promise.race([closed, beat]);
      socket.terminate();
      return [payload.status, payload.response.reason, gone];
    };
    const own = { private: true };
    const anon = tokenFor(backend, ann.id, 60, "anon");
    for (const topic of ["site", "anything", `user:${ann.id}`]) {
      for (const token of [undefined, ann.token, anon]) {
        for (const config of [{}, { private: false }])
          expect(await asked(topic, config, token)).toEqual(["error", expect.stringMatching(/^PrivateOnly: /), false]);
      }
      for (const token of [undefined, backend.publishableKey, anon])
        expect(await asked(topic, own, token)).toEqual(["error", expect.stringMatching(/signed in/), true]);
    }
    expect((await asked("anything", own, ann.token))[1]).toContain("permissions");
    expect(await asked(`user:${ann.id}`, own, ann.token)).toEqual(["ok", undefined, false]);
  });

  test("a message larger than a notification arrives complete", async () => {
    const own = await join(ann, `user:${ann.id}`);
    const text = "ö".repeat(9000);
    await backend.sql("select realtime.send(jsonb_build_object('text', $1::text), 'changed', $2, true)", [
      text,
      `user:${ann.id}`,
    ]);
    await expect.poll(() => own.heard.length, { timeout: 2000, interval: 5 }).toBe(1);
    expect(own.heard[0]).toMatchObject({ text });
    await ann.client.removeChannel(own.channel);
  });

  test("a channel ends with its token, and a new token in time keeps it", async () => {
    const open = async (token: string): Promise<{ socket: WebSocket; events: unknown[][] }> => {
      const socket = new WebSocket(
        `${backend.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=2.0.0`,
      );
      const events: unknown[][] = [];
      socket.on("message", (data: Buffer) => events.push(JSON.parse(data.toString()) as unknown[]));
      await new Promise((done) => socket.once("open", done));
      socket.send(joinMessage(`user:${ann.id}`, token));
      await expect.poll(() => events.length, { timeout: 2000, interval: 5 }).toBe(1);
      expect(events[0]?.[4]).toMatchObject({ status: "ok" });
      return { socket, events };
    };
    const left = await open(tokenFor(backend, ann.id, 2));
    const kept = await open(tokenFor(backend, ann.id, 2));
    kept.socket.send(
      JSON.stringify([
        "1",
        "2",
        `realtime:user:${ann.id}`,
        "access_token",
        { access_token: tokenFor(backend, ann.id, 600) },
      ]),
    );
    await expect
      .poll(() => left.events.map((event) => event[3]), { timeout: 6000, interval: 10 })
      .toContain("phx_close");
    await backend.sql("select realtime.send('{}', 'changed', $1, true)", [`user:${ann.id}`]);
    await expect
      .poll(() => kept.events.map((event) => event[3]), { timeout: 2000, interval: 5 })
      .toContain("broadcast");
    expect(left.events.map((event) => event[3])).not.toContain("broadcast");
    left.socket.terminate();
    kept.socket.terminate();
  });

  test("supports the first protocol version, and ignores invalid messages", async () => {
    const url = `${backend.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${backend.publishableKey}`;
    const socket = new WebSocket(`${url}&vsn=1.0.0`);
    const first = new Promise<Buffer>((done) => socket.once("message", done));
    await new Promise((done) => socket.once("open", done));
    socket.send(JSON.stringify({ topic: "phoenix", event: "heartbeat", payload: {}, ref: "7", join_ref: null }));
    expect(JSON.parse((await first).toString())).toEqual({
      topic: "phoenix",
      event: "phx_reply",
      payload: { status: "ok", response: {} },
      ref: "7",
      join_ref: null,
    });
    const closed = new Promise<number>((done) => socket.once("close", done));
    socket.send("noise");
    expect(await closed).toBe(1003);
    const keyless = new WebSocket(`${backend.url.replace("http", "ws")}/realtime/v1/websocket?apikey=wrong`);
    expect(await new Promise<string>((done) => keyless.once("error", (error) => done(error.message)))).toContain("401");
  });

  if (kind === "postgres") {
    test("after the listening connection breaks, missed messages are delivered", async () => {
      const own = await join(ann, `user:${ann.id}`);
      await backend.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and datname = current_database() and query ilike 'listen%'`,
      );
      await backend.sql("select realtime.send('{\"n\": 1}', 'changed', $1, true)", [`user:${ann.id}`]);
      await expect.poll(() => own.heard.length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0);
      await ann.client.removeChannel(own.channel);
    });
  }
});
