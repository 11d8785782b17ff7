import { expect, test } from "vitest";
import { createScript, shrink } from "../../simulation/script.ts";

const hundred = Array.from({ length: 100 }, (_, i) => i);

test("shrinks a hundred steps to the three that fail together in few tries", async () => {
  let tries = 0;
  const kept = await shrink(hundred, async (only) => {
    tries += 1;
    return [7, 8, 91].every((step) => only.has(step));
  });
  expect(kept).toEqual([7, 8, 91]);
  expect(tries).toBeLessThan(60);
});

test("keeps a failing list when the time is up", async () => {
  expect(await shrink(hundred, async () => true, 0)).toEqual(hundred);
});

test("a step draws the same values whether others are left out or not", async () => {
  const draws = async (only?: ReadonlySet<number>) => {
    const script = createScript(5, only);
    for (let i = 0; i < 10; i++) await script.step(async () => String(script.random.next()));
    return script.played;
  };
  const all = await draws();
  expect(await draws(new Set([3, 9]))).toEqual([all[3], all[9]]);
});
