// Tasks: testers answer one script on all their devices, developers edit it, decide about results
// and ask for retests. Each answer has a note with a unique mark, so that the invariants can find
// it.
import type { Store } from "../../sync/database/store.ts";
import { campaignComplete } from "../../sync/mutations/campaigns.ts";
import { patchRow } from "../../sync/mutations/row.ts";
import { answerSave, resultsSubmit, retestSave } from "../../sync/mutations/tasks.ts";
import { resultsDecided } from "../../sync/outbox/pending-review.ts";
import type { Application } from "../../sync/schema/applications.ts";
import type { Task } from "../../sync/schema/tasks.ts";
import type { Random } from "../fixtures/random.ts";
import { stepsOf, taskOf } from "../unit/tasks/cases.ts";
import { type Editor, markIn, pickRow, writing } from "./edits.ts";
import type { AskedServer } from "./server.ts";

export const scriptTask: Task = taskOf({
  ...{ title: "Read the map", steps: stepsOf("a", "b", "c"), required_since: "2026-01-01T00:00:00.000Z" },
});

type TaskCampaign = NonNullable<Editor["tasks"]>;

/** Adds two builds to the campaign. Skips the rules: uploads are simulated elsewhere. */
export async function buildsOf({ sql }: AskedServer, random: Random, id: string): Promise<readonly string[]> {
  const builds = [random.uuid(), random.uuid()];
  const app = random.uuid();
  await sql`insert into public.apps (id, developer_id, org_id, title)
    select ${app}::uuid, c.developer_id, c.org_id, 'Map' from public.campaigns c,
      (select set_config('betaflock.seeding', 'on', true)) seeding where c.id = ${id}::uuid`;
  for (const build of builds) {
    await sql`insert into public.releases (id, app_id, developer_id, org_id, version)
      select ${build}::uuid, ${app}::uuid, c.developer_id, c.org_id, left(${build}::text, 8) from public.campaigns c,
        (select set_config('betaflock.seeding', 'on', true)) seeding where c.id = ${id}::uuid`;
    await sql`insert into private.release_grants (release_id, campaign_id) values (${build}::uuid, ${id}::uuid)`;
  }
  return builds;
}

/** Answers one step, with a note that must never be lost. */
async function answer(editor: Editor, store: Store, application: Application, task: Task): Promise<string> {
  const { random } = editor;
  const step = random.pick(task.steps)?.id;
  if (step === undefined) return "";
  const note = editor.mark();
  const given = random.pick(["pass", "fail", "blocked", "skip"] as const) ?? "pass";
  const { id } = application;
  const saved = await writing(editor, store, "applications", id, () =>
    answerSave(store, id, task, ({ steps }) => {
      editor.before.set(note, markIn(steps?.[step]?.note));
      return { steps: { ...steps, [step]: { mark: given, note } } };
    }),
  );
  if (saved.ok) {
    const { sync_client: client, sync_seq: seq } = saved.value;
    const column = `results.${task.id}.${step}`;
    const device = editor.devices.get(store.clientId) ?? store.clientId;
    // By device: another one replaces a note only after it has seen it.
    editor.written.set(`${store.owner}|applications|${id}|${column}|${device}`, {
      ...{ owner: store.owner, collection: "applications", id, column, mark: note, client, seq },
    });
  }
  return "answers a step";
}

/** Answers a step of the script, which the developer may have removed in the meantime. */
export async function answerTask(editor: Editor, store: Store): Promise<string> {
  const { tasks: campaign, random } = editor;
  if (!campaign || store.role !== "tester") return "";
  const application = await pickRow(random, store, "applications", (a) => a.campaign_id === campaign.id);
  if (!application) return "";
  const tasks = await tasksHere(store, campaign);
  return answer(editor, store, application, tasks.find(({ id }) => id === scriptTask.id) ?? scriptTask);
}

const tasksHere = async (store: Store, campaign: TaskCampaign): Promise<readonly Task[]> => {
  const brief = await store.collection("briefs").findOne(campaign.id).exec();
  return brief?.toMutableJSON().tasks ?? [];
};

async function testersEdit(editor: Editor, store: Store, campaign: TaskCampaign): Promise<string> {
  const { random } = editor;
  // A submitted set takes no answers, so most time passes before that.
  const what = random.weighted({ answer: 12, submit: 0.5, retest: 3 });
  if (what === "answer") return answerTask(editor, store);
  const application = await pickRow(random, store, "applications", (a) => a.campaign_id === campaign.id);
  if (!application) return "";
  if (what === "submit") {
    await resultsSubmit(store, application.id, await tasksHere(store, campaign));
    return "submits results";
  }
  const fixed = await pickRow(random, store, "feedback", (f) => f.campaign_id === campaign.id && !!f.fixed_release_id);
  if (!fixed?.fixed_release_id) return "";
  const mark = random.pick(["fixed", "still_there", "unclear"] as const) ?? "fixed";
  await retestSave(store, application.id, fixed.id, { mark, release_id: fixed.fixed_release_id });
  return "retests a report";
}

async function developersEdit(editor: Editor, store: Store, campaign: TaskCampaign): Promise<string> {
  const { random } = editor;
  const what = random.weighted({ edit: 3, review: 4, approve: 2, fixed: 3, close: 0.2 });
  if (what === "close") {
    await campaignComplete(store, campaign.id);
    return "closes the campaign with tasks";
  }
  if (what === "edit") {
    const text = editor.mark();
    const places = scriptTask.steps.length;
    const at = random.below(places);
    await patchRow(store, "briefs", campaign.id, ({ tasks }) => ({
      tasks: tasks.map((task) => ({
        ...task,
        steps: task.steps.map((step, index) => (index === at ? { ...step, do: text } : step)),
      })),
    }));
    return "edits a task";
  }
  if (what === "review") {
    const set = await pickRow(random, store, "applications", (a) => a.results_status === "submitted");
    const decision = random.chance(0.3)
      ? ({ to: "accepted" } as const)
      : ({ to: "returned", reasons: { [scriptTask.id]: "Which road?" } } as const);
    const decided = set && resultsDecided(set, decision);
    if (set && decided?.ok) await patchRow(store, "applications", set.id, () => decided.value);
    return set ? `decides about results: ${decision.to}` : "";
  }
  const report = await pickRow(random, store, "feedback", (f) => f.campaign_id === campaign.id && f.status !== "draft");
  if (!report) return "";
  const build = random.pick(campaign.builds) ?? null;
  await patchRow(store, "feedback", report.id, ({ status }) =>
    status === "approved" ? { fixed_release_id: build } : { status: "approved" as const, usefulness: 3 },
  );
  return "approves a report, or names its build";
}

/** @returns its description; "" if there was nothing to do */
export async function editOfTasks(editor: Editor, store: Store): Promise<string> {
  const { tasks } = editor;
  if (!tasks || !store.has("applications")) return "";
  return store.role === "tester" ? testersEdit(editor, store, tasks) : developersEdit(editor, store, tasks);
}
