// User actions in a browser driven by its own protocol: finds elements by visible names, and waits
// for visible results.
import { password } from "../../fixtures/browser/people.ts";
import type { Browser } from "./browser.ts";

/** Longest wait for something on the screen. */
const patienceMs = 30_000;
const lookAgainMs = 100;

type Kind = "control" | "button" | "field" | "label" | "heading" | "text" | "dialog";

/**
 * Runs in the page: returns visible elements of a kind with a matching accessible name.
 * `arguments`: kind, source and flags of the name's expression.
 */
const findAll = `
  const [kind, source, flags] = arguments;
  const name = new RegExp(source, flags);
  const shown = (e) => e.checkVisibility({ visibilityProperty: true });
  const words = (e) => (e.getAttribute("aria-label") ?? e.innerText ?? "").replace(/\\s+/g, " ").trim();
  const kinds = { control: "a[href], button", button: "button", label: "label", heading: "h1, h2, h3", dialog: "[role=dialog], [role=alertdialog]" };
  // Nothing behind a dialog can be pressed.
  const within = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1) ?? document;
  const all = (selector) => [...within.querySelectorAll(selector)].filter(shown);
  const found =
    kind === "text" ? (name.test(document.body.innerText.replace(/\\s+/g, " ")) ? [document.body] : [])
    : kind === "field" ? all("input, textarea").filter((e) => [...(e.labels ?? [])].some((l) => name.test(l.innerText.trim())) || name.test(e.getAttribute("aria-label") ?? ""))
    : all(kinds[kind]).filter((e) => name.test(words(e)) && !e.disabled);
`;
const findFirst = `${findAll} found[0]?.scrollIntoView({ block: "center", behavior: "instant" }); return found[0] ?? null;`;

const expressionOf = (name: string | RegExp): [string, string] =>
  name instanceof RegExp ? [name.source, name.flags] : [`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}( \\*)?$`, ""];

export class Screen {
  readonly browser: Browser;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** Polls until true. A page that is being left cannot answer, so the next one is polled. */
  async until(what: string, ask: () => Promise<boolean>): Promise<void> {
    let last: unknown = "no answer";
    for (const end = Date.now() + patienceMs; Date.now() < end; ) {
      try {
        if (await ask()) return;
        last = "not so";
      } catch (error) {
        if (error instanceof Error && error.name === "Hanging") throw error;
        last = error;
      }
      await new Promise((later) => setTimeout(later, lookAgainMs));
    }
    const shown = await this.browser
      .run<string>("return location.href + '\\n' + document.body.innerText")
      .catch((error: unknown) => `It does not answer: ${error}`);
    throw new Error(`${this.browser.name} never came to: ${what} (${last}). It shows ${shown}`);
  }

  /** Waits until the app has started: prerendered pages take no input (src/main.tsx). */
  async goto(url: string): Promise<void> {
    await this.browser.goto(url);
    await this.until("the app's start", () =>
      this.browser.run<boolean>("return document.documentElement.dataset.started !== undefined;"),
    );
  }

  count = (kind: Kind, name: string | RegExp) =>
    this.browser.run<number>(`${findAll} return found.length;`, kind, ...expressionOf(name));

  sees = (kind: Kind, name: string | RegExp) =>
    this.until(`a ${kind} ${name}`, async () => (await this.count(kind, name)) > 0);

  press = (kind: Kind, name: string | RegExp) =>
    this.until(`pressing the ${kind} ${name}`, () => this.browser.click(findFirst, kind, ...expressionOf(name)));

  /** Types, and verifies the field's text. */
  async fill(label: string | RegExp, text: string): Promise<void> {
    await this.press("field", label);
    await this.browser.type(text);
    await this.until(`${label} to hold what was typed`, () =>
      this.browser.run<boolean>(
        `${findAll} return found[0]?.value === arguments[3];`,
        "field",
        ...expressionOf(label),
        text,
      ),
    );
  }

  at = (path: RegExp) =>
    this.until(`the address ${path}`, async () => path.test(await this.browser.run<string>("return location.href")));

  synced = () => this.sees("button", /^Sync: Synced/);
}

export async function register(
  screen: Screen,
  url: string,
  who: { name: string; email: string; role: "tester" | "developer" },
) {
  await screen.goto(`${url}/register?role=${who.role}`);
  await screen.fill("Full Name", who.name);
  await screen.fill("Email", who.email);
  await screen.fill("Password", password);
  await screen.fill("Confirm Password", password);
  await screen.press("button", "Create Account");
  await screen.at(new RegExp(`/${who.role}$`));
  await screen.sees("heading", /./);
}

export async function logIn(screen: Screen, url: string, email: string, home: string) {
  await screen.goto(`${url}/login`);
  await screen.fill("Email", email);
  await screen.fill("Password", password);
  await screen.press("button", "Log In");
  await screen.at(new RegExp(`${home}$`));
}

/** Logs out, and checks that no user data is left on this device. */
export async function logOut(screen: Screen, id: string) {
  await screen.press("button", "Log Out");
  await screen.at(/\/(login)?$/);
  await screen.until("nothing of the person to be left", () =>
    screen.browser.run<boolean>(
      "return !(await indexedDB.databases()).some(({ name }) => name.includes(arguments[0]) || name === 'betaflock-wipe') && localStorage.getItem('betaflock-person') === null;",
      id,
    ),
  );
}
