import { loadSync, type Transport } from "./sync.ts";

/** `const done = await callServer((transport) => userPromote(transport, id));` */
export async function callServer<T>(call: (transport: Transport) => Promise<T>): Promise<T> {
  const { transport } = await loadSync();
  return call(transport);
}
