import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { badEmails } from "../fixtures/email-cases.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { campaign, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

const db = setUpDatabase("pglite");
const { dev, tester } = setUpPeople(db);
const open = randomUUID();
beforeAll(() => campaign(db, dev, { id: open }));

/** PostgreSQL's text holds no NUL. */
const bad = badEmails.map(([text]) => text).filter((text) => text !== "" && !text.includes("\0"));
const invite = (addresses: readonly string[]) =>
  call<{ invited: number; problems: { problem: string }[] }>(
    db,
    dev,
    "public.invite_testers($1, $2::text::jsonb, true)",
    [open, JSON.stringify(addresses)],
  );
const lettersTo = (like: string) =>
  db.owner("select email from private.deliveries where email like $1 and kind = 'campaign_invited'", [like]);

test("P1 the auth tables accept no disguised address, at sign-up or as a new address", async () => {
  const spaced = bad.filter((text) => text.trim() !== "");
  for (const email of spaced) {
    await expect(
      db.owner('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, \'{"name": "Ana"}\')', [
        randomUUID(),
        email.slice(0, 255),
      ]),
    ).rejects.toEqual(rejection("invalid"));
  }
  for (const column of ["email", "email_change"])
    await expect(
      db.owner(`update auth.users set ${column} = 'x<victim@a.test>', email_change_token_new = 'token' where id = $1`, [
        tester,
      ]),
    ).rejects.toEqual(rejection("invalid"));
});

test("an invitation to a disguised address is rejected, and no e-mail is queued", async () => {
  const { problems, invited } = await invite(bad);
  expect({ invited, problems: problems.length }).toEqual({ invited: 0, problems: bad.length });
  expect(new Set(problems.map((one) => one.problem))).toEqual(new Set(["invalid"]));
  expect(await lettersTo("%victim%")).toEqual([]);
});

test("a block covers every spelling of an address that reaches the same user", async () => {
  await db.owner("update auth.users set email = 'blocker@a.test', email_confirmed_at = now() where id = $1", [tester]);
  await call(db, tester, "public.block_organization($1, true)", [dev]);
  await invite(["blocker+1@a.test", "BLOCKER+again@A.test", "blocker@a.test", "other+1@a.test"]);
  expect(await lettersTo("blocker%")).toEqual([]);
  expect(await lettersTo("other%")).toHaveLength(1);
});

test("a user who blocked an organization gets no e-mail as a future member of it either", async () => {
  const address = "blocked-team@a.test";
  const [blocker, org] = [await person(db, "tester"), await team(db, dev)];
  await campaign(db, dev, { org_id: org });
  await db.owner("update auth.users set email = $2, email_confirmed_at = now() where id = $1", [blocker, address]);
  await call(db, blocker, "public.block_organization($1, true)", [org]);
  for (const email of [address, "blocked-team+1@a.test", "free-team@a.test"]) {
    const { id } = await call<{ id: string }>(db, dev, "public.invite_member($1, $2, 'viewer')", [org, email]);
    await call(db, dev, "public.resend_invitation($1)", [id]);
  }
  const letters = await db.owner("select email from private.deliveries where email like '%-team%'");
  expect(letters).toEqual([{ email: "free-team@a.test" }]);
});

test("S4 an account older than the address rules can still log in, and change to a valid address", async () => {
  const old = randomUUID();
  await db.db.transaction(async (session) => {
    await session.query("set local session_replication_role = replica");
    await session.query("insert into auth.users (id, email) values ($1, 'josé@a.test')", [old]);
  });
  await db.owner("insert into public.profiles (id, email) values ($1, '')", [old]);
  await db.owner("insert into public.accounts (id) values ($1)", [old]);
  await db.owner("update auth.users set last_sign_in_at = now(), email_confirmed_at = now() where id = $1", [old]);
  expect(await db.row("profiles", old)).toMatchObject({ email: "", last_sign_in_at: expect.anything() });
  await db.owner("update auth.users set email = 'jose@a.test' where id = $1", [old]);
  expect(await db.row("profiles", old)).toMatchObject({ email: "jose@a.test" });
});

test("S4 V4 the name from a social login becomes one line, and blocks no sign-in", async () => {
  const nameOf = async (full_name: string) => {
    const id = randomUUID();
    const data = JSON.stringify({ full_name });
    const insert =
      'insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data) values ($1, $2, \'{"provider": "github"}\', $3::text::jsonb)';
    await db.owner(insert, [id, `${id}@a.test`, data]);
    return (await db.row<{ name: string }>("profiles", id)).name;
  };
  expect(await nameOf("Ana\n\u202eSouza\u202c\t")).toBe("Ana Souza");
  expect(await nameOf("\u202e\u200b")).toBe("User");
});
