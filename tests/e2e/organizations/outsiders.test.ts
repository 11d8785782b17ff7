// A private campaign with a tester, a build and a photo, and outsiders: access of another tester
// and developer through screens, API, storage and realtime channels, with their browser's session.
import { createHash, randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { applicationId } from "../../../sync/schema/ids.ts";
import { type ApiPerson, insertCampaign } from "../../fixtures/browser/api.ts";
import { mailedLink, signUpVerified } from "../../fixtures/browser/mailed-links.ts";
import { openDevice, openPage, signIn, synced } from "../../fixtures/browser/people.ts";
import { setUpProduct } from "../../fixtures/browser/setup.ts";
import { expect, long, test } from "../../fixtures/browser/test.ts";

const product = setUpProduct({ confirmation: "default" });
const title = "A map that nobody knows";
const organization = "Night Maps";

async function stored(who: ApiPerson, bucket: string, bytes: Uint8Array<ArrayBuffer>, type: string) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await who.upload(bucket, `${who.id}/${sha256}`, bytes, type);
  return { sha256, path: `${bucket}/${who.id}/${sha256}` };
}

/** @returns the API paths that lead to it */
async function privateCampaign() {
  const owner = await signUpVerified(product, "Olga Owner", "developer");
  const tester = await signUpVerified(product, "Tess Tester", "tester");
  const call = async (who: ApiPerson, name: string, body: object) => {
    const { status, text } = await who.ask("POST", `rpc/${name}`, body);
    expect(status, text).toBeLessThan(300);
  };
  const [org, campaign, app, release, report] = Array.from({ length: 5 }, () => randomUUID()) as [
    ...[string, string, string, string, string],
  ];
  const own = { org_id: org, developer_id: owner.id };
  await call(owner, "create_organization", { id: org, name: organization });
  const build = await stored(owner, "releases", new TextEncoder().encode("PK build"), "application/octet-stream");
  await owner.insert("apps", { ...own, id: app, title: "Night Map", platform: "android", type: "APK" });
  await owner.insert("releases", {
    ...{ id: release, app_id: app, developer_id: owner.id, version: "1", file_name: "map.apk", size_bytes: 8 },
    ...{ sha256: build.sha256, file_path: `${owner.id}/${build.sha256}` },
  });
  await insertCampaign(owner, { id: campaign, org_id: org, title, app_id: app, visibility: "private" });
  await owner.insert("briefs", { id: campaign, developer_id: owner.id, release_id: release });
  await call(owner, "invite_testers", { campaign, addresses: [tester.email], send: true });
  const link = await mailedLink(product, tester.email, "/join#");
  await call(tester, "join_campaign", { token: link.split("#")[1] });
  const application = applicationId(campaign, tester.id);
  await tester.insert("applications", { id: application, campaign_id: campaign, tester_id: tester.id });
  const photo = await stored(tester, "attachments", Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10]), "image/png");
  await tester.insert("feedback", {
    ...{ id: report, campaign_id: campaign, application_id: application, tester_id: tester.id, type: "bug" },
    ...{ rating: 3, summary: "Too dark to read", details: "Every night.", status: "submitted" },
    attachments: [
      {
        ...{ id: randomUUID(), name: "dark.png", type: "image/png", size: 8, sha256: photo.sha256 },
        ...{ width: 1, height: 1 },
      },
    ],
  });
  const paths = [
    ...[`organizations?id=eq.${org}`, `organization_members?org_id=eq.${org}`, `campaigns?id=eq.${campaign}`],
    ...[`briefs?id=eq.${campaign}`, `releases?id=eq.${release}`, `apps?id=eq.${app}`],
    ...[`applications?campaign_id=eq.${campaign}`, `feedback?id=eq.${report}`],
  ];
  const calls = [
    ["get_organization", { org_id: org }],
    ["list_organization_members", { request: { org_id: org } }],
    ["list_tester_invitations", { request: { campaign_id: campaign } }],
    ["join_campaign", { token: link.split("#")[1] }],
  ] as const;
  return { owner, org, campaign, paths, calls, objects: [build.path, photo.path] };
}

