// Asks to join a private channel, in the protocol that realtime-js speaks.
import WebSocket from "ws";
import type { ListeningBackend } from "../../supabase/local/backend.ts";

/** @returns y, or - where the channel may not be read */
export async function topicAnswer(
  backend: ListeningBackend,
  token: string | undefined,
  topic: string,
): Promise<string> {
  const url = backend.url.replace(/^http/, "ws");
  const socket = new WebSocket(`${url}/realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=1.0.0`);
  try {
    return await new Promise<string>((done, failed) => {
      socket.on("error", failed);
      socket.on("open", () => {
        const payload = { config: { private: true }, access_token: token ?? null };
        socket.send(
          JSON.stringify({ topic: `realtime:${topic}`, event: "phx_join", payload, ref: "1", join_ref: "1" }),
        );
      });
      socket.on("message", (data) => {
        const { payload } = JSON.parse(String(data)) as { payload: { status: string } };
        done(payload.status === "ok" ? "y" : "-");
      });
    });
  } finally {
    socket.terminate();
  }
}
