// PGlite's thread. Plain JavaScript, because a worker inherits no TypeScript loader.
import { fsyncSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, protocol, types } from "@electric-sql/pglite";
import { int8, numeric } from "./numbers.js";

/**
 * @typedef {{ id: number, kind: "query" | "exec" | "dump" | "close", text: string, params:
 * unknown[], bytes: number }} Call
 */

/** The same in pglite.ts. */
const tooLargeExit = 54;

const port = parentPort;
if (!port) throw new Error("This file is a worker thread");

/** Without `-F` (fsync off). fdatasync is a stub in the WebAssembly build, fsync is not. */
const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync",
];

/** All data is in memory: each start would touch every page of 128 MB of buffers. */
const inMemoryStartParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];

/** PGlite's Node file system has no fsync: a power cut would lose acknowledged writes. */
function syncToDisk(/** @type {PGlite} */ pglite) {
  const { NODEFS } = /** @type {any} */ (pglite.Module.FS.filesystems);
  NODEFS.stream_ops.fsync = (/** @type {{ nfd?: number }} */ stream) => {
    if (stream.nfd !== undefined) fsyncSync(stream.nfd);
    return 0;
  };
}

/** Callers pass JSON as text, which PGlite would encode again. */
const jsonOnce = (/** @type {unknown} */ value) => (typeof value === "string" ? value : JSON.stringify(value));
const asText = (/** @type {string} */ text) => text;

const { cluster, snapshot, wasm } = workerData;
const pglite = new PGlite({
  ...(cluster ? { dataDir: cluster, startParams: durableStartParams } : { startParams: inMemoryStartParams }),
  ...(snapshot ? { loadDataDir: snapshot } : {}),
  pgliteWasmModule: wasm,
  serializers: { [types.JSON]: jsonOnce, [types.JSONB]: jsonOnce },
  parsers: {
    [types.INT8]: int8,
    [types.NUMERIC]: numeric,
    [types.DATE]: asText,
    [types.TIME]: asText,
    [types.TIMESTAMP]: asText,
    [types.TIMESTAMPTZ]: asText,
    [types.TIMETZ]: asText,
  },
});
await pglite.waitReady;
if (cluster) syncToDisk(pglite);

/** Acts like a cancel request: the statement ends when it next checks these flags. */
function cancelStatement() {
  const { HEAPU8, _InterruptPending, _QueryCancelPending } = /** @type {any} */ (pglite.Module);
  HEAPU8[_QueryCancelPending] = 1;
  HEAPU8[_InterruptPending] = 1;
}

/** Id of the running call; 0 when idle. */
let running = 0;
/** Evaluated by pglite.ts while a statement runs (interrupt.ts). Ignores finished calls. */
Object.assign(globalThis, {
  cancelCall: (/** @type {number} */ id) => {
    if (id === running) cancelStatement();
  },
});

let room = Number.POSITIVE_INFINITY;
let limit = Number.POSITIVE_INFINITY;
let tooLarge = false;
const { parse } = protocol.Parser.prototype;
protocol.Parser.prototype.parse = function (buffer, callback) {
  room -= buffer.byteLength;
  if (room < 0 && !tooLarge) {
    tooLarge = true;
    cancelStatement();
  }
  // Inside one huge row there is no such check, so the thread ends, as after a timeout.
  if (room < -3 * limit) process.exit(tooLargeExit);
  parse.call(this, buffer, callback);
};

/** @param {Call} call */
async function answer({ kind, text, params }) {
  if (kind === "query") {
    const { rows, affectedRows } = await pglite.query(text, params);
    return { rows, affected: affectedRows };
  }
  if (kind === "exec") return { results: (await pglite.exec(text)).map(({ rows }) => rows) };
  if (kind === "dump") return { dump: await pglite.dumpDataDir("none") };
  await pglite.close();
  return {};
}

port.on("message", async (/** @type {Call} */ call) => {
  limit = call.bytes || Number.POSITIVE_INFINITY;
  room = limit;
  tooLarge = false;
  // Drops a cancel that arrived after the previous statement ended.
  const { HEAPU8, _QueryCancelPending } = /** @type {any} */ (pglite.Module);
  HEAPU8[_QueryCancelPending] = 0;
  running = call.id;
  try {
    port.postMessage({ id: call.id, ...(await answer(call)) });
  } catch (error) {
    // The state is unknown: the thread ends, and the database is reopened.
    if (error instanceof WebAssembly.RuntimeError) process.exit(1);
    // postMessage drops custom fields of an Error.
    const { message = String(error), code, detail, hint } = /** @type {any} */ (error);
    // PGlite's own error for a parameter gets PostgreSQL's code.
    const known = code ?? (/^Invalid input for /.test(message) ? "22P02" : undefined);
    port.postMessage({ id: call.id, error: { message, code: known, detail, hint }, tooLarge });
  } finally {
    running = 0;
  }
  if (call.kind === "close") port.close();
});
pglite.onNotification((channel, payload) => port.postMessage({ channel, payload }));
port.postMessage({ ready: true });
