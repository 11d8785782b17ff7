// Responses of Supabase Realtime: lib/realtime_web of github.com/supabase/realtime. The project
// allows private channels only (docs/deploy.md), and its policies allow no user to write to a
// channel.
import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from "@supabase/supabase-js";
import { type Case, oneOf } from "./case.ts";
import type { Project } from "./project.ts";

interface Outcome {
  status: string;
  message: string | undefined;
}
const joined = (channel: RealtimeChannel): Promise<Outcome> =>
  new Promise((done) => {
    channel.subscribe((status, error) => done({ status, message: error?.message }), 5000);
  });
/** Runs the task on a joined channel of the user, then leaves it. */
async function onOwnChannel<T>(
  { person }: Project,
  work: (channel: RealtimeChannel, outcome: Outcome) => Promise<T>,
  prepare: (channel: RealtimeChannel) => unknown = () => undefined,
): Promise<T> {
  const { client, id } = await person();
  await client.realtime.setAuth();
  const channel = client.channel(`user:${id}`, { config: { private: true, broadcast: { ack: true } } });
  prepare(channel);
  try {
    return await work(channel, await joined(channel));
  } finally {
    await client.removeChannel(channel);
  }
}
const subscribed = REALTIME_SUBSCRIBE_STATES.SUBSCRIBED;

export const realtimeCases: readonly Case[] = [
  {
    title: "a person joins their own channel, and is told so",
    secret: true,
    ask: (project) => onOwnChannel(project, async (_, outcome) => outcome),
    expected: { status: subscribed },
  },
  {
    title: "a channel that the policies close is rejected, with the reason",
    secret: true,
    async ask({ person }) {
      const { client } = await person();
      await client.realtime.setAuth();
      const channel = client.channel("user:00000000-0000-4000-8000-000000000000", { config: { private: true } });
      const outcome = await joined(channel);
      await client.removeChannel(channel);
      return outcome;
    },
    expected: { status: "CHANNEL_ERROR", message: /Unauthorized: You do not have permissions to read/ },
  },
  {
    title: "a public channel is rejected where only private ones are allowed, as here",
    secret: true,
    async ask({ person }) {
      const { client } = await person();
      const channel = client.channel("conformance");
      const outcome = await joined(channel);
      await client.removeChannel(channel);
      return outcome;
    },
    expected: { status: "CHANNEL_ERROR", message: /^"?PrivateOnly: This project only allows private channels"?$/ },
  },
  {
    // broadcast_handler.ex: no reply, so the sender's acknowledgement times out.
    title: "a send that the policies close is never acknowledged",
    secret: true,
    ask: (project) =>
      onOwnChannel(project, (channel) =>
        channel.send({ type: "broadcast", event: "conformance", payload: {} }, { timeout: 500 }),
      ),
    expected: oneOf("timed out", "error"),
  },
  {
    // presence_handler.ex: `{:error, :unauthorized}` is an error without a reason.
    title: "presence is rejected where the policies allow none, never acknowledged for nothing",
    secret: true,
    ask: (project) =>
      onOwnChannel(project, async (channel) => ({
        tracked: await channel.track({ online: true }, { timeout: 5000 }),
        state: channel.presenceState(),
      })),
    expected: { tracked: "error", state: {} },
  },
  {
    title: "postgres_changes come, or are rejected with the reason",
    secret: true,
    async ask(project) {
      let system: (message: Record<string, unknown>) => void = () => undefined;
      const told = new Promise<Record<string, unknown>>((done) => {
        system = done;
      });
      return onOwnChannel(
        project,
        async (_, { status, message }) => (status === subscribed ? told : { status, message }),
        (channel) =>
          channel
            .on("postgres_changes", { event: "*", schema: "public", table: "settings" }, () => undefined)
            .on("system", {}, system),
      );
    },
    expected: oneOf(
      { extension: "postgres_changes", status: "ok" },
      { extension: "postgres_changes", status: "error", message: /./ },
      { status: "CHANNEL_ERROR", message: /postgres_changes/ },
    ),
  },
  {
    // broadcast_single_controller.ex, single_broadcast.ex.
    title: "httpSend() to a channel that the policies close is 403, to one with the secret key 202",
    secret: true,
    async ask({ ask, person }) {
      const { id } = await person();
      const path = `/realtime/v1/api/broadcast/${encodeURIComponent(`user:${id}`)}/events/conformance?private=true`;
      const denied = await ask(path, { as: await person(), json: { n: 1 } });
      const sent = await ask(path, { as: "service", json: { n: 1 } });
      return { denied, sent: sent.status };
    },
    expected: { denied: { status: 403, body: { message: "Unauthorized" } }, sent: 202 },
  },
  {
    title: "what the secret key sends by httpSend() arrives",
    secret: true,
    ask: (project) => {
      let heard: (message: unknown) => void = () => undefined;
      const arrived = new Promise<unknown>((done) => {
        heard = done;
      });
      return onOwnChannel(
        project,
        async (channel) => {
          const sender = project.service.channel(channel.subTopic, { config: { private: true } });
          const sent = await sender.httpSend("conformance", { n: 1 });
          await project.service.removeChannel(sender);
          return { sent, message: await arrived };
        },
        (channel) => channel.on("broadcast", { event: "conformance" }, heard),
      );
    },
    expected: { sent: { success: true }, message: { type: "broadcast", event: "conformance", payload: { n: 1 } } },
  },
  {
    title: "many messages are sent at once, and those that cannot be read are 422",
    secret: true,
    async ask({ ask, person }) {
      const { id } = await person();
      const message = { topic: `user:${id}`, event: "conformance", payload: { n: 1 }, private: true };
      const path = "/realtime/v1/api/broadcast";
      const sent = await ask(path, { as: "service", json: { messages: [message, message] } });
      const unreadable = await ask(path, { as: "service", json: { messages: [{ topic: "user:1" }] } });
      return { sent: sent.status, unreadable: unreadable.status };
    },
    expected: { sent: 202, unreadable: 422 },
  },
  {
    title: "httpSend() without a key is 401, of something else than JSON or bytes 415",
    async ask({ ask }) {
      const path = "/realtime/v1/api/broadcast/conformance/events/any";
      const nobody = await ask(path, { json: {}, headers: { apikey: "sb_publishable_wrong" } });
      const form = await ask(path, { body: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } });
      return { nobody: nobody.status, form: form.status };
    },
    expected: { nobody: oneOf(401, 403), form: 415 },
  },
];
