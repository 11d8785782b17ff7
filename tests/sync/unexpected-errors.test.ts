import { afterEach, describe, expect, test, vi } from "vitest";
import { campaignCreate } from "../../sync/mutations/campaigns.ts";
import { long } from "../fixtures/long.ts";
import { until } from "../fixtures/sync/device.ts";
import { briefInput, campaignInput, useScenario, value } from "../fixtures/sync/scenario.ts";

describe("a bug", () => {
  const scenario = useScenario("pglite");
  afterEach(() => void vi.unstubAllGlobals());

  test("O2 in a push is reported, and the change is sent after it disappears", long, async () => {
    const reportError = vi.fn();
    vi.stubGlobal("reportError", reportError);
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    await dev.drained();
    dev.network.up = false;
    const made = value(await campaignCreate(store, campaignInput({ title: "Kept through a bug" }), briefInput));
    const bug = vi.spyOn(store, "transaction");
    const tried: number[] = [];
    bug.mockImplementation(() => {
      tried.push(performance.now());
      throw new TypeError("A bug in the push");
    });
    dev.network.up = true;
    await dev.sync.syncNow();
    await until("some tries", async () => tried.length > 3 || undefined);
    expect(reportError.mock.calls.map(([error]) => String(error))).toContain("TypeError: A bug in the push");
    expect(dev.sync.status$.value.problem).toMatch(/:(push|failed):/);
    bug.mockRestore();
    await dev.drained();
    await until("the problem to be over", async () => dev.sync.status$.value.problem === null || undefined);
    expect(await scenario.sql("select title from campaigns where id = $1", [made.id])).toEqual([
      { title: "Kept through a bug" },
    ]);
  });
});
