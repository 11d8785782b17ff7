// An account's address changes when both addresses say so. Over raw HTTP, on both databases.
import { describe, expect, test } from "vitest";
import { codeOf, useAuthService } from "../fixtures/backend/auth-service.ts";
import { password } from "../fixtures/backend/project.ts";
import { ruleEngines } from "../fixtures/engines.ts";

describe.each(ruleEngines)("a changed address on %s", (engine) => {
  const { backend, start, call, callOf, newAddress, signUp, logIn, linkTo, tokenTo, typedTo, follow, inTime } =
    useAuthService(engine);

  interface Begun {
    old: string;
    next: string;
    token: string;
  }
  const begin = async (): Promise<Begun> => {
    const { email: old, token } = await signUp();
    const next = newAddress();
    const back = encodeURIComponent(`${backend().url}/auth/callback`);
    const asked = await call(`/user?redirect_to=${back}`, { email: next }, { token, method: "PUT" });
    expect([asked.status, (asked.body as { email?: string }).email]).toEqual([200, old]);
    return { old, next, token };
  };
  const addressOf = async (token: string) =>
    ((await call("/user", undefined, { token })).body as { email?: string }).email;
  /**
   * The new address confirms first and changes nothing; the old one after it changes the account's.
   */
  const confirmBoth = async ({ old, next, token }: Begun) => {
    expect((await follow(linkTo(next))).told.get("message")).toContain("other email");
    expect(await addressOf(token)).toBe(old);
    await follow(linkTo(old));
    expect(await addressOf(token)).toBe(next);
  };
  const typed = (email: string, token: string) => call("/verify", { type: "email_change", email, token });
  const expired = [403, "otp_expired"];

  test("B9 P1 needs both addresses, in either order, each once; nothing changes before", async () => {
    for (const first of ["old", "next"] as const) {
      const begun = await begin();
      const second = first === "old" ? "next" : "old";
      const half = await follow(linkTo(begun[first]));
      expect([half.to, half.told.get("access_token")]).toEqual([`${backend().url}/auth/callback`, null]);
      expect(half.told.get("message")).toContain("other email");
      expect(await addressOf(begun.token)).toBe(begun.old);
      expect((await logIn(begun.next)).status).toBe(400);
      // The same word again is not the other's.
      expect((await follow(linkTo(begun[first]))).told.get("error_code")).toBe("otp_expired");
      expect(codeOf(await typed(begun[first], typedTo(begun[first])))).toEqual(expired);
      expect(await addressOf(begun.token)).toBe(begun.old);
      const whole = await follow(linkTo(begun[second]));
      expect([whole.told.get("type"), whole.told.has("access_token")]).toEqual(["email_change", true]);
      expect(await addressOf(begun.token)).toBe(begun.next);
      expect([(await logIn(begun.next)).status, (await logIn(begun.old)).status]).toEqual([200, 400]);
      const [row] = await backend().sql("select count(*)::int as n from public.profiles where email = $1", [
        begun.next,
      ]);
      expect(row).toEqual({ n: 1 });
    }
  });

  test("B9 P1 typed codes count as links do, each for the address that it was sent to", async () => {
    const { old, next, token } = await begin();
    expect(codeOf(await typed(next, typedTo(old)))).toEqual(expired);
    const half = await typed(old, typedTo(old));
    expect([half.status, half.body.access_token, await addressOf(token)]).toEqual([200, undefined, old]);
    const whole = await call("/verify", { type: "email_change", token_hash: tokenTo(next) });
    expect([whole.status, whole.body.user?.email]).toEqual([200, next]);
    expect(await addressOf(token)).toBe(next);
  });

  interface AccountRow {
    unverified_email: string;
    new_email: string;
    new_email_waits: string;
  }
  const accountOf = async (email: string) =>
    (
      await backend().sql<AccountRow>(
        "select unverified_email, new_email, new_email_waits from public.accounts where email = $1",
        [email],
      )
    )[0];
  const nothing = { unverified_email: "", new_email: "", new_email_waits: "" };
  const cancel = async (token: string) => {
    const answer = await fetch(`${backend().url}/rest/v1/rpc/cancel_email_change`, {
      method: "POST",
      headers: {
        ...{ apikey: backend().publishableKey, "content-type": "application/json" },
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    });
    return [answer.status, answer.ok ? await answer.json() : null];
  };

  test("B9 S13 the person's devices are told what waits for whom, and when it is over", async () => {
    for (const first of ["old", "next"] as const) {
      const begun = await begin();
      const second = first === "old" ? "next" : "old";
      expect(await accountOf(begun.old)).toEqual({ ...nothing, new_email: begun.next, new_email_waits: "both" });
      await follow(linkTo(begun[first]));
      const waits = second === "old" ? "old" : "new";
      expect(await accountOf(begun.old)).toEqual({ ...nothing, new_email: begun.next, new_email_waits: waits });
      await follow(linkTo(begun[second]));
      expect([await accountOf(begun.old), await accountOf(begun.next)]).toEqual([undefined, nothing]);
    }
  });

  test("B9 P1 cancelled, neither link opens anything any more; only its owner cancels it", async () => {
    const begun = await begin();
    const stranger = await signUp();
    expect(await cancel(stranger.token)).toEqual([200, false]);
    expect((await cancel(""))[0]).toBe(401);
    expect((await accountOf(begun.old))?.new_email_waits).toBe("both");
    await follow(linkTo(begun.old));
    expect(await cancel(begun.token)).toEqual([200, true]);
    expect(await accountOf(begun.old)).toEqual(nothing);
    const spent = await follow(linkTo(begun.next));
    expect([spent.told.get("error_code"), spent.told.get("type")]).toEqual(["otp_expired", "email_change"]);
    expect(codeOf(await typed(begun.next, typedTo(begun.next)))).toEqual(expired);
    expect([await addressOf(begun.token), await cancel(begun.token)]).toEqual([begun.old, [200, false]]);
    // And a new one can be begun.
    const again = await inTime(() => call("/user", { email: begun.next }, { token: begun.token, method: "PUT" }));
    expect(again.status).toBe(200);
    expect((await accountOf(begun.old))?.new_email_waits).toBe("both");
  });

  test("T3 S4 by default sign-up sends the confirmation and lets people in; the address counts as verified with the link, for every device", async () => {
    const open = await start({ allowUnverifiedEmailSignIns: true });
    const ask = callOf(open);
    try {
      const email = newAddress();
      const made = await ask("/signup", { email, password, data: { name: "Una Unverified" } });
      expect([made.status, typeof made.body.access_token]).toEqual([200, "string"]);
      expect(made.body.user).not.toHaveProperty("email_confirmed_at");
      const state = async () => {
        const [row] = await open.sql<AccountRow>("select unverified_email from public.accounts where email = $1", [
          email,
        ]);
        return row?.unverified_email;
      };
      const linksTo = () =>
        open.mail.messages.flatMap((mail) => (mail.to === email ? (/https?:\/\/\S+/.exec(mail.text ?? "") ?? []) : []));
      expect([await state(), linksTo().length]).toEqual([email, 1]);
      // In and out again, also with a password.
      const again = await ask("/token?grant_type=password", { email, password });
      expect(again.status).toBe(200);
      expect((await ask("/token?grant_type=refresh_token", { refresh_token: again.body.refresh_token })).status).toBe(
        200,
      );
      // The first link is worth nothing once there is a second one.
      expect((await inTime(() => ask("/resend", { type: "signup", email }))).status).toBe(200);
      const [first = "", second = ""] = linksTo();
      const spent = await follow(first);
      expect([spent.told.get("error_code"), spent.told.get("type")]).toEqual(["otp_expired", "signup"]);
      expect(await state()).toBe(email);
      expect((await follow(second)).told.has("access_token")).toBe(true);
      expect(await state()).toBe("");
      // Taken is taken, and nothing is sent for it.
      expect((await ask("/signup", { email, password })).body.error_code).toBe("user_already_exists");
      expect([await state(), linksTo().length]).toEqual(["", 2]);
    } finally {
      await open.stop();
    }
  });

  test("B9 T3 a mistyped address that was never verified is not asked when it is changed", async () => {
    const open = await start({ allowUnverifiedEmailSignIns: true });
    const ask = callOf(open);
    try {
      const [email, next] = [newAddress(), newAddress()];
      const { body } = await ask("/signup", { email, password, data: { name: "Mia Mistyped" } });
      const changed = await ask("/user", { email: next }, { token: body.access_token ?? "", method: "PUT" });
      expect(changed.status).toBe(200);
      const sent = open.mail.messages.slice(1);
      expect(sent.map((mail) => mail.to)).toEqual([next]);
      await follow(/https?:\/\/\S+/.exec(sent[0]?.text ?? "")?.[0] ?? "");
      expect(await open.sql("select email, unverified_email, new_email from public.accounts")).toEqual([
        { email: next, unverified_email: "", new_email: "" },
      ]);
    } finally {
      await open.stop();
    }
  });

  test("B9 P1 both words at once change it once", async () => {
    const { old, next, token } = await begin();
    const both = await Promise.all([typed(old, typedTo(old)), typed(next, typedTo(next)), typed(old, typedTo(old))]);
    expect(both.filter(({ body }) => body.access_token).length).toBe(1);
    expect(await addressOf(token)).toBe(next);
  });

  test("B9 P1 a change begun anew voids the earlier one, words already given included", async () => {
    const { old, next, token } = await begin();
    const [earlier, given] = [linkTo(next), linkTo(old)];
    await follow(given);
    const other = newAddress();
    expect((await inTime(() => call("/user", { email: other }, { token, method: "PUT" }))).status).toBe(200);
    expect((await follow(earlier)).told.get("error_code")).toBe("otp_expired");
    await confirmBoth({ old, next: other, token });
  });

  test("B9 P1 words are good for an hour; asked for again, only who has not confirmed is written to", async () => {
    const { old, next, token } = await begin();
    const stale = linkTo(next);
    await follow(linkTo(old));
    const before = backend().mail.messages.filter(({ to }) => to === old).length;
    const again = () => call("/resend", { type: "email_change", email: old });
    expect((await again()).status).toBe(200);
    expect(backend().mail.messages.filter(({ to }) => to === old).length).toBe(before);
    expect((await follow(stale)).told.get("error_code")).toBe("otp_expired");
    const later = (time: string) =>
      backend().sql(
        `update auth.users set email_change_sent_at = email_change_sent_at - interval '${time}' where email = $1`,
        [old],
      );
    await later("61 minutes");
    expect((await follow(linkTo(next))).told.get("error_code")).toBe("otp_expired");
    // After that the old word is too old as well.
    expect((await inTime(again)).status).toBe(200);
    await confirmBoth({ old, next, token });
  });

  test("B9 P1 an address that somebody registered meanwhile is not taken away; an old recovery link opens nothing after the change", async () => {
    const { old, next, token } = await begin();
    await signUp(next);
    await follow(linkTo(old));
    const refused = await call("/verify", { type: "email_change", email: next, token: typedTo(next) });
    expect(codeOf(refused)).toEqual([422, "email_exists"]);
    expect(await addressOf(token)).toBe(old);
    const again = await inTime(() => call("/user", { email: next }, { token, method: "PUT" }));
    expect(codeOf(again)).toEqual([422, "email_exists"]);

    const second = await begin();
    await call("/recover", { email: second.old });
    const recovery = linkTo(second.old);
    const link = backend().mail.messages.findLast(
      ({ to, text }) => to === second.old && text?.includes("email_change"),
    )?.text;
    await follow(/https?:\/\/\S+\/verify\S+/.exec(link ?? "")?.[0] ?? "");
    await follow(linkTo(second.next));
    expect(await addressOf(second.token)).toBe(second.next);
    expect((await follow(recovery)).told.get("error_code")).toBe("otp_expired");
  });
});
