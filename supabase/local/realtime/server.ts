// The used part of Supabase Realtime: broadcasts over private channels, sent by realtime.send() in
// the database. The policies on realtime.messages decide who may read a channel.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import * as v from "valibot";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { type Log, logged, messageOf } from "../common/log.ts";
import { closeWithRejection, Rejected } from "../common/rejection.ts";
import { type Claims, checkToken, type Keys } from "../common/token.ts";
import type { Database } from "../database/database.ts";
import { type Rights, rightsOn } from "./authorize.ts";
import { type Broadcast, createBroadcastRoutes } from "./broadcast.ts";
import { decode, encode, type Message, type Version } from "./protocol.ts";

const maxUnsent = 1024 * 1024;
const mostWaiting = { messages: 256, bytes: 512 * 1024 };
/** Clients send a heartbeat every 25 s; a background tab at least once a minute. */
const silentMs = 90_000;
const wirePrefix = "realtime:";
// Errors of a join; the first is Supabase's with "Allow public access" off.
const publicChannel = "PrivateOnly: This project only allows private channels";
const noPostgresChanges =
  "postgres_changes: This server tells of no changes of tables. Send broadcasts with realtime.send() in triggers.";
const noPresence = "Unauthorized: This server tracks no presence.";
const signedOut = "Unauthorized: Only people who are signed in may join a channel.";

const noticeSchema = v.object({
  id: v.string(),
  topic: v.string(),
  event: v.string(),
  private: v.boolean(),
  payload: v.optional(v.unknown()),
});
const joinSchema = v.object({
  config: v.optional(
    v.object({
      private: v.optional(v.boolean(), false),
      postgres_changes: v.nullish(v.array(v.unknown())),
      broadcast: v.optional(v.object({ ack: v.optional(v.boolean(), false), self: v.optional(v.boolean(), false) })),
    }),
  ),
  access_token: v.nullish(v.string()),
});
const tokenSchema = v.object({ access_token: v.nullish(v.string()) });
const broadcastSchema = v.object({ type: v.literal("broadcast"), event: v.string(), payload: v.optional(v.unknown()) });

interface Joined {
  topic: string;
  joinRef: string | null;
  ack: boolean;
  self: boolean;
  rights: Rights;
  expiry: NodeJS.Timeout | undefined;
}
interface Client {
  socket: WebSocket;
  version: Version;
  channels: Map<string, Joined>;
  gone: AbortController;
  heard: number;
  waiting: { messages: number; bytes: number };
}

export type Realtime = ReturnType<typeof createRealtime>;

