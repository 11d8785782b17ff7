// After SIGKILL during writes (no handler runs, nothing is flushed) the backend has all
// acknowledged writes.

import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, expect, test } from "vitest";
import ws from "ws";
import { password } from "../fixtures/backend/project.ts";
import { isLongRun, long } from "../fixtures/long.ts";
import { Random } from "../fixtures/random.ts";

const folder = mkdtempSync(join(tmpdir(), "betaflock-kill-"));
const script = fileURLToPath(new URL("../fixtures/backend/kill-server.ts", import.meta.url));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  child: ChildProcess;
  url: string;
  publishableKey: string;
  /** Resolves with stderr. */
  ended: Promise<string>;
}
function launch(): { child: ChildProcess; ready: Promise<Running>; ended: Promise<string> } {
  const child = spawn(process.execPath, ["--import", "tsx", script, folder], { stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<string>((done) => child.once("exit", () => done(errors)));
  const ready = new Promise<Running>((done, failed) => {
    createInterface({ input: child.stdout }).once("line", (line) => {
      const { url, publishableKey } = JSON.parse(line) as { url: string; publishableKey: string };
      done({ child, url, publishableKey, ended });
    });
    void ended.then((text) => failed(new Error(`It ended before it was ready: ${text}`)));
  });
  return { child, ready, ended };
}
const kill = async (running: { child: ChildProcess; ended: Promise<string> }): Promise<void> => {
  running.child.kill("SIGKILL");
  await running.ended;
};
const clientOf = ({ url, publishableKey }: Running, token?: string): SupabaseClient =>
  createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
    ...(token ? { global: { headers: { authorization: `Bearer ${token}` } } } : {}),
  });
const bytesOf = (name: string): Uint8Array<ArrayBuffer> => {
  const block = createHash("sha512").update(name).digest();
  return new Uint8Array(Buffer.concat(Array.from({ length: 700 }, () => block)));
};

test("kill -9 during writes loses no acknowledged write", { ...long, timeout: 300_000 }, async () => {
  // The server is also killed while it creates the store.
  const first = launch();
  first.ready.catch(() => undefined);
  await expect.poll(() => existsSync(join(folder, "pglite", "base")), { timeout: 90_000, interval: 5 }).toBe(true);
  await kill(first);
  expect(existsSync(join(folder, "made"))).toBe(false);

  let running = await launch().ready;
  const signed = await clientOf(running).auth.signUp({ email: "writer@example.test", password });
  const token = signed.data.session?.access_token ?? "";
  const person = signed.data.user?.id ?? "";
  const acknowledged = { notes: new Set<string>(), files: new Set<string>() };

  const random = new Random(20_261_120);
  for (let round = 0; round < (isLongRun ? 2 : 1); round += 1) {
    const client = clientOf(running, token);
    const target = acknowledged.notes.size + 40 + Math.floor(random.next() * 60);
    let down = false;
    const write = async (): Promise<void> => {
      while (!down) {
        const id = randomUUID();
        const { error } = await client.rpc("add_note", { id, body: id });
        if (!error) acknowledged.notes.add(id);
      }
    };
    const upload = async (): Promise<void> => {
      while (!down) {
        const name = randomUUID();
        const { error } = await client.storage
          .from("attachments")
          .upload(`${person}/${name}`, new Blob([bytesOf(name)], { type: "application/octet-stream" }));
        if (!error) acknowledged.files.add(name);
      }
    };
    const writers = [write(), write(), write(), upload(), upload()];
    await expect.poll(() => acknowledged.notes.size, { timeout: 60_000, interval: 1 }).toBeGreaterThan(target);
    await new Promise((done) => setTimeout(done, random.next() * 30));
    running.child.kill("SIGKILL");
    down = true;
    await running.ended;
    await Promise.all(writers);

    running = await launch().ready;
    const after = clientOf(running, token);
    const stored = new Set<string>();
    for (let page = 0; ; page += 1) {
      const { data, error } = await after
        .from("notes")
        .select("id")
        .order("id")
        .range(page * 1000, page * 1000 + 999);
      if (error) throw error;
      for (const row of data as { id: string }[]) stored.add(row.id);
      if (data.length < 1000) break;
    }
    expect([...acknowledged.notes].filter((id) => !stored.has(id))).toEqual([]);
    for (const name of acknowledged.files) {
      const { data, error } = await after.storage.from("attachments").download(`${person}/${name}`);
      expect(error).toBeNull();
      expect(Buffer.compare(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0)), bytesOf(name))).toBe(0);
    }
  }
  expect(acknowledged.files.size).toBeGreaterThan(0);

  // The session continues, and a second process cannot open the folder.
  expect(
    (await clientOf(running).auth.signInWithPassword({ email: "writer@example.test", password })).error,
  ).toBeNull();
  const second = launch();
  await expect(second.ready).rejects.toThrow(/in use by process/);
  await kill(running);
});
