// The steps of a scenario. Each step reseeds the random source, so leaving one out changes no other
// step, and a failing scenario can be shrunk to the steps that it needs.
import { Random } from "../fixtures/random.ts";

export interface Played {
  step: number;
  what: string;
}

export interface Script {
  readonly random: Random;
  readonly played: readonly Played[];
  /**
   * Plays the next step, unless it is left out.
   * @param task returns its description, or ""
   */
  step(task: () => Promise<string>): Promise<void>;
}

/** @param only the steps to play; undefined for all */
export function createScript(seed: number, only?: ReadonlySet<number>): Script {
  const random = new Random(seed);
  const played: Played[] = [];
  let next = 0;
  return {
    random,
    played,
    async step(task) {
      const step = next++;
      if (only && !only.has(step)) return;
      random.reseed(Math.imul(seed + 1, 0x9e3779b1) + step * 7919);
      const entry = { step, what: "" };
      // Recorded first, so that the list contains a step that fails.
      played.push(entry);
      entry.what = "(failed here)";
      entry.what = await task();
      if (entry.what === "") played.pop();
    },
  };
}

export const scriptText = (played: readonly Played[]): string =>
  played.map(({ step, what }) => `  ${step}: ${what}`).join("\n");

/**
 * Removes steps, first half of them and finally single ones, while the rest still fails.
 * @param until when to give up, in ms since 1970
 */
export async function shrink(
  steps: readonly number[],
  fails: (only: ReadonlySet<number>) => Promise<boolean>,
  until = Number.POSITIVE_INFINITY,
): Promise<readonly number[]> {
  let kept = [...steps];
  for (let size = Math.ceil(kept.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      if (Date.now() > until) return kept;
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (await fails(new Set(fewer))) kept = fewer;
      else at += size;
    }
  }
  return kept;
}
