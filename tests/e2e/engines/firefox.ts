// Drives Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), its built-in
// protocol: Playwright only drives its own Firefox, and Debian has no driver for the classic
// protocol.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";
import { answered, type Browser, stopGroup } from "./browser.ts";

interface Answer {
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
}

type Value = { type: string; value?: unknown; sharedId?: string };

/** A page that is being left may never answer a script, so screen.ts asks the next one. */
const page = { ms: 5000, Late: Error };
/** Timeout for a promise of a script in the page. */
const promiseMs = 10_000;
const lookAgainMs = 20;

/** Returns the address that it prints once it listens, and keeps reading its output. */
const listening = (stderr: NodeJS.ReadableStream) =>
  new Promise<string>((found, failed) => {
    let printed = "";
    stderr.on("data", (bytes: Buffer) => {
      printed = (printed + bytes.toString()).slice(-5000);
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(printed) ?? [];
      if (address) found(address);
    });
    stderr.on("end", () => failed(new Error(`Firefox ended before it listened: ${printed}`)));
  });

const points = { type: "pointer" as const, id: "mouse", parameters: { pointerType: "mouse" } };

/**
 * Firefox freezes a page with its promises in the back/forward cache and never answers. So the
 * page stores each promise and is polled: a new page does not have it.
 */
const promise = (body: string) => `
  const kept = ((globalThis.kept ??= {})[args.id] = {});
  (async function () { ${body} }).apply(null, args.args).then(
    (value) => { kept.answer = { value: value ?? null }; },
    (error) => { kept.answer = { error: String(error) }; },
  );
`;
const promised = `
  const kept = globalThis.kept?.[args.id];
  return JSON.stringify(kept ? (kept.answer ?? {}) : { error: "The page was left" });
`;

export async function openFirefox(program: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "betaflock-firefox-"));
  const child = spawn(program, ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: "1", HOME: profile },
  });
  const close = async () => {
    await stopGroup(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return await connect(child.stderr, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(stderr: NodeJS.ReadableStream, end: () => Promise<void>): Promise<Browser> {
  const address = await answered("its start", listening(stderr));
  const socket = new WebSocket(`${address}/session`);
  await answered("the connection", once(socket, "open"));
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on("message", (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  async function send<T>(method: string, params: object, patience?: typeof page): Promise<T> {
    last += 1;
    const id = last;
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    try {
      const { result, error, message } = await answered(method, answer, patience);
      if (error !== undefined) throw new Error(`${method}: ${error} ${message}`);
      return result as T;
    } finally {
      waiting.delete(id);
    }
  }
  await send("session.new", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  const { contexts } = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context ?? "";
  await send("browsingContext.setViewport", { context, viewport: { width: 1440, height: 900 } });

  /** Returns no promise. */
  async function call(body: string, args: unknown): Promise<Value> {
    const params = {
      functionDeclaration: `function (json) { const args = JSON.parse(json); ${body} }`,
      arguments: [{ type: "string", value: JSON.stringify(args) }],
      target: { context },
      awaitPromise: false,
    };
    const told = await send<{ result?: Value; exceptionDetails?: { text: string } }>(
      "script.callFunction",
      params,
      page,
    );
    if (!told.result) throw new Error(told.exceptionDetails?.text);
    return told.result;
  }
  const find = async (body: string, args: readonly unknown[]) => {
    const { sharedId } = await call(`return (function () { ${body} }).apply(null, args);`, args);
    return sharedId === undefined ? null : { sharedId };
  };
  let promises = 0;
  return {
    name: "Firefox",
    goto: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    async run<T>(body: string, ...args: unknown[]) {
      promises += 1;
      const id = promises;
      await call(promise(body), { id, args });
      for (const late = Date.now() + promiseMs; Date.now() < late; ) {
        const { value, error } = JSON.parse(String((await call(promised, { id })).value)) as {
          value?: T;
          error?: string;
        };
        if (error !== undefined) throw new Error(error);
        if (value !== undefined) return value;
        await new Promise((later) => setTimeout(later, lookAgainMs));
      }
      throw new Error(`The page did not keep its promise in ${promiseMs / 1000} s`);
    },
    async click(body, ...args) {
      const element = await find(body, args);
      if (!element) return false;
      const origin = { type: "element", element };
      const actions = [
        { type: "pointerMove", x: 0, y: 0, origin },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await send("input.performActions", { context, actions: [{ ...points, actions }] });
      return true;
    },
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await send("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
    },
    async attach(body, args, files) {
      const element = await find(body, args);
      if (element) await send("input.setFiles", { context, element, files });
      return element !== null;
    },
    async screenshot() {
      const { data } = await send<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
    async close() {
      socket.terminate();
      await end();
    },
  };
}
