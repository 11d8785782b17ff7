// A case of the conformance suite, and the comparison of its response. The suite also runs on the
// command line, so it does not use Vitest's matchers.
import type { Project } from "./project.ts";

/** Objects may have additional members, lists may not have additional elements. */
export type Expected = string | number | boolean | null | undefined | RegExp | Matcher | Expected[] | ExpectedObject;
interface ExpectedObject {
  [key: string]: Expected;
}

export interface Case {
  title: string;
  /** Needs the secret key, for the request or to create and remove its user. */
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
/** Matches several valid responses: of service versions or project settings. */
export const oneOf = (...all: Expected[]): Matcher =>
  new Matcher(`one of ${all.map(shown).join(" or ")}`, (value) =>
    all.some((each) => differenceOf(value, each) === undefined),
  );

function shown(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (value instanceof Matcher) return value.words;
  return JSON.stringify(value) ?? String(value);
}

/** Returns where and how the response differs, or undefined if it matches. */
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

/** @returns the reason for the failure, or undefined if the case passes */
export async function failureOfCase({ ask, expected }: Case, project: Project): Promise<string | undefined> {
  try {
    return differenceOf(await ask(project), expected);
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** Returns why this project cannot run the case, or undefined if it can. */
export const reasonToSkip = ({ secret }: Case, { secretKey }: Pick<Project, "secretKey">): string | undefined =>
  secret && !secretKey ? "needs SUPABASE_SECRET_KEY" : undefined;