export function createRealtime(database: Database, keys: Keys, log: Log, mostSilentMs = silentMs) {
  const server = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024, maxFragments: 16 });
  const clients = new Set<Client>();
  let lastSeen = new Date(0).toISOString();

  const send = (client: Client, message: Message): void => {
    if (client.socket.readyState !== client.socket.OPEN) return;
    // A client that does not read would fill this process's memory. It pulls after it reconnects.
    if (client.socket.bufferedAmount > maxUnsent) client.socket.terminate();
    else client.socket.send(encode(client.version, message));
  };
  const reply = (client: Client, message: Message, status: "ok" | "error", response: unknown): void =>
    send(client, { ...message, event: "phx_reply", payload: { status, response } });

  const drop = (client: Client, topic: string): void => {
    clearTimeout(client.channels.get(topic)?.expiry);
    client.channels.delete(topic);
  };
  const close = (client: Client, joined: Joined, why: string): void => {
    const topic = wirePrefix + joined.topic;
    const payload = { channel: joined.topic, extension: "system", message: why, status: "error" };
    send(client, { joinRef: joined.joinRef, ref: null, topic, event: "system", payload });
    send(client, { joinRef: joined.joinRef, ref: null, topic, event: "phx_close", payload: {} });
    drop(client, topic);
  };

  const deliver = (notice: Broadcast, except?: Client): void => {
    if (!notice.private) return;
    const wire = wirePrefix + notice.topic;
    const payload = { type: "broadcast", event: notice.event, payload: notice.payload };
    for (const client of clients) {
      const joined = client.channels.get(wire);
      if (!joined?.rights.read || client === except) continue;
      send(client, { joinRef: joined.joinRef, ref: null, topic: wire, event: "broadcast", payload });
    }
  };
  const onNotify = async (text: string): Promise<void> => {
    const notice = v.parse(noticeSchema, JSON.parse(text));
    lastSeen = new Date().toISOString();
    if (notice.payload !== undefined) return deliver({ ...notice, payload: notice.payload });
    const [row] = await database.query<{ payload: unknown }>("select payload from realtime.messages where id = $1", [
      notice.id,
    ]);
    if (row) deliver({ ...notice, payload: row.payload });
  };
  /** After a reconnect: delivers messages that were sent in between, from the table. */
  const catchUp = async (): Promise<void> => {
    const missed = await database.query<Broadcast>(
      "select topic, event, private, payload from realtime.messages where inserted_at > ($1::timestamptz at time zone current_setting('timezone')) - interval '1 second' order by inserted_at",
      [lastSeen],
    );
    log("realtime_caught_up", { messages: missed.length });
    for (const message of missed) deliver(message);
  };

  const claimsOf = (token: string | null | undefined): Claims | string => {
    if (!token || token === keys.publishableKey) return signedOut;
    if (token === keys.serviceKey) return { role: "service_role" };
    const check = checkToken(token, keys.jwtSecret);
    if (check.ok && check.claims.role === "anon") return signedOut;
    return check.ok ? check.claims : check.reason === "expired" ? "Token has expired" : "The token cannot be read";
  };
  const closeAtExpiry = (client: Client, joined: Joined, claims: Claims): void => {
    clearTimeout(joined.expiry);
    joined.expiry = undefined;
    if (claims.exp === undefined) return;
    // setTimeout treats more than 31 bits as 1 ms.
    const wait = Math.min(claims.exp * 1000 - Date.now(), 2 ** 31 - 1);
    joined.expiry = setTimeout(() => close(client, joined, "Token has expired"), Math.max(wait, 0));
    joined.expiry.unref();
  };

  const rightsFor = ({ gone: { signal } }: Client, topic: string, claims: Claims): Promise<Rights> =>
    database.withRequestScope({ role: claims.role, signal }, () => rightsOn(database, topic, claims));

  const join = async (client: Client, message: Message): Promise<void> => {
    const parsed = v.safeParse(joinSchema, message.payload);
    if (!parsed.success || !message.topic.startsWith(wirePrefix) || message.topic.length > 255) {
      return reply(client, message, "error", { reason: "The join cannot be read" });
    }
    const { config, access_token: token } = parsed.output;
    if (!config?.private) return reply(client, message, "error", { reason: publicChannel });
    if (config.postgres_changes?.length) return reply(client, message, "error", { reason: noPostgresChanges });
    const claims = claimsOf(token);
    if (typeof claims === "string") {
      reply(client, message, "error", { reason: claims });
      // An expired token can be renewed on the same socket; without one the socket is closed.
      if (claims === signedOut && client.channels.size === 0) client.socket.close(1008, "Not signed in");
      return;
    }
    const topic = message.topic.slice(wirePrefix.length);
    const rights = await rightsFor(client, topic, claims);
    if (!rights.read && !rights.write) {
      return reply(client, message, "error", {
        reason: `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      });
    }
    if (!clients.has(client)) return;
    drop(client, message.topic);
    const { ack = false, self = false } = config.broadcast ?? {};
    const joined: Joined = { topic, joinRef: message.joinRef ?? message.ref, ack, self, rights, expiry: undefined };
    client.channels.set(message.topic, joined);
    closeAtExpiry(client, joined, claims);
    reply(client, message, "ok", { postgres_changes: [] });
  };
  const renew = async (client: Client, message: Message): Promise<void> => {
    const joined = client.channels.get(message.topic);
    const parsed = v.safeParse(tokenSchema, message.payload);
    if (!joined || !parsed.success) return;
    const claims = claimsOf(parsed.output.access_token);
    if (typeof claims === "string") return close(client, joined, claims);
    joined.rights = await rightsFor(client, joined.topic, claims);
    if (!joined.rights.read && !joined.rights.write) return close(client, joined, "Unauthorized");
    closeAtExpiry(client, joined, claims);
  };
  const broadcast = (client: Client, message: Message): void => {
    const joined = client.channels.get(message.topic);
    const parsed = v.safeParse(broadcastSchema, message.payload);
    if (!joined || !parsed.success || !joined.rights.write) return;
    const { event, payload } = parsed.output;
    deliver({ topic: joined.topic, event, private: true, payload }, joined.self ? undefined : client);
    if (joined.ack) reply(client, message, "ok", {});
  };
  const handle = async (client: Client, message: Message): Promise<void> => {
    if (message.topic === "phoenix" && message.event === "heartbeat") return reply(client, message, "ok", {});
    if (message.event === "phx_join") return join(client, message);
    if (message.event === "access_token") return renew(client, message);
    if (message.event === "broadcast") return broadcast(client, message);
    if (message.event === "phx_leave") {
      drop(client, message.topic);
      reply(client, message, "ok", {});
      return send(client, { ...message, event: "phx_close", payload: {} });
    }
    // An acknowledgement would claim that others see it.
    reply(client, message, "error", { reason: message.event === "presence" ? noPresence : "The event is not known" });
  };

  // Closes lost connections, which otherwise stay open, and silent ones.
  const silence = setInterval(() => {
    // Excludes clients that wait for an answer.
    for (const { socket, heard, waiting } of clients)
      if (waiting.messages === 0 && performance.now() - heard > mostSilentMs) socket.terminate();
  }, mostSilentMs / 6);
  silence.unref();

  const connected = (socket: WebSocket, version: Version): void => {
    const gone = new AbortController();
    const waiting = { messages: 0, bytes: 0 };
    const client: Client = { socket, version, channels: new Map(), gone, heard: performance.now(), waiting };
    clients.add(client);
    // Sequential: a leave that overtakes its own slow join would leave the channel open.
    let turn: Promise<void> = Promise.resolve();
    socket.on("message", (data: RawData, binary: boolean) => {
      // Cast: ws passes other types only after a change of binaryType.
      const bytes = data as Buffer;
      const message = decode(version, binary ? bytes : bytes.toString("utf8"));
      if (!message) return socket.close(1003, "Not a message of this protocol");
      client.heard = performance.now();
      waiting.messages += 1;
      waiting.bytes += bytes.byteLength;
      if (waiting.messages > mostWaiting.messages || waiting.bytes > mostWaiting.bytes) return socket.terminate();
      turn = turn.then(async () => {
        try {
          if (!gone.signal.aborted) await handle(client, message);
        } catch (error) {
          if (gone.signal.aborted) return;
          log("realtime_failed", { at: message.event, message: messageOf(error) });
          reply(client, message, "error", { reason: "The server failed" });
        } finally {
          client.heard = performance.now();
          waiting.messages -= 1;
          waiting.bytes -= bytes.byteLength;
        }
      });
    });
    socket.on("error", (error) => log("realtime_socket", { message: messageOf(error) }));
    socket.on("close", () => {
      for (const topic of [...client.channels.keys()]) drop(client, topic);
      clients.delete(client);
      gone.abort(new Error("aborted"));
    });
  };

  return {
    routes: createBroadcastRoutes({ database, keys, deliver }),
    async start(): Promise<void> {
      lastSeen = new Date().toISOString();
      const failed = logged(log, "realtime_failed");
      await database.listen({
        channel: "supabase_local_realtime",
        onMessage: (text) => void onNotify(text).catch(failed),
        onReconnect: () => void catchUp().catch(failed),
      });
    },
    upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer) {
      const { pathname, searchParams: params } = new URL(incoming.url ?? "/", "http://localhost");
      if (pathname !== "/realtime/v1/websocket")
        return closeWithRejection(socket, new Rejected(404, "not_found", "There is no WebSocket here"));
      const key = params.get("apikey") ?? incoming.headers.apikey;
      if (key !== keys.publishableKey && key !== keys.serviceKey)
        return closeWithRejection(socket, new Rejected(401, "no_key", "A WebSocket needs the project's key"));
      const version = params.get("vsn")?.startsWith("2") ? 2 : 1;
      server.handleUpgrade(incoming, socket, head, (accepted) => connected(accepted, version));
    },
    stop(): void {
      clearInterval(silence);
      for (const { socket } of clients) socket.terminate();
      server.close();
    },
  };
}
