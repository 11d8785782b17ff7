// Account management through the real client: passwords, e-mail links, other devices, and offline
// contact messages.

import { Secret, TOTP } from "otpauth";
import { merge } from "rxjs";
import { describe, expect, test, vi } from "vitest";
import { pushSubscribe } from "../../sync/auth/web-push.ts";
import type { EmailLink } from "../../sync/index.ts";
import { savedTemplateDelete, savedTemplateKeep } from "../../sync/mutations/account.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import { accountById } from "../../sync/queries/profile.ts";
import { makeRecoveryCodes } from "../../sync/schema/account-functions.ts";
import { templateLimits } from "../../sync/schema/templates.ts";
import { isAuthMail, linkIn, mailedLink } from "../fixtures/backend/mailed-link.ts";
import { long } from "../fixtures/long.ts";
import { type Device, until } from "../fixtures/sync/device.ts";
import { password, personsStore, signUpOn, useScenario, value } from "../fixtures/sync/scenario.ts";

const next = "a longer horse battery";
const landing = "http://127.0.0.1/reset-password";

describe("managing the account", () => {
  const scenario = useScenario();

  /** Returns the link of the latest e-mail to this address. */
  async function linkOf(email: string): Promise<EmailLink> {
    const mail = await until("a message", async () =>
      scenario.backend.mail.messages.findLast((m) => m.to === email && isAuthMail(m)),
    );
    return mailedLink(linkIn(mail.text));
  }
  const signIn = (device: Device, email: string, typed: string) =>
    device.sync.signIn({ email, password: typed, remember: true });

  test("S6 T1 a password reset link sets a new password once, signs in, and ends the other sessions", async () => {
    const old = await scenario.signedUp("tester", "Robin Forgetful");
    const { email } = old.person;
    const device = await scenario.device();
    value(await device.sync.requestPasswordReset(email, landing));
    const tokens = value(await device.sync.openLink(await linkOf(email)));
    expect(value(await device.sync.resetPassword(tokens, next))).toMatchObject({ email, role: "tester" });
    expect(device.sync.session$.value).toMatchObject({ kind: "signed_in", person: { email } });
    // The link is used up, the old password is invalid, and the other device must sign in again.
    expect(await device.sync.openLink(await linkOf(email))).toEqual({ ok: false, error: { type: "link_expired" } });
    const third = await scenario.device();
    expect(await signIn(third, email, password)).toEqual({ ok: false, error: { type: "wrong_password" } });
    expect((await signIn(third, email, next)).ok).toBe(true);
    await old.sync.syncNow();
    await until("the old session is locked", async () =>
      old.sync.session$.value.kind === "locked" ? true : undefined,
    );
  });

  test("S16 O2 two offline devices that both filled up their templates keep all of them", long, async () => {
    const desk = await scenario.signedUp("developer", "Dana Desk");
    const { id, email } = desk.person;
    const phone = await scenario.device();
    value(await signIn(phone, email, password));
    const onPhone = { ...phone, store: () => personsStore(phone, id) };
    const all = [desk, onPhone];
    const none = { description: "", requirements: "", instructions: "", agreement: "", screening: [] };
    const template = (name: string) => ({ ...none, name, effort_minutes: null });
    for (const device of all) await device.see(accountById(id), (account) => account !== null);
    for (const [n, device] of all.entries()) {
      device.network.up = false;
      const store = await device.store();
      for (let at = 0; at < templateLimits.saved; at += 1)
        value(await savedTemplateKeep(store, id, crypto.randomUUID(), template(`${n} ${at}`)));
    }
    for (const device of all) {
      device.network.up = true;
      await device.sync.syncNow();
      await device.drained();
    }
    for (const device of all) {
      await device.sync.syncNow();
      const both = 2 * templateLimits.saved;
      await device.see(accountById(id), (row) => Object.keys(row?.saved_templates ?? {}).length === both);
      expect(await device.see(rejectedChanges(), () => true)).toEqual([]);
    }
    // Each template can still be changed and undone; new or longer ones exceed the limit.
    const store = await desk.store();
    const [first = ""] = Object.keys((await desk.see(accountById(id), () => true))?.saved_templates ?? {});
    value(await savedTemplateKeep(store, id, first, template("other")));
    value(await savedTemplateDelete(store, id, first));
    value(await savedTemplateKeep(store, id, first, template("again")));
    const rejected = { ok: false, error: { type: "not_allowed", code: "too_many" } };
    expect(await savedTemplateKeep(store, id, crypto.randomUUID(), template("more"))).toEqual(rejected);
    const long = { ...template("long"), instructions: "x".repeat(2 * templateLimits.bytes) };
    expect(await savedTemplateKeep(store, id, first, long)).toEqual(rejected);
    await desk.drained();
    expect(await desk.see(rejectedChanges(), () => true)).toEqual([]);
  });

  test("B9 T2 deleting the account asks for the password, deletes nothing if it is wrong, and ends every session", async () => {
    const device = await scenario.signedUp("tester", "Robin Leaving");
    const gone = async () =>
      (await scenario.sql("select 1 from auth.users where id = $1", [device.person.id])).length === 0;
    const wrong = await device.sync.deleteAccount({ password: "not this one", code: "" });
    expect(wrong).toEqual({ ok: false, error: { type: "wrong_current_password" } });
    // An old session is not sufficient for a deletion.
    await scenario.sql("update auth.sessions set created_at = now() - interval '1 hour' where user_id = $1", [
      device.person.id,
    ]);
    expect(await device.sync.deleteAccount({ password: "", code: "" })).toMatchObject({
      error: { type: "rejected", code: "not_allowed" },
    });
    expect(await gone()).toBe(false);
    value(await device.sync.deleteAccount({ password, code: "" }));
    expect(await gone()).toBe(true);
    value(await device.sync.signOut());
    expect(device.sync.session$.value).toEqual({ kind: "signed_out" });
    const again = await scenario.device();
    expect((await signIn(again, device.person.email, password)).ok).toBe(false);
  });

  test("B9 T13 with a second factor, deleting the account also asks for its code", long, async () => {
    const device = await scenario.signedUp("tester", "Robin Careful");
    const { id, secret } = value(await device.sync.enrolSecondFactor("My phone"));
    // The server accepts the previous and next codes once each, so both calls tolerate the end of a
    // code's period.
    const code = (inMs: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + inMs });
    value(await device.sync.confirmSecondFactor(id, code(0)));
    expect((await device.sync.deleteAccount({ password, code: "" })).ok).toBe(false);
    expect(await device.sync.deleteAccount({ password, code: "000000" })).toEqual({
      ok: false,
      error: { type: "wrong_code" },
    });
    value(await device.sync.deleteAccount({ password, code: code(30_000) }));
    expect(await scenario.sql("select 1 from auth.users where id = $1", [device.person.id])).toEqual([]);
  });

  test("T13 hours after the login, the password is asked for before the first app is added, and a code before it goes", async () => {
    const device = await scenario.signedUp("tester", "Robin Hours");
    const hoursLater = () =>
      scenario.sql("update auth.mfa_amr_claims set updated_at = updated_at - interval '2 hours'", []);
    const tooOld = { ok: false, error: { type: "login_too_old" } };
    await hoursLater();
    expect(await device.sync.enrolSecondFactor("My phone")).toEqual(tooOld);
    expect(await device.sync.proveIdentity({ password: "not my horse" })).toEqual({
      ok: false,
      error: { type: "wrong_current_password" },
    });
    value(await device.sync.proveIdentity({ password }));
    const { id, secret } = value(await device.sync.enrolSecondFactor("My phone"));
    const code = (inMs: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + inMs });
    value(await device.sync.confirmSecondFactor(id, code(0)));
    await hoursLater();
    expect(await device.sync.removeSecondFactor(id)).toEqual(tooOld);
    value(await device.sync.proveIdentity({ code: code(30_000) }));
    value(await device.sync.removeSecondFactor(id));
    expect(value(await device.sync.secondFactors())).toEqual([]);
  });

  test(
    "B9 T13 a recovery code replaces the authenticator's code, even if the response was lost, and an e-mail reports it",
    long,
    async () => {
      const device = await scenario.signedUp("tester", "Robin Lost");
      const { id, secret } = value(await device.sync.enrolSecondFactor("My phone"));
      value(await device.sync.confirmSecondFactor(id, new TOTP({ secret: Secret.fromBase32(secret) }).generate()));
      const [code = ""] = value(await device.sync.transport.rpc(makeRecoveryCodes, {}, "person"));
      const other = await scenario.device();
      expect(await signIn(other, device.person.email, password)).toEqual({
        ok: false,
        error: { type: "second_factor" },
      });
      expect(await other.sync.redeemRecoveryCode("abcd-efgh-jkmn-pqrs")).toEqual({
        ok: false,
        error: { type: "wrong_recovery_code" },
      });
      expect(value(await other.sync.redeemRecoveryCode(code)).id).toBe(device.person.id);
      expect(value(await other.sync.redeemRecoveryCode(code)).id).toBe(device.person.id);
      await other.sync.syncNow();
      expect(other.sync.session$.value.kind).toBe("signed_in");
      await device.sync.syncNow();
      await until("the old session is locked", async () =>
        device.sync.session$.value.kind === "locked" ? true : undefined,
      );
      await scenario.backend.deliver();
      const mail = scenario.backend.mail.messages.findLast((message) => message.to === device.person.email);
      expect(mail?.subject).toBe("A recovery code was used");
      // Security e-mails cannot be switched off.
      expect(mail?.text).not.toContain("Choose what you get by email");
    },
  );

  test("S6 a password reset answers the same without an account", long, async () => {
    const device = await scenario.device();
    const sent = () => scenario.backend.mail.messages.filter(isAuthMail);
    const before = sent();
    expect((await device.sync.requestPasswordReset("nobody@example.test", landing)).ok).toBe(true);
    expect(sent()).toEqual(before);
  });

  test("S6 X1 a forged link, or one for another user than the signed-in one, opens nothing", async () => {
    const device = await scenario.signedUp("tester", "Robin Present");
    const made = { access_token: "a.b.c", refresh_token: "d" };
    expect(await device.sync.enterByLink(made)).toEqual({ ok: false, error: { type: "other_person" } });
    expect(device.sync.session$.value).toMatchObject({ kind: "signed_in", person: { name: "Robin Present" } });
    const empty = await scenario.device();
    expect(await empty.sync.resetPassword(made, next)).toEqual({ ok: false, error: { type: "link_expired" } });
    expect(empty.sync.session$.value).toEqual({ kind: "signed_out" });
  });

  test("T1 V1 changing the password requires the current one and signs out the other devices", async () => {
    const device = await scenario.signedUp("developer", "Dana Changing");
    const other = await scenario.device();
    value(await signIn(other, device.person.email, password));
    expect(await device.sync.changePassword("wrong", next)).toEqual({
      ok: false,
      error: { type: "wrong_current_password" },
    });
    expect(await device.sync.changePassword(password, password)).toMatchObject({ ok: false });
    value(await device.sync.changePassword(password, next));
    await device.sync.syncNow();
    expect(device.sync.session$.value.kind).toBe("signed_in");
    await other.sync.syncNow();
    await until("the other is locked", async () => (other.sync.session$.value.kind === "locked" ? true : undefined));
  });

  test("S29 T1 a login on a device with push registers it for the new session, and never for another user", async () => {
    const { email, id } = (await scenario.signedUp("tester", "Robin Pushed")).person;
    const device = await scenario.device();
    const stranger = await scenario.signedUp("tester", "Sam Stranger");
    value(await signIn(device, email, password));
    const endpoint = "https://push.example.test/phone";
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: "a".repeat(87), auth: "b".repeat(22) } }),
      unsubscribe: vi.fn(async () => true),
    };
    const registered = () =>
      scenario.sql("select user_id from public.push_subscriptions where endpoint = $1", [endpoint]);
    const getRegistration = async () => ({ pushManager: { getSubscription: async () => subscription } });
    vi.stubGlobal("navigator", { onLine: true, serviceWorker: { getRegistration } });
    try {
      value(await pushSubscribe(device.sync.transport, subscription.toJSON()));
      expect(await registered()).toEqual([{ user_id: id }]);
      await scenario.sql("delete from auth.sessions where user_id = $1", [id]);
      expect(await registered()).toEqual([]);
      await device.sync.syncNow();
      await until("locked", async () => (device.sync.session$.value.kind === "locked" ? true : undefined));
      value(await signIn(device, email, password));
      await until("registered", async () => ((await registered()).length > 0 ? true : undefined));
      expect(await registered()).toEqual([{ user_id: id }]);
      expect(subscription.unsubscribe).not.toHaveBeenCalled();
      value(await signIn(device, stranger.person.email, password));
      await until("unsubscribed", async () => (subscription.unsubscribe.mock.calls.length > 0 ? true : undefined));
      expect(await registered()).toEqual([{ user_id: id }]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("T2 T1 never shows another user's store: while the first one opens, after a role change, at the end", async () => {
    const { email, id } = (await scenario.signedUp("tester", "Robin Quick")).person;
    // The login response arrives before the signed-out store has opened.
    const device = await scenario.device();
    const { session$, store$ } = device.sync;
    const seen: string[] = [];
    const watching = merge(session$, store$).subscribe(() => {
      const [session, store] = [session$.value, store$.value];
      const person = session.kind === "signed_in" ? session.person : null;
      const who = `${person?.role ?? "anonymous"} ${person?.id ?? "anonymous"}`;
      const shown = store.kind === "open" ? `${store.store.role} ${store.store.owner}` : who;
      seen.push(shown === who ? "own" : `${who} sees ${shown}`);
    });
    value(await signIn(device, email, password));
    await device.synced();
    expect((await device.store()).owner).toBe(id);
    await scenario.sql("update profiles set role = 'developer' where id = $1", [id]);
    await device.sync.syncNow();
    await until("a developer's store", async () => ((await device.store()).role === "developer" ? true : undefined));
    value(await device.sync.signOut());
    expect((await device.store()).owner).toBe("anonymous");
    watching.unsubscribe();
    expect(seen.filter((s) => s !== "own")).toEqual([]);
    expect(seen.length).toBeGreaterThan(6);
  });

  test("C5 T2 reports a rejected sign-out; a missing session or a server that is down counts as signed out", async () => {
    const dev = await scenario.signedUp("tester");
    const { email } = dev.person;
    for (const status of [429, 401, 503]) {
      value(await dev.sync.signIn({ email, password, remember: true }));
      dev.network.fault = (url) => (url.includes("/logout") ? { kind: "status", status } : null);
      const answer = await dev.sync.signOut();
      expect([status, answer.ok]).toEqual([status, status !== 429]);
      expect(dev.sync.session$.value.kind).toBe(status === 429 ? "signed_in" : "signed_out");
    }
  });

  test("T2 signing out offline does not wait for the refresh of an expired token", async () => {
    const dev = await scenario.signedUp("tester");
    const session = JSON.parse(dev.disk.getItem("betaflock-auth") ?? "{}") as Record<string, unknown>;
    await dev.kill();
    dev.disk.setItem("betaflock-auth", JSON.stringify({ ...session, expires_at: 1000 }));
    const again = await scenario.device(dev);
    again.network.up = false;
    const startedAt = performance.now();
    value(await again.sync.signOut());
    // The refresh would take 30 s.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect([...dev.disk.entries.keys()].filter((k) => k !== "betaflock-remember")).toEqual([]);
    expect((await again.store()).owner).toBe("anonymous");
  });

  test("S5 Google and GitHub report that the server has not configured them", long, async () => {
    const device = await scenario.device();
    for (const provider of ["google", "github"] as const) {
      expect(await device.sync.startOAuth(provider, landing)).toEqual({
        ok: false,
        error: { type: "provider_missing" },
      });
    }
  });

  test("S3 a contact message waits for the network and arrives once, with its author", async () => {
    const device = await scenario.device();
    device.network.up = false;
    const input = { name: "Robin", email: "robin@example.test", message: "Is there a paper form?" };
    const id = value(await device.sync.contact.add(input));
    expect(device.sync.contact.pending$.value).toMatchObject([{ id, body: input, state: "pending", failure: "" }]);
    device.network.up = true;
    let lost = 0;
    device.network.fault = (url) => (url.endsWith("contact_messages") && lost++ === 0 ? { kind: "answer_lost" } : null);
    await device.sync.syncNow();
    device.sync.transport.wake();
    await until("it is sent", async () => (device.sync.contact.pending$.value.length === 0 ? true : undefined));
    expect(await scenario.sql("select id, user_id, name, email, message from contact_messages")).toEqual([
      { id, user_id: null, ...input },
    ]);
    const person = await signUpOn(device, "tester", "Robin Named");
    const second = value(await device.sync.contact.add({ ...input, message: "And another" }));
    await until("it is sent", async () => (device.sync.contact.pending$.value.length === 0 ? true : undefined));
    expect(await scenario.sql("select user_id from contact_messages where id = $1", [second])).toEqual([
      { user_id: person.id },
    ]);
  });

  test("S3 V5 a rejected contact message is kept with the reason", async () => {
    const device = await scenario.device();
    const id = value(await device.sync.contact.add({ name: "R", email: "robin@example.test", message: "Hello" }));
    await until("it is rejected", async () =>
      device.sync.contact.pending$.value.some((m) => m.id === id && m.failure !== "") ? true : undefined,
    );
    await device.sync.contact.discard(id);
    expect(device.sync.contact.pending$.value).toEqual([]);
  });
});
