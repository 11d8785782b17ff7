// Starts a scenario with running campaigns and accepted testers, created as on the screens. Random
// edits alone would rarely accept a tester, and would prove nothing about reports.
import { campaignApply } from "../../sync/mutations/applications.ts";
import { campaignCreate, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { reportEdit, reportStart, reportSubmit } from "../../sync/mutations/feedback.ts";
import type { Random } from "../fixtures/random.ts";
import { until } from "../fixtures/sync/device.ts";
import { briefInput, campaignInput, openCampaign, today, value } from "../fixtures/sync/scenario.ts";
import type { SimulatedClient } from "./client.ts";
import type { Editor } from "./edits.ts";
import type { AskedServer } from "./server.ts";
import { buildsOf, scriptTask } from "./tasks.ts";

const campaigns = 3;

async function joinAll({ device }: SimulatedClient, ids: readonly string[]): Promise<void> {
  const store = await device.store();
  // Newest first, so that the brief of each further campaign is below the device's checkpoint.
  for (const id of [...ids].reverse()) {
    const campaign = await openCampaign(device, { id });
    const answers = { message: "", answers: [], agreement_version: 0 };
    const { id: application } = value(await campaignApply(store, campaign, answers));
    const accepted = await until("the tester to be accepted", async () => {
      const found = await store.collection("applications").findOne(application).exec();
      return found?.status === "accepted" ? found.toMutableJSON() : undefined;
    });
    await device.sync.syncNow();
    await until(
      "the brief of the test",
      async () => (await store.collection("briefs").findOne(id).exec()) ?? undefined,
    );
    const report = value(await reportStart(store, accepted, "A phone"));
    value(await reportEdit(store, report.id, { rating: 4, summary: "Works so far", details: "Every screen" }));
    if (id !== ids[0]) value(await reportSubmit(store, report.id));
  }
}

/**
 * @param owners organizations that get the campaigns in turn; default: the developer's own
 * @returns the campaign with tasks, whose testers have a report too
 */
export async function begin(
  server: AskedServer,
  random: Random,
  clients: readonly SimulatedClient[],
  owners: readonly { id: string; name: string }[] = [],
): Promise<Editor["tasks"]> {
  const [developer, ...others] = clients;
  if (!developer) return null;
  const store = await developer.device.store();
  const ids: string[] = [];
  for (let i = 0; i < campaigns; i++) {
    const owner = owners[i % owners.length];
    const made = value(
      await campaignCreate(
        ...([
          store,
          campaignInput({ title: `Campaign ${i}` }),
          i === 1 ? { ...briefInput, tasks: [scriptTask] } : briefInput,
        ] as const),
        owner && { org_id: owner.id, name: owner.name },
      ),
    );
    value(await campaignPublish(store, made.id, today()));
    ids.push(made.id);
  }
  await developer.device.drained();
  const [, id = ""] = ids;
  const builds = await buildsOf(server, random, id);
  const seen = new Set<string>();
  for (const client of others) {
    if ((await client.device.store()).role !== "tester" || seen.has(client.person.id)) continue;
    seen.add(client.person.id);
    await joinAll(client, ids);
  }
  await Promise.all(clients.map(({ device }) => device.drained()));
  return { id, builds };
}
