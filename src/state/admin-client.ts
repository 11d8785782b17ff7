// Admin calls of the screens, over this tab's transport.
import { loadSync, type Transport } from "./sync.ts";

/** `const done = await asAdmin((transport) => userPromote(transport, id));` */
export async function asAdmin<T>(call: (transport: Transport) => Promise<T>): Promise<T> {
  const { transport } = await loadSync();
  return call(transport);
}
