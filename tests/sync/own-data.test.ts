// Data export through the real client: the archive's contents, and a lost connection during the
// export.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { exportOwnData } from "../../sync/queries/own-data.ts";
import { long } from "../fixtures/long.ts";
import { useScenario } from "../fixtures/sync/scenario.ts";
import { storedEntries } from "../fixtures/zip.ts";
import { photoOf } from "../unit/tasks/cases.ts";

describe("data export", () => {
  const scenario = useScenario();
  type Someone = Awaited<ReturnType<typeof scenario.signedUp>>;

  async function upload(who: Someone, bucket: string, name: string, type: string, bytes: Uint8Array) {
    const { storage } = await who.sync.transport.client();
    const sent = await storage.from(bucket).upload(`${who.person.id}/${name}`, bytes, { contentType: type });
    if (sent.error) throw sent.error;
  }
  const run = (who: Someone, more: Partial<Parameters<typeof exportOwnData>[2]> = {}) =>
    exportOwnData(who.sync.transport, who.person.id, {
      ...{ readme: "Read me", signal: new AbortController().signal, onProgress: () => undefined, ...more },
    });

  test("B9 the archive has the user's rows as JSON and their files, and the progress reaches the total", async () => {
    const who = await scenario.signedUp("tester", "Erin Export");
    const bytes = new TextEncoder().encode("A picture, as far as this is concerned");
    await upload(who, "avatars", "me.png", "image/png", bytes);
    const seen: { done: number; total: number }[] = [];
    const made = await run(who, { onProgress: (now) => seen.push({ ...now }) });
    if (!made?.ok) throw new Error("no archive");
    const entries = await storedEntries(made.value);
    expect(new TextDecoder().decode(entries.get("README.txt"))).toBe("Read me");
    const json = (part: string): unknown => JSON.parse(new TextDecoder().decode(entries.get(`data/${part}.json`)));
    expect(json("profile")).toMatchObject([{ id: who.person.id, name: "Erin Export" }]);
    expect(json("login")).toMatchObject([{ email: who.person.email }]);
    expect(json("reports")).toEqual([]);
    expect(entries.get("files/avatars/me.png")).toEqual(bytes);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual({ done: seen.at(-1)?.total, total: seen.at(-1)?.total });
  });

  test("B9 it contains a thousand reports, and files have the names from their rows", long, async () => {
    const who = await scenario.signedUp("tester", "Manny Reports");
    const dev = await scenario.signedUp("developer", "Dee Campaign");
    const campaign = randomUUID();
    const bytes = new TextEncoder().encode("%PDF-1.7");
    const sha256 = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
    await upload(who, "attachments", sha256, "application/pdf", bytes);
    const picture = new TextEncoder().encode("A picture");
    const photo = photoOf({
      ...{ name: "lake.jpg", size: picture.length },
      sha256: Buffer.from(await crypto.subtle.digest("SHA-256", picture)).toString("hex"),
    });
    await upload(who, "attachments", photo.sha256, "image/jpeg", picture);
    const retest = { mark: "fixed", release_id: randomUUID(), at: "2026-11-30T10:00:00.000Z", photos: [photo] };
    await scenario.sql("select set_config('betaflock.seeding', 'on', false)");
    await scenario.sql(
      `insert into public.campaigns (id, developer_id, org_id, title, description, start_date, end_date, max_testers, reward_model, status)
       values ($1, $2, $2, 'Pocket Budget', 'Try the new budget planner and tell us what confuses you', current_date, current_date + 9, 5, 'testing', 'active')`,
      [campaign, dev.person.id],
    );
    await scenario.sql(
      `insert into public.applications (id, campaign_id, tester_id, org_id, developer_id, status, retests)
       values (private.application_id($1, $2), $1, $2, $3, $3, 'accepted', $4::text::jsonb)`,
      [campaign, who.person.id, dev.person.id, JSON.stringify({ [randomUUID()]: retest })],
    );
    await scenario.sql(
      `insert into public.feedback (id, campaign_id, application_id, tester_id, org_id, developer_id, summary, attachments)
       select gen_random_uuid(), $1, private.application_id($1, $2), $2, $3, $3, 'Report ' || n, case when n = 1 then $4::text::jsonb else '[]' end
       from generate_series(1, 1000) n`,
      [
        ...[campaign, who.person.id, dev.person.id],
        JSON.stringify([
          { id: randomUUID(), name: "a/b.pdf", type: "application/pdf", size: 8, sha256, width: null, height: null },
        ]),
      ],
    );
    await scenario.sql("select set_config('betaflock.seeding', '', false)");
    const made = await run(who);
    if (!made?.ok) throw new Error("no archive");
    const entries = await storedEntries(made.value);
    const reports = JSON.parse(new TextDecoder().decode(entries.get("data/reports.json"))) as { summary: string }[];
    expect(new Set(reports.map((row) => row.summary)).size).toBe(1000);
    expect(entries.get(`files/attachments/${sha256.slice(0, 8)}-a_b.pdf`)).toEqual(bytes);
    expect(entries.get(`files/attachments/${photo.sha256.slice(0, 8)}-lake.jpg`)).toEqual(picture);
  });

  test("B9 reports being offline before or during the export; a cancelled export yields no file", async () => {
    const who = await scenario.signedUp("tester", "Otto Offline");
    const offline = { ok: false, error: { type: "offline" } };
    const half = await run(who, {
      onProgress: ({ done }) => {
        if (done > 0) who.network.up = false;
      },
    });
    expect(half).toEqual(offline);
    expect(await run(who)).toEqual(offline);
    who.network.up = true;
    const leaving = new AbortController();
    expect(await run(who, { signal: leaving.signal, onProgress: () => leaving.abort() })).toBeNull();
  });
});
