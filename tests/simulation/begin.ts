// How a scenario begins: with campaigns that run and testers in them, made as on the
// screens. Left to chance, most scenarios would end before anybody was accepted anywhere, and would
// prove nothing about reports.
import type { Store } from "../../sync/database/store.ts";
import { campaignApply } from "../../sync/mutations/applications.ts";
import { campaignCreate, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { reportEdit, reportStart, reportSubmit } from "../../sync/mutations/feedback.ts";
import { until } from "../fixtures/sync/device.ts";
import { briefInput, campaignInput, today, value } from "../fixtures/sync/scenario.ts";
import type { SimulatedClient } from "./client.ts";

const campaigns = 3;

async function joinAll(store: Store, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const campaign = await until("the campaign on the tester's device", async () => {
      const found = await store.collection("campaigns").findOne(id).exec();
      return found?.status === "active" ? found.toMutableJSON() : undefined;
    });
    const answers = { message: "", answers: [], agreement_version: 0 };
    const { id: application } = value(await campaignApply(store, campaign, answers));
    const accepted = await until("the tester to be accepted", async () => {
      const found = await store.collection("applications").findOne(application).exec();
      return found?.status === "accepted" ? found.toMutableJSON() : undefined;
    });
    const report = value(await reportStart(store, accepted, "A phone"));
    value(await reportEdit(store, report.id, { rating: 4, summary: "Works so far", details: "Every screen" }));
    if (id !== ids[0]) value(await reportSubmit(store, report.id));
  }
}

export async function begin(clients: readonly SimulatedClient[]): Promise<void> {
  const [developer, ...others] = clients;
  if (!developer) return;
  const store = await developer.device.store();
  const ids: string[] = [];
  for (let i = 0; i < campaigns; i++) {
    const made = value(await campaignCreate(store, campaignInput({ title: `Campaign ${i}` }), briefInput));
    value(await campaignPublish(store, made.id, today()));
    ids.push(made.id);
  }
  const seen = new Set<string>();
  for (const { device, person } of others) {
    const theirs = await device.store();
    if (theirs.role !== "tester" || seen.has(person.id)) continue;
    seen.add(person.id);
    await joinAll(theirs, ids);
  }
  await Promise.all(clients.map(({ device }) => device.drained()));
}
