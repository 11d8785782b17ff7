// Inviting testers to a campaign by e-mail, list and link. Permissions are in
// supabase/tests/permissions.test.sql.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { call, emailOf, team, tokenFor, verify } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, day, person } from "../fixtures/sql/rows.ts";
import { setUpColleagues, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pulledRow } from "../fixtures/sql/sync-calls.ts";

interface Invited {
  invited: number;
  problems: { place: number; problem: string }[];
}
interface Listed {
  rows: { id: string; email: string; name: string; state: string; uses: number; max_uses: number | null }[];
  next: object | null;
  total: number;
}

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { owner, admin, manager, reviewer, viewer, outsider, tester } = setUpColleagues(db);
  let org: string;
  let hidden: string;
  beforeAll(async () => {
    const roles = { [admin]: "admin", [manager]: "manager", [reviewer]: "reviewer", [viewer]: "viewer" } as const;
    org = await team(db, owner, roles);
    hidden = await campaign(db, owner, { org_id: org, visibility: "private", max_testers: 50 });
  });

  const invite = (who: string, to: string, addresses: readonly string[], send = true) =>
    call<Invited>(db, who, "public.invite_testers($1, $2::jsonb, $3)", [to, JSON.stringify(addresses), send]);
  const list = (who: string, to: string, request: object = {}) =>
    call<Listed>(db, who, "public.list_tester_invitations($1::jsonb)", [
      JSON.stringify({ campaign_id: to, ...request }),
    ]);
  const links = (who: string, to: string) =>
    call<Listed>(db, who, "public.list_campaign_links($1::jsonb)", [JSON.stringify({ campaign_id: to })]);
  const makeLink = (who: string, to: string, most: number | null = null, until: string | null = null) =>
    call<{ id: string; token: string }>(db, who, "public.create_campaign_link($1, $2, $3)", [to, most, until]);
  const join = (who: string, token: string) =>
    call<{ campaign_id: string }>(db, who, "public.join_campaign($1)", [token]);
  const read = (who: string | null, token: string) =>
    call<object>(db, who, "public.read_campaign_invitation($1)", [token]);
  const revoke = (who: string, id: string) => call(db, who, "public.revoke_tester_invitation($1)", [id]);
  const resend = (who: string, id: string) => call(db, who, "public.resend_tester_invitation($1)", [id]);
  const verifiedTester = async () => {
    const who = await person(db, "tester");
    await verify(db, who);
    return who;
  };

  test("an e-mail gives only its address access to a private campaign, to apply", async () => {
    const [invited, other] = [await verifiedTester(), await verifiedTester()];
    const email = await emailOf(db, invited);
    expect(await invite(manager, hidden, [` ${email.toUpperCase()} `])).toEqual({ invited: 1, problems: [] });
    const token = await tokenFor(db, email);
    // The table stores only the hash.
    expect(JSON.stringify(await db.owner("select * from private.tester_invitations"))).not.toContain(token);
    expect(await read(null, token)).toMatchObject({
      ...{ campaign_title: "Pocket Budget 2.0", organization_name: "The Team", logo_path: "", email },
    });
    await expect(apply(db, hidden, invited)).rejects.toEqual(rejection("missing_parent"));
    await expect(join(other, token)).rejects.toEqual(rejection("forbidden"));
    await expect(join(outsider, token)).rejects.toEqual(rejection("not_allowed"));
    expect(await join(invited, token)).toEqual({ campaign_id: hidden });
    // The response was lost, and the device repeats the call.
    expect(await join(invited, token)).toEqual({ campaign_id: hidden });
    await expect(join(other, token)).rejects.toEqual(rejection("missing_parent"));
    expect(await pulledRow(db, invited, "campaigns", hidden)).toMatchObject({ id: hidden });
    expect(await pulledRow(db, other, "campaigns", hidden)).toBeUndefined();
    await apply(db, hidden, invited);
    const { rows } = await list(manager, hidden, { search: email });
    expect(rows).toMatchObject([{ email, state: "joined", invited_by: expect.any(String) }]);
  });

  test("an invited tester who applies in another way is no longer listed as only invited", async () => {
    const open = await campaign(db, owner, { org_id: org, max_testers: 50, auto_select: false });
    const [byAddress, byAccount, byLink, unverified] = [
      await verifiedTester(),
      await verifiedTester(),
      await verifiedTester(),
      await person(db, "tester"),
    ];
    const addresses = await Promise.all([byAddress, byLink, unverified].map((who) => emailOf(db, who)));
    await invite(manager, open, addresses);
    await db.owner("select private.invite_testers($1, '{}', array[$2::uuid], true, $3)", [open, byAccount, manager]);
    const token = await tokenFor(db, addresses[0] ?? "");
    for (const who of [byAddress, byAccount, unverified]) await apply(db, open, who);
    await join(byLink, (await makeLink(manager, open)).token);
    const { rows } = await list(manager, open);
    const stateOf = (email: string) => rows.find((row) => row.email === email)?.state;
    expect(addresses.map(stateOf)).toEqual(["joined", "joined", "sent"]);
    expect(rows.find((row) => row.email === "")?.state).toBe("joined");
    const unread =
      "select 1 from public.notifications where user_id = $1 and kind = 'campaign_invited' and read_at is null";
    expect(await db.owner(unread, [byAccount])).toEqual([]);
    // The link in the e-mail still works.
    expect(await join(byAddress, token)).toEqual({ campaign_id: open });
    const other = await verifiedTester();
    await expect(join(other, token)).rejects.toEqual(rejection("missing_parent"));
  });

  test("an unverified address does not count; signing up later does", async () => {
    const email = `later-${randomUUID()}@example.test`;
    await invite(owner, hidden, [email]);
    const token = await tokenFor(db, email);
    const id = await person(db, "tester");
    await db.owner("update auth.users set email = $2 where id = $1", [id, email]);
    await expect(join(id, token)).rejects.toEqual(rejection("forbidden"));
    await verify(db, id);
    expect(await join(id, token)).toEqual({ campaign_id: hidden });
  });

  test("an e-mail is in the language of the address's account", async () => {
    const id = await person(db, "tester");
    await db.owner("update public.accounts set language = 'es' where id = $1", [id]);
    const stranger = `stranger-${randomUUID()}@example.test`;
    const known = await emailOf(db, id);
    await invite(owner, hidden, [known, stranger]);
    const due = await db.owner<{ email: string; language: string | null }>(
      "select email, data ->> 'language' as language from private.deliveries where email in ($1, $2) order by id",
      [known, stranger],
    );
    expect(due.map(({ language }) => language)).toEqual(["es", null]);
  });

  test("a list reports the problem of each address, and sends nothing before it is confirmed", async () => {
    const joined = await verifiedTester();
    const email = await emailOf(db, joined);
    await invite(owner, hidden, [email]);
    await join(joined, await tokenFor(db, email));
    const fresh = `fresh-${randomUUID()}@example.test`;
    const waiting = `waiting-${randomUUID()}@example.test`;
    await invite(owner, hidden, [waiting]);
    const addresses = [fresh, "no address", fresh.toUpperCase(), waiting, email, ""];
    const problems = [
      ...[
        { place: 1, problem: "invalid" },
        { place: 2, problem: "twice" },
        { place: 3, problem: "invited" },
      ],
      ...[
        { place: 4, problem: "tester" },
        { place: 5, problem: "invalid" },
      ],
    ];
    expect(await invite(owner, hidden, addresses, false)).toEqual({ invited: 1, problems });
    expect((await list(owner, hidden, { search: fresh })).total).toBe(0);
    expect(await invite(owner, hidden, addresses)).toEqual({ invited: 1, problems });
    expect((await list(owner, hidden, { search: fresh })).total).toBe(1);
    const many = Array.from({ length: 501 }, (_, n) => `many${n}@example.test`);
    await expect(invite(owner, hidden, many)).rejects.toEqual(rejection("invalid"));
  });

  test("an invitation expires, can be resent with a new link three times a day, and can be withdrawn", async () => {
    const invited = await verifiedTester();
    const email = await emailOf(db, invited);
    await invite(owner, hidden, [email]);
    const [{ id } = { id: "" }] = (await list(owner, hidden, { search: email })).rows;
    const first = await tokenFor(db, email);
    await resend(manager, id);
    const second = await tokenFor(db, email);
    await expect(join(invited, first)).rejects.toEqual(rejection("missing_parent"));
    await db.owner("update private.tester_invitations set expires_at = now() - interval '1 second' where id = $1", [
      id,
    ]);
    await expect(join(invited, second)).rejects.toEqual(rejection("missing_parent"));
    expect((await list(owner, hidden, { state: "expired", search: email })).total).toBe(1);
    // Invited again: the same row, with a new link.
    expect(await invite(owner, hidden, [email])).toEqual({ invited: 1, problems: [] });
    await resend(owner, id);
    await resend(owner, id);
    await expect(resend(owner, id)).rejects.toEqual(rejection("rate_limited"));
    await revoke(owner, id);
    // No queued e-mail has an invalid link.
    expect(await tokenFor(db, email)).toBe("");
    await revoke(owner, id);
    await expect(resend(owner, id)).rejects.toEqual(rejection("wrong_state"));
    expect((await list(owner, hidden, { state: "revoked" })).rows.map((row) => row.id)).toEqual([id]);
    await expect(list(owner, hidden, { state: "lost" })).rejects.toEqual(rejection("invalid"));
  });

  test("a link admits its number of users until it expires or is withdrawn, each user once", async () => {
    const [one, two, three] = [await person(db, "tester"), await person(db, "tester"), await person(db, "tester")];
    const { id, token } = await makeLink(manager, hidden, 2, new Date(Date.now() + 86_400_000).toISOString());
    expect(await read(null, token)).toMatchObject({ campaign_title: "Pocket Budget 2.0", email: "", inviter_name: "" });
    for (const who of [one, one, two]) expect(await join(who, token)).toEqual({ campaign_id: hidden });
    await expect(join(three, token)).rejects.toEqual(rejection("missing_parent"));
    await expect(read(null, token)).rejects.toEqual(rejection("missing_parent"));
    expect((await links(owner, hidden)).rows).toMatchObject([{ id, uses: 2, max_uses: 2 }]);
    // The link is full, and a tester who already joined opens it again.
    expect(await join(two, token)).toEqual({ campaign_id: hidden });

    const open = await makeLink(owner, hidden);
    await call(db, owner, "public.revoke_campaign_link($1)", [open.id]);
    const old = await makeLink(owner, hidden);
    await db.owner("update private.campaign_links set expires_at = now() - interval '1 second' where id = $1", [
      old.id,
    ]);
    for (const dead of [open.token, old.token, "guessed"]) {
      await expect(join(three, dead)).rejects.toEqual(rejection("missing_parent"));
      await expect(read(null, dead)).rejects.toEqual(rejection("missing_parent"));
    }
    expect((await links(owner, hidden)).rows.map((row) => row.id)).toEqual([old.id, id]);
    for (const wrong of [0, 10_001]) await expect(makeLink(owner, hidden, wrong)).rejects.toEqual(rejection("invalid"));
    await expect(makeLink(owner, hidden, 1, day(-1))).rejects.toEqual(rejection("invalid"));
    await expect(makeLink(owner, hidden, 1, day(400))).rejects.toEqual(rejection("invalid"));
    for (let n = 2; n < 20; n++) await makeLink(owner, hidden);
    await expect(makeLink(owner, hidden)).rejects.toEqual(rejection("too_many"));
  });

  test("a user who opened an unlisted campaign keeps it through an invitation when it becomes private", async () => {
    const who = await verifiedTester();
    const unlisted = await campaign(db, owner, { org_id: org, visibility: "unlisted" });
    await call(db, who, "public.open_campaign($1)", [unlisted]);
    const { token } = await makeLink(owner, unlisted, 1);
    await join(who, token);
    await db.update(owner, "campaigns", unlisted, { visibility: "private" });
    expect(await pulledRow(db, who, "campaigns", unlisted)).toMatchObject({ id: unlisted });
  });

  test("a draft or ended campaign takes no invitations, and its links admit no one", async () => {
    const draft = await campaign(db, owner, { org_id: org, status: "draft" });
    const email = `over-${randomUUID()}@example.test`;
    await expect(invite(owner, draft, [email])).rejects.toEqual(rejection("campaign_closed"));
    const over = await campaign(db, owner, { org_id: org });
    const { token } = await makeLink(owner, over);
    await invite(owner, over, [email]);
    const [{ id } = { id: "" }] = (await list(owner, over)).rows;
    await db.update(owner, "campaigns", over, { status: "completed" });
    await expect(join(tester, token)).rejects.toEqual(rejection("missing_parent"));
    await expect(read(null, token)).rejects.toEqual(rejection("missing_parent"));
    await expect(makeLink(owner, over)).rejects.toEqual(rejection("campaign_closed"));
    await expect(resend(owner, id)).rejects.toEqual(rejection("campaign_closed"));
    await revoke(owner, id);
  });

  test("owner, admin and manager invite; reviewer, viewer, outsider, tester and ex-member do not", async () => {
    const left = await person(db, "developer");
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
      org,
      left,
    ]);
    const own = await campaign(db, owner, { org_id: org, visibility: "private" });
    const address = () => `role-${randomUUID()}@example.test`;
    for (const who of [owner, admin, manager, left]) {
      expect(await invite(who, own, [address()])).toMatchObject({ invited: 1 });
      await makeLink(who, own);
    }
    await call(db, owner, "public.remove_member($1, $2)", [org, left]);
    const [invitation] = (await list(owner, own)).rows;
    const [link] = (await links(owner, own)).rows;
    const rejections = { [reviewer]: "not_allowed", [viewer]: "not_allowed" };
    for (const who of [reviewer, viewer, outsider, tester, left]) {
      const calls = [
        ...[() => invite(who, own, [address()]), () => invite(who, own, [address()], false)],
        ...[() => list(who, own), () => links(who, own), () => makeLink(who, own)],
        ...[() => resend(who, String(invitation?.id)), () => revoke(who, String(invitation?.id))],
        () => call(db, who, "public.revoke_campaign_link($1)", [link?.id]),
      ];
      for (const one of calls) await expect(one()).rejects.toEqual(rejection(rejections[who] ?? "forbidden"));
    }
    // The same response as for a missing campaign.
    await expect(invite(outsider, randomUUID(), [address()])).rejects.toEqual(rejection("forbidden"));
    await expect(revoke(outsider, randomUUID())).rejects.toEqual(rejection("forbidden"));
  });

  test("the organization does not learn the addresses of invited users", async () => {
    const known = await person(db, "tester", { name: "Petra Past" });
    const email = await emailOf(db, known);
    const own = await campaign(db, owner, { org_id: org, visibility: "private" });
    const helper = (send: boolean) =>
      db.as(owner, async (session) => {
        await session.query("set local role postgres");
        return session.query<{ answer: Invited }>(
          "select private.invite_testers($1, '{}', array[$2::uuid], $3) as answer",
          [...[own, known, send]],
        );
      });
    expect((await helper(true))[0]?.answer).toEqual({ invited: 1, problems: [] });
    expect((await helper(false))[0]?.answer.problems).toEqual([{ place: 0, problem: "invited" }]);
    const answer = await list(owner, own, { search: "petra" });
    expect(answer.rows).toMatchObject([{ email: "", name: "Petra Past", state: "sent" }]);
    const [sent] = await db.owner<{ link: string }>("select link from private.deliveries where user_id = $1", [known]);
    const token = sent?.link.split("#")[1] ?? "";
    expect(JSON.stringify([answer, await read(null, token)])).not.toContain(email);
    await expect(join(tester, token)).rejects.toEqual(rejection("forbidden"));
    expect(await join(known, token)).toEqual({ campaign_id: own });
    // Account deletion also removes invitations.
    await db.owner("delete from auth.users where id = $1", [known]);
    expect((await list(owner, own)).rows).toEqual([]);
  });

  test("an organization sends 2,000 invitations a day, also hours after midnight", async () => {
    const own = await campaign(db, owner, { org_id: org });
    await invite(owner, own, ["first@example.test"]);
    await db.owner("update private.rate_limits set hits = 1999 where bucket = $1", [`invite_testers:${org}`]);
    await db.owner("call private.run_scheduled_jobs()");
    const two = ["second@example.test", "third@example.test"];
    await expect(invite(owner, own, two)).rejects.toEqual(rejection("rate_limited"));
    expect(await invite(owner, own, two.slice(0, 1))).toMatchObject({ invited: 1 });
  });

  test("a user sends as many across all of their organizations", async () => {
    const dev = await person(db, "developer");
    const [first, second] = [await team(db, dev), await team(db, dev)];
    const own = await campaign(db, dev, { org_id: first });
    await db.owner(
      `insert into private.tester_invitations (campaign_id, email, token_hash, invited_by, expires_at)
       select $1::uuid, 'n' || n || '@example.test', sha256(convert_to($1::uuid::text || n, 'UTF8')), $2, now() from generate_series(1, 1999) n`,
      [own, dev],
    );
    const other = await campaign(db, dev, { org_id: second });
    const two = ["second@example.test", "third@example.test"];
    await expect(invite(dev, other, two)).rejects.toEqual(rejection("rate_limited"));
    expect(await invite(dev, other, two.slice(0, 1))).toMatchObject({ invited: 1 });
    await db.owner(
      "update private.tester_invitations set sent_at = now() - interval '25 hours' where campaign_id = $1",
      [own],
    );
    expect(await invite(dev, other, two)).toMatchObject({ invited: 1 });
  });
});

describe("on PostgreSQL", () => {
  const db = setUpDatabase("postgres");
  const dev = setUpPerson(db, "developer");

  test("twenty concurrent users of a link's last uses: exactly as many succeed as it allows", async () => {
    const own = await campaign(db, dev, { visibility: "private" });
    const { token } = await call<{ token: string }>(db, dev, "public.create_campaign_link($1, 3, null)", [own]);
    const testers = await Promise.all(Array.from({ length: 20 }, () => person(db, "tester")));
    const answers = await Promise.allSettled(testers.map((who) => call(db, who, "public.join_campaign($1)", [token])));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const [counted] = await db.owner<{ uses: number; let_in: number }>(
      `select l.uses, (select count(*)::int from private.campaign_access a where a.campaign_id = l.campaign_id) as let_in
       from private.campaign_links l where l.campaign_id = $1`,
      [own],
    );
    expect(counted).toEqual({ uses: 3, let_in: 3 });
  });
});