/** Sends handwritten requests with the session of this browser. */
const raw = (page: Page, what: { campaign: string; org: string; paths: string[]; objects: string[]; calls: unknown }) =>
  page.evaluate(async ({ campaign, org, paths, objects, calls }) => {
    const kept = Object.values({ ...sessionStorage, ...localStorage }).find((text) => /"access_token"/.test(text));
    const token = (JSON.parse(String(kept)) as { access_token: string }).access_token;
    const headers = { apikey: "sb_publishable_local", authorization: `Bearer ${token}` };
    const get = async (path: string) => (await fetch(path, { headers })).text();
    const rpc = async (name: string, body: unknown) => {
      const init = { method: "POST", headers: { ...headers, "content-type": "application/json" } };
      return fetch(`/rest/v1/rpc/${name}`, { ...init, body: JSON.stringify(body) });
    };
    const heard = (topic: string) =>
      new Promise<string>((done, failed) => {
        const address = location.origin.replace(/^http/, "ws");
        const socket = new WebSocket(`${address}/realtime/v1/websocket?apikey=${headers.apikey}&vsn=1.0.0`);
        const payload = { config: { private: true }, access_token: token };
        socket.onerror = () => failed(new Error("The socket failed"));
        socket.onopen = () =>
          socket.send(
            JSON.stringify({ topic: `realtime:${topic}`, event: "phx_join", payload, ref: "1", join_ref: "1" }),
          );
        socket.onmessage = ({ data }) => {
          socket.close();
          done((JSON.parse(String(data)) as { payload: { status: string } }).payload.status);
        };
      });
    const pulled = await rpc("sync_pull", { requests: [{ collection: "campaigns", checkpoint: null, limit: 1000 }] });
    return {
      rows: await Promise.all(paths.map((path) => get(`/rest/v1/${path}`))),
      opened: await (await rpc("open_campaign", { campaign })).json(),
      rejected: await Promise.all(
        (calls as [string, unknown][]).map(async ([name, body]) => (await rpc(name, body)).status),
      ),
      pulled: (await pulled.text()).includes(campaign),
      objects: await Promise.all(
        objects.map(async (path) => (await fetch(`/storage/v1/object/${path}`, { headers })).status),
      ),
      topic: await heard(`org:${org}`),
    };
  }, what);

test(
  "P2 P4 a tester and a developer from outside find nothing of a private campaign: screens, API, storage, channels",
  long,
  async ({ browser }) => {
    const { owner, ...made } = await privateCampaign();
    const people = [
      [await signUpVerified(product, "Otto Outside", "tester"), "/tester", "/tester/tests"],
      [await signUpVerified(product, "Oda Outside", "developer"), "/developer", "/developer/campaigns"],
    ] as const;
    for (const [person, home, list] of people) {
      const page = await openPage(await openDevice(browser));
      await signIn(page, product, person.email, home);
      await synced(page);
      for (const path of [home, list, `${list}/${made.campaign}`, "/apps"]) {
        await page.goto(product.url + path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        for (const text of [title, organization, "Night Map"]) await expect(page.getByText(text)).toHaveCount(0);
      }
      expect(await raw(page, { ...made, calls: made.calls })).toEqual({
        rows: made.paths.map(() => "[]"),
        opened: false,
        rejected: made.calls.map(() => 422),
        pulled: false,
        objects: [400, 400],
        topic: "error",
      });
      await page.context().close();
    }
    // A member finds everything with the same requests, so they are valid.
    const page = await openPage(await openDevice(browser));
    await signIn(page, product, owner.email, "/developer");
    await synced(page);
    const found = await raw(page, { ...made, calls: made.calls.slice(0, 3) });
    expect(found.rows.filter((text) => text === "[]")).toEqual([]);
    expect({ ...found, rows: [] }).toEqual({
      ...{ rows: [], opened: true, rejected: [200, 200, 200], pulled: true, objects: [200, 200], topic: "ok" },
    });
    await page.context().close();
  },
);
