// Drives WebKitGTK's MiniBrowser over WebDriver (https://www.w3.org/TR/webdriver2/) on a separate
// display.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../fixtures/browser/product.ts";
import { answered, type Browser, stopGroup } from "./browser.ts";

const elementKey = "element-6066-11e4-a52e-4f735466cecf";
type Element = Record<typeof elementKey, string>;

const startMs = 30_000;

export interface WebKitPrograms {
  driver: string;
  browser: string;
  display: string;
}

/** Starts a display with a free number, which the server chooses. */
export async function startDisplay(program: string): Promise<{ display: string; child: ChildProcess }> {
  const child = spawn(program, ["-displayfd", "3", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"], {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = (await once(child.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
  return { display: `:${number.toString().trim()}`, child };
}

export async function openWebKit(programs: WebKitPrograms): Promise<Browser> {
  const { display, child: screen } = await startDisplay(programs.display);
  const port = await freePort();
  // A separate process group, so that the browser and its processes end with the driver.
  const driver = spawn(programs.driver, [`--port=${port}`], {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display, GTK_A11Y: "none", NO_AT_BRIDGE: "1", LIBGL_ALWAYS_SOFTWARE: "1" },
  });
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await answered(
      `${method} ${path}`,
      fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) }),
    );
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  const isListening = () =>
    call("GET", "/status").then(
      () => true,
      () => new Promise<false>((later) => setTimeout(later, 100, false)),
    );
  const capabilities = {
    alwaysMatch: {
      timeouts: { script: 50_000, pageLoad: 50_000 },
      "webkitgtk:browserOptions": { binary: programs.browser, args: ["--automation"] },
    },
  };
  const close = async () => {
    await stopGroup(driver);
    await stopGroup(screen);
  };
  const begin = async () => {
    for (const end = Date.now() + startMs; !(await isListening()) && Date.now() < end; );
    return call<{ sessionId: string }>("POST", "/session", { capabilities });
  };
  const { sessionId } = await begin().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const session = <T>(method: string, path: string, body?: object) =>
    call<T>(method, `/session/${sessionId}${path}`, body);
  const find = (body: string, args: unknown[]) =>
    session<Element | null>("POST", "/execute/sync", { script: body, args }).then((found) => found?.[elementKey]);
  return {
    name: "WebKit",
    goto: async (url) => void (await session("POST", "/url", { url })),
    run: async <T>(body: string, ...args: unknown[]) => {
      const script = `const done = arguments[arguments.length - 1];
        (async function () { ${body} }).apply(null, [...arguments].slice(0, -1))
          .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const told = await session<{ value?: T; error?: string }>("POST", "/execute/async", { script, args });
      if (told.error !== undefined) throw new Error(told.error);
      return told.value as T;
    },
    click: async (body, ...args) => {
      const element = await find(body, args);
      if (element) await session("POST", `/element/${element}/click`, {});
      return element !== undefined;
    },
    type: async (text) => {
      const { [elementKey]: element } = await session<Element>("GET", "/element/active");
      await session("POST", `/element/${element}/value`, { text });
    },
    attach: async (body, args, files) => {
      const element = await find(body, args);
      if (element) await session("POST", `/element/${element}/value`, { text: files.join("\n") });
      return element !== undefined;
    },
    screenshot: async () => Buffer.from(await session<string>("GET", "/screenshot"), "base64"),
    close,
  };
}
