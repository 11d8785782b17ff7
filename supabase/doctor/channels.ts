import * as v from "valibot";
import WebSocket from "ws";
import { type Asked, deploy, type Findings } from "./finding.ts";

const timeoutMs = 10_000;
const replySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal("phx_reply"), payload: v.object({ status: v.string() }) }),
);

/** True when the server accepted the join, which it must not; an error when unknown. */
const joinPublicChannel = ({ url, key }: Asked) =>
  new Promise<boolean | Error>((done) => {
    const address = `${url.replace(/^http/, "ws")}/realtime/v1/websocket?apikey=${encodeURIComponent(key)}&vsn=1.0.0`;
    const socket = new WebSocket(address, { handshakeTimeout: timeoutMs });
    const timer = setTimeout(() => end(new Error("no answer to a join")), timeoutMs);
    const end = (answer: boolean | Error) => {
      clearTimeout(timer);
      socket.terminate();
      done(answer);
    };
    socket.once("open", () =>
      socket.send(
        JSON.stringify({
          ...{ topic: "realtime:doctor", event: "phx_join", ref: "1", join_ref: "1" },
          payload: { config: { private: false, broadcast: { self: false }, presence: { key: "" } } },
        }),
      ),
    );
    socket.on("message", (data) => {
      const reply = v.safeParse(replySchema, String(data));
      if (reply.success) end(reply.output.payload.status === "ok");
    });
    socket.once("error", (error) => end(error));
    socket.once("close", () => end(new Error("closed without an answer to a join")));
  });

export async function checkRealtime(asked: Asked, found: Findings): Promise<void> {
  const joined = await joinPublicChannel(asked);
  if (joined instanceof Error) {
    found.wrong(
      "realtime",
      `The websocket does not work (${joined.message}).`,
      "Without it changes come with the next poll only.",
      "Switch Realtime on, and let a proxy in front of it pass upgrades.",
    );
  } else if (joined) {
    found.wrong(
      "realtime",
      "Anybody may join public channels.",
      "Strangers could send messages to each other at your cost.",
      'Realtime → Settings: switch "Allow public access" off.',
    );
  } else found.good("realtime", "The websocket opens, and only private channels can be joined.");
}

/** Private buckets look missing without the secret key. */
export async function checkPublicBuckets({ ask }: Asked, found: Findings): Promise<void> {
  const missing: string[] = [];
  for (const bucket of ["avatars", "app-content", "branding"]) {
    const { body } = await ask(`/storage/v1/object/public/${bucket}/doctor`);
    if (/bucket not found/i.test(body)) missing.push(bucket);
  }
  if (missing.length === 0) found.good("buckets", "The public buckets are there.");
  else
    found.wrong(
      "buckets",
      `Missing, or not public: ${missing.join(", ")}.`,
      "Pictures cannot be kept or shown.",
      deploy,
    );
}
