// Runs PGlite in this thread, so that it uses this process's clock and random source.
import { readFile } from "node:fs/promises";
import { PGlite, types } from "@electric-sql/pglite";
import { databaseOn, type Engine } from "../../../supabase/local/database/core.ts";
import { int8, numeric } from "../../../supabase/local/database/numbers.js";
import type { Database } from "../../../supabase/local/database/session.ts";

const jsonOnce = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const asText = (text: string) => text;

/** @param snapshot a dumped data folder */
export async function openPgliteHere(snapshot: string): Promise<Database> {
  const pglite = new PGlite({
    loadDataDir: new Blob([new Uint8Array(await readFile(snapshot))]),
    serializers: { [types.JSON]: jsonOnce, [types.JSONB]: jsonOnce },
    parsers: {
      ...{ [types.INT8]: int8, [types.NUMERIC]: numeric, [types.DATE]: asText, [types.TIME]: asText },
      ...{ [types.TIMESTAMP]: asText, [types.TIMESTAMPTZ]: asText, [types.TIMETZ]: asText },
    },
  });
  await pglite.waitReady;
  const engine: Engine = {
    kind: "pglite",
    connections: 1,
    maxStatementMs: 5000,
    queueTimeoutMs: 9500,
    lease: async () => ({
      query: async (text, params) => {
        const { rows, affectedRows } = await pglite.query(text, [...params]);
        return { rows: rows as never[], affected: affectedRows };
      },
      exec: async (text) => (await pglite.exec(text)).map(({ rows }) => rows as Record<string, unknown>[]),
      cancel: () => undefined,
      release: () => undefined,
    }),
    // Nothing is connected to Realtime here.
    listen: async () => undefined,
    close: () => pglite.close(),
  };
  return databaseOn(engine).database;
}
