// Drives WebKitGTK's MiniBrowser with a profile on disk, which WebDriver does not allow, through
// its remote inspector
// (https://github.com/WebKit/WebKit/tree/main/Source/JavaScriptCore/inspector/protocol).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import WebSocket from "ws";
import { freePort } from "../../fixtures/browser/product.ts";
import { answered, type Browser, stopGroup } from "./browser.ts";
import { startDisplay, type WebKitPrograms } from "./webkit.ts";

const startMs = 30_000;
const lookAgainMs = 100;

interface Evaluated {
  result: { objectId?: string; value?: unknown };
  wasThrown?: boolean;
}

/** Simulates a press inside the page, since the inspector has no input events. */
const press = `element.scrollIntoView({ block: "center" }); element.focus(); element.click();`;
const insert = `document.execCommand("insertText", false, arguments[0]);`;
const choose = `
  const chosen = new DataTransfer();
  for (const { name, type, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    chosen.items.add(new File([bytes], name, { type }));
  }
  element.files = chosen.files;
  element.dispatchEvent(new Event("change", { bubbles: true }));
`;

/** @param home folder of the profile: the same folder reopens the same browser */
export async function openLastingWebKit(programs: WebKitPrograms, home: string, url: string): Promise<Browser> {
  const { display, child: screen } = await startDisplay(programs.display);
  const port = await freePort();
  const child = spawn(programs.browser, [url], {
    detached: true,
    stdio: "ignore",
    env: {
      ...{
        ...process.env,
        DISPLAY: display,
        HOME: home,
        XDG_DATA_HOME: `${home}/data`,
        XDG_CACHE_HOME: `${home}/cache`,
      },
      ...{ GTK_A11Y: "none", NO_AT_BRIDGE: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
      WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}`,
    },
  });
  let socket: WebSocket | undefined;
  const close = async () => {
    socket?.terminate();
    // Closes the browser as a user does; data that is not on disk by then is lost.
    if (child.exitCode === null) {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    }
    await stopGroup(screen);
  };
  try {
    const address = await targetOf(port);
    socket = new WebSocket(address);
    return await connect(socket, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the address of the page's inspector once the browser shows a page. */
async function targetOf(port: number): Promise<string> {
  for (const end = Date.now() + startMs; Date.now() < end; ) {
    const listed = await fetch(`http://127.0.0.1:${port}/`).then(
      (answer) => answer.text(),
      () => "",
    );
    const [path] = /socket\/[^'"& ]+/.exec(listed) ?? [];
    if (path) return `ws://127.0.0.1:${port}/${path}`;
    await new Promise((later) => setTimeout(later, lookAgainMs));
  }
  throw new Error("WebKit showed no page");
}

async function connect(socket: WebSocket, close: () => Promise<void>): Promise<Browser> {
  const waiting = new Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>();
  let target = "";
  const ready = new Promise<void>((found) => {
    socket.on("message", (data) => {
      const { method, params } = JSON.parse(String(data)) as {
        method?: string;
        params: { targetInfo: { targetId: string }; message: string };
      };
      if (method === "Target.targetCreated") {
        // Another page may get another process.
        target = params.targetInfo.targetId;
        found();
      }
      if (method !== "Target.dispatchMessageFromTarget") return;
      const answer = JSON.parse(params.message) as { id?: number; result?: unknown; error?: { message: string } };
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    });
  });
  await answered("the connection", ready);
  let last = 0;
  async function send<T>(method: string, params: object): Promise<T> {
    last += 1;
    const id = last;
    const answer = new Promise<{ result?: unknown; error?: { message: string } }>((resolve) =>
      waiting.set(id, resolve),
    );
    const message = JSON.stringify({ id, method, params });
    socket.send(
      JSON.stringify({ id: -id, method: "Target.sendMessageToTarget", params: { targetId: target, message } }),
    );
    // A page that is unloading may never answer, so screen.ts retries on the next page.
    const { result, error } = await answered(method, answer, { ms: 15_000, Late: Error });
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  }
  async function run<T>(body: string, ...args: unknown[]): Promise<T> {
    const expression = `(async function () { ${body} }).apply(null, ${JSON.stringify(args)})`;
    const { result } = await send<Evaluated>("Runtime.evaluate", { expression });
    const told = await send<Evaluated>("Runtime.awaitPromise", {
      promiseObjectId: result.objectId,
      returnByValue: true,
    });
    if (told.wasThrown) throw new Error(JSON.stringify(told.result));
    return told.result.value as T;
  }
  const within = (find: string, args: readonly unknown[], then: string, files: readonly object[] = []) =>
    run<boolean>(
      `const [args, files] = arguments;
      const element = (function () { ${find} }).apply(null, args);
      if (!element) return false;
      ${then}
      return true;`,
      args,
      files,
    );
  return {
    name: "WebKit",
    // Does not await the promise, because the page may be replaced before the browser reads it.
    goto: async (url) =>
      void (await send("Runtime.evaluate", {
        expression: `setTimeout(() => { location.href = ${JSON.stringify(url)}; }); undefined`,
      })),
    run,
    click: (find, ...args) => within(find, args, press),
    type: async (text) => void (await run(insert, text)),
    attach: (find, args, files) =>
      within(
        find,
        args,
        choose,
        files.map((path) => ({
          ...{ name: basename(path), type: "image/png", base64: readFileSync(path).toString("base64") },
        })),
      ),
    screenshot: () => Promise.reject(new Error("Not needed here")),
    close,
  };
}
