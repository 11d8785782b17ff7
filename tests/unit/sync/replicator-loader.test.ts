import { beforeEach, expect, test, vi } from "vitest";
import type { Store } from "../../../sync/database/store.ts";
import type { LeaderTasksOptions } from "../../../sync/replication/leader-tasks.ts";
import { createReplicatorLoader } from "../../../sync/replication/replicator-loader.ts";

const started: string[] = [];
const ended: string[] = [];
vi.mock("../../../sync/replication/leader-tasks.ts", () => ({
  startLeaderTasks: async ({ store }: LeaderTasksOptions) => {
    started.push(store.owner);
    return { syncNow: () => undefined, stop: async () => void ended.push(store.owner) };
  },
}));
beforeEach(() => {
  started.length = 0;
  ended.length = 0;
});

function leadInTurns() {
  let turn = Promise.resolve();
  const inTurn = (task: () => Promise<void>) => {
    turn = turn.then(task);
    return turn;
  };
  const lead = createReplicatorLoader({
    inTurn,
    optionsFor: (store) => ({ store }) as LeaderTasksOptions,
    onMissing: () => undefined,
  });
  return { lead, inTurn };
}
const storeOf = (owner: string) => ({ owner, isNew: true }) as Store;

test("O2 a tab that leads, follows and leads again before the code loads replicates once", async () => {
  const { lead, inTurn } = leadInTurns();
  const store = storeOf("once");
  await inTurn(() => lead.begin(store));
  await inTurn(() => lead.end());
  await inTurn(() => lead.begin(store));
  await vi.waitUntil(() => lead.running !== null);
  await vi.dynamicImportSettled();
  await inTurn(async () => undefined);
  expect(started).toEqual(["once"]);
  await inTurn(() => lead.end());
  expect({ ended, running: lead.running, leads: lead.leads }).toEqual({ ended: ["once"], running: null, leads: false });
});

test("O2 a tab that stopped leading before the code loads does not start, and delays no caller", async () => {
  const { lead, inTurn } = leadInTurns();
  await inTurn(() => lead.begin(storeOf("late")));
  expect({ leads: lead.leads, running: lead.running }).toEqual({ leads: true, running: null });
  await inTurn(() => lead.end());
  await vi.dynamicImportSettled();
  await inTurn(async () => undefined);
  expect({ started, running: lead.running }).toEqual({ started: [], running: null });
});
