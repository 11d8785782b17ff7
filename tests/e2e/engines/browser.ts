// The browser interface of the stories, independent of the protocol: scripts read and find
// elements, and real input events press and type.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

export interface Browser {
  readonly name: string;
  goto(url: string): Promise<void>;
  /**
   * Runs the body of a function in the page with `args`, and returns its result or promise as
   * JSON.
   */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  /**
   * @param find body of a function that returns an element or null
   * @returns false if there is none
   */
  click(find: string, ...args: unknown[]): Promise<boolean>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  attach(find: string, args: unknown[], files: readonly string[]): Promise<boolean>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Fails a step when the browser does not respond. */
class Hanging extends Error {
  override name = "Hanging";
}

/** Timeout of every command; our pages take less than a tenth of it. */
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

/** Ends a program that was started `detached`, with its child processes. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await gone;
  // Other processes of the group end a moment later, and write until then.
  const { pid } = child;
  for (const end = Date.now() + groupMs; isAlive(pid) && Date.now() < end; ) await pause(10);
}

const groupMs = 2_000;

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
