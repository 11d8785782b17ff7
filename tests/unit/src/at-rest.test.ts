import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atRest } from "../../../src/lib/at-rest.ts";

let heading: object | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { querySelector: () => heading });
  vi.stubGlobal("requestIdleCallback", (task: () => void) => setTimeout(task, 1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  heading = null;
});

test("code that a first screen does not need loads after its heading", () => {
  const task = vi.fn();
  atRest(task);
  vi.advanceTimersByTime(10_000);
  expect(task).not.toHaveBeenCalled();
  heading = {};
  vi.advanceTimersByTime(200);
  expect(task).toHaveBeenCalledTimes(1);
});

test("a browser without requestIdleCallback waits two seconds", () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  heading = {};
  const task = vi.fn();
  atRest(task);
  vi.advanceTimersByTime(1_999);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(1);
});
