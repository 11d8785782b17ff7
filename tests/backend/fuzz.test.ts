// Ten thousand generated requests to every route, as raw bytes: none may return 500, hang or leak
// memory. FUZZ_SEED sets the seed, FUZZ_ONLY runs one request, FUZZ_DATABASE=postgres uses a
// PostgreSQL server.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { isLongRun, long } from "../fixtures/long.ts";
import { generate } from "./fuzz/requests.ts";
import type { Scenario } from "./fuzz/server.ts";
import { exchange, type WireAnswer } from "./fuzz/wire.ts";

const seed = Number(process.env.FUZZ_SEED ?? 13);
const only = process.env.FUZZ_ONLY === undefined ? undefined : Number(process.env.FUZZ_ONLY);
const requests = Number(process.env.FUZZ_REQUESTS ?? (isLongRun ? 10_000 : 2_000));
const atOnce = 16;
const perRound = 500;
const mostGrowth = 200 * 1024 * 1024;

let running: ChildProcess | undefined;
afterAll(() => void running?.kill("SIGKILL"));

interface Server {
  child: ChildProcess;
  scenario: Scenario;
  /** Failures that the server logged. */
  logged: string[];
}

async function startServer(): Promise<Server> {
  const script = fileURLToPath(new URL("./fuzz/server.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    ["--expose-gc", "--import", "tsx", script, process.env.FUZZ_DATABASE ?? "pglite"],
    { stdio: ["ignore", "pipe", "inherit", "ipc"] },
  );
  running = child;
  const logged: string[] = [];
  const scenario = await new Promise<Scenario>((done, failed) => {
    child.once("exit", (code) => failed(new Error(`The server ended with ${code}`)));
    if (child.stdout)
      createInterface(child.stdout).on("line", (line) => {
        const read = JSON.parse(line) as Partial<Scenario>;
        if (read.port) done(read as Scenario);
        else logged.push(line);
      });
  });
  return { child, scenario, logged };
}

async function ask<T>({ child, logged }: Server, what: string): Promise<T> {
  if (!child.connected) throw new Error(`The server ended with ${child.exitCode}: ${logged.slice(-3).join(" ")}`);
  const heard = once(child, "message");
  child.send(what);
  const [message] = await heard;
  return message as T;
}

function faultOf(answer: WireAnswer, cut: boolean): string | undefined {
  if (answer.hung) return "no answer in ten seconds";
  if (answer.status === 0) return cut ? undefined : "closed without an answer";
  // The mail function returns 501 without a mail server. A busy machine may return 503 and 504 with
  // a code; they are counted below.
  if (
    answer.status === 501 ||
    ([503, 504].includes(answer.status) && /"(PGRST001|57014|request_timeout)"/.test(answer.body))
  )
    return undefined;
  return answer.status >= 500 ? `answered ${answer.status}` : undefined;
}

test("V5 P2 thousands of odd requests to every route: no 500, no hang, no memory leak", {
  ...long,
  timeout: 300_000,
}, async () => {
  const server = await startServer();
  const { scenario, logged } = server;
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const slowest = { ms: 0, title: "" };

  const play = async (number: number): Promise<void> => {
    const request = generate(seed, number, scenario);
    const before = logged.length;
    const answer = await exchange(scenario.port, request);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.ms > slowest.ms) Object.assign(slowest, { ms: answer.ms, title: request.title });
    const fault = faultOf(answer, request.cutAt !== undefined);
    if (!fault && only === undefined) return;
    const sent = JSON.stringify((request.head.toString("latin1") + request.body.toString("latin1")).slice(0, 2000));
    faults.push(
      `${fault ?? `answered ${answer.status}`}: ${request.title}\n  again: FUZZ_SEED=${seed} FUZZ_ONLY=${number}\n  sent: ${sent}\n` +
        `  got: ${answer.body.slice(0, 300)}\n  log: ${logged.slice(before).join(" ").slice(0, 600)}`,
    );
  };

  const numbers = only === undefined ? Array.from({ length: requests }, (_, at) => at) : [only];
  let first = 0;
  let most = 0;
  const started = performance.now();
  while (numbers.length > 0 && faults.length < 40) {
    const round = numbers.splice(0, perRound);
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let number = round.shift(); number !== undefined; number = round.shift()) await play(number);
      }),
    );
    if (!server.child.connected) {
      faults.push(`The server ended with ${server.child.exitCode}: ${logged.slice(-3).join(" ")}`);
      break;
    }
    const { memory } = await ask<{ memory: number }>(server, "memory");
    // The first rounds fill caches of compiled code, prepared statements and reads.
    if (numbers.length > requests - 3 * perRound) first = memory;
    most = Math.max(most, memory);
    const { callers } = await ask<{ callers: Record<string, string> }>(server, "sign in");
    for (const [name, token] of Object.entries(callers)) if (token) scenario.callers[name] = token;
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}×${times}`);
  process.stdout.write(
    `fuzz: seed ${seed}, ${seconds} s, memory ${Math.round(first / 2 ** 20)} → ${Math.round(most / 2 ** 20)} MB, slowest ${Math.round(slowest.ms)} ms (${slowest.title.slice(0, 120)}), ${counts.join(" ")}\n`,
  );
  if (server.child.connected) {
    const { broken } = await ask<{ broken: string[] }>(server, "invariants");
    faults.push(...broken);
    const ended = once(server.child, "exit");
    server.child.send("stop");
    await ended;
  }
  expect(faults.join("\n\n")).toBe("");
  expect(logged.filter((line) => /unhandled_rejection|uncaught_exception/.test(line))).toEqual([]);
  const later = (statuses.get(503) ?? 0) + (statuses.get(504) ?? 0);
  expect(later).toBeLessThan(requests / 100);
  if (only === undefined) expect(most - first).toBeLessThan(mostGrowth);
});
