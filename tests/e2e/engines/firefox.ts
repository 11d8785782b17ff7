// Firefox, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it speaks by itself: Playwright
// drives only a Firefox of its own, and Debian has no driver for the classic protocol.
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

/** The address that it prints once it listens. */
async function listening(stderr: NodeJS.ReadableStream): Promise<string> {
  let printed = "";
  for await (const bytes of stderr) {
    printed += String(bytes);
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(printed) ?? [];
    if (address) return address;
  }
  throw new Error(`Firefox ended before it listened: ${printed}`);
}

const points = { type: "pointer" as const, id: "mouse", parameters: { pointerType: "mouse" } };

export async function openFirefox(program: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "betaflock-firefox-"));
  const child = spawn(program, ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: "1", HOME: profile },
  });
  const address = await answered("its start", listening(child.stderr));
  child.stderr.resume();
  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open");
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on("message", (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  async function send<T>(method: string, params: object): Promise<T> {
    last += 1;
    const id = last;
    const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answered(method, answer);
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error} ${message}`);
    return result as T;
  }
  await send("session.new", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  const { contexts } = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context ?? "";
  await send("browsingContext.setViewport", { context, viewport: { width: 1440, height: 900 } });

  async function call(body: string, args: readonly unknown[], awaitPromise: boolean): Promise<Value> {
    const told = await send<{ type: string; result?: Value; exceptionDetails?: { text: string } }>(
      "script.callFunction",
      {
        functionDeclaration: `${awaitPromise ? "async " : ""}function (args) { return (${awaitPromise ? "async " : ""}function () { ${body} }).apply(null, JSON.parse(args)); }`,
        arguments: [{ type: "string", value: JSON.stringify(args) }],
        target: { context },
        awaitPromise,
      },
    );
    if (!told.result) throw new Error(told.exceptionDetails?.text);
    return told.result;
  }
  const find = async (body: string, args: readonly unknown[]) => {
    const { sharedId } = await call(body, args, false);
    return sharedId === undefined ? null : { sharedId };
  };
  return {
    name: "Firefox",
    goto: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    async run<T>(body: string, ...args: unknown[]) {
      const inJson = `const value = await (async function () { ${body} }).apply(null, arguments); return JSON.stringify(value ?? null);`;
      return JSON.parse(String((await call(inJson, args, true)).value)) as T;
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
      await stopGroup(child);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
