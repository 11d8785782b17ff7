// What a case of the conformance suite is, and how an answer is compared with the expected one. The
// suite runs in Vitest and on the command line, so it compares without Vitest's matchers.
import type { Project } from "./project.ts";

/** Objects may have more members than expected, lists may not have more elements. */
export type Expected = string | number | boolean | null | undefined | RegExp | Matcher | Expected[] | ExpectedObject;
interface ExpectedObject {
  [key: string]: Expected;
}

export interface Case {
  title: string;
  /** Needs the secret key: for itself, or to make and remove the person who asks. */
  secret?: true;
  ask(project: Project): PromiseLike<unknown>;
  expected: Expected;
}

export interface Group {
  service: string;
  cases: readonly Case[];
}

class Matcher {
  readonly words: string;
  readonly accepts: (value: unknown) => boolean;
  constructor(words: string, accepts: (value: unknown) => boolean) {
    this.words = words;
    this.accepts = accepts;
  }
}

export const aString = new Matcher("a string", (value) => typeof value === "string");
export const aList = new Matcher("a list", (value) => Array.isArray(value));
export const absent = new Matcher("nothing", (value) => value === undefined);
/** One of several right answers: of versions of a service, or of settings of a project. */
export const oneOf = (...all: Expected[]): Matcher =>
  new Matcher(`one of ${all.map(shown).join(" or ")}`, (value) =>
    all.some((each) => differenceOf(value, each) === undefined),
  );

function shown(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (value instanceof Matcher) return value.words;
  return JSON.stringify(value) ?? String(value);
}

/** Where and how the answer differs; undefined: it is the expected one. */
function differenceOf(actual: unknown, expected: Expected, at = "answer"): string | undefined {
  const differs = `${at}: expected ${shown(expected)}, got ${shown(actual)}`;
  if (expected instanceof Matcher) return expected.accepts(actual) ? undefined : differs;
  if (expected instanceof RegExp) return typeof actual === "string" && expected.test(actual) ? undefined : differs;
  if (typeof expected !== "object" || expected === null) return Object.is(actual, expected) ? undefined : differs;
  if (typeof actual !== "object" || actual === null) return differs;
  if (Array.isArray(expected) && (!Array.isArray(actual) || actual.length !== expected.length)) return differs;
  for (const [key, each] of Object.entries(expected)) {
    const found = differenceOf((actual as Record<string, unknown>)[key], each, `${at}.${key}`);
    if (found) return found;
  }
  return undefined;
}

/** @returns why the case fails; undefined: it passes */
export async function failureOfCase({ ask, expected }: Case, project: Project): Promise<string | undefined> {
  try {
    return differenceOf(await ask(project), expected);
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** Why the case cannot be asked of this project; undefined: it can. */
export const reasonToSkip = ({ secret }: Case, { secretKey }: Pick<Project, "secretKey">): string | undefined =>
  secret && !secretKey ? "needs SUPABASE_SECRET_KEY" : undefined;
