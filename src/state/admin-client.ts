// Calls of an admin, as screens make them: with the one connection of this tab.
import { loadSync, type Transport } from "./sync.ts";

/** `const done = await asAdmin((transport) => userPromote(transport, id));` */
export async function asAdmin<T>(call: (transport: Transport) => Promise<T>): Promise<T> {
  const { transport } = await loadSync();
  return call(transport);
}
