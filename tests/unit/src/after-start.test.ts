import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterStart } from "../../../src/lib/after-start.ts";

let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("work that a first screen does not need runs five seconds after the start", () => {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  const task = vi.fn();
  afterStart(task);
  vi.advanceTimersByTime(3_999);
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(1);
});

test.each(["visibilitychange", "offline"])("it runs once when the page may be left: %s", (event) => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  const task = vi.fn();
  afterStart(task);
  page.dispatchEvent(new Event(event));
  vi.advanceTimersByTime(10_000);
  expect(task).toHaveBeenCalledTimes(1);
});

test("it does not run if it is cancelled", () => {
  const task = vi.fn();
  afterStart(task)();
  page.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(10_000);
  expect(task).not.toHaveBeenCalled();
});
