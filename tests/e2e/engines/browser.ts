// What a story needs of a browser, whichever protocol drives it: pages are read and found by
// scripts inside them, and pressed and typed into by real input events.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

export interface Browser {
  readonly name: string;
  goto(url: string): Promise<void>;
  /**
   * Runs the body of a function in the page, with `args`; what it returns (or promises) is JSON.
   */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  /**
   * @param find body of a function that returns an element or null @returns false: there is none
   */
  click(find: string, ...args: unknown[]): Promise<boolean>;
  /** Into what has the focus. */
  type(text: string): Promise<void>;
  attach(find: string, args: unknown[], files: readonly string[]): Promise<boolean>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A step of a browser that does not answer is ended with it, and said. */
class Hanging extends Error {
  override name = "Hanging";
}

/**
 * Every command is answered within this, or the browser hangs: no page of ours takes a tenth of it.
 */
const patienceMs = 60_000;

export async function answered<T>(
  command: string,
  answer: Promise<T>,
  { ms = patienceMs, Late = Hanging as new (message: string) => Error } = {},
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new Late(`The browser did not answer ${command} in ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a program that was started `detached`, with all that it started. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await gone;
}
