// An account's e-mail address changes after both addresses confirm. Over raw HTTP, on both
// databases.
import { describe, expect, test } from "vitest";
import { codeOf, useAuthService } from "../fixtures/backend/auth-service.ts";
import { isAuthMail, linkIn } from "../fixtures/backend/mailed-link.ts";
import { password } from "../fixtures/backend/project.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";

describe.each(ruleEngines)("a changed address on %s", (engine) => {
  const { backend, start, call, callOf, newAddress, signUp, logIn, linkTo, tokenTo, typedTo, press, inTime } =
    useAuthService(engine);

  interface Begun {
    old: string;
    next: string;
    token: string;
  }
  const begin = async (): Promise<Begun> => {
    const { email: old, token } = await signUp();
    const next = newAddress();
    const asked = await call("/user", { email: next, current_password: password }, { token, method: "PUT" });
    expect([asked.status, (asked.body as { email?: string }).email]).toEqual([200, old]);
    return { old, next, token };
  };
  const addressOf = async (token: string) =>
    ((await call("/user", undefined, { token })).body as { email?: string }).email;
  /**
   * Confirms from the new address, which changes nothing, then from the old one, which changes the
   * account.
   */
  const confirmBoth = async ({ old, next, token }: Begun) => {
    expect((await press(linkTo(next))).body.msg).toContain("other email");
    expect(await addressOf(token)).toBe(old);
    await press(linkTo(old));
    expect(await addressOf(token)).toBe(next);
  };
  const typed = (email: string, token: string) => call("/verify", { type: "email_change", email, token });
  const expired = [403, "otp_expired"];

  test("B9 P1 needs both addresses, in either order, each once; nothing changes before", async () => {
    for (const first of ["old", "next"] as const) {
      const begun = await begin();
      const second = first === "old" ? "next" : "old";
      const half = await press(linkTo(begun[first]));
      expect([half.status, half.body.access_token]).toEqual([200, undefined]);
      expect(half.body.msg).toContain("other email");
      expect(await addressOf(begun.token)).toBe(begun.old);
      expect((await logIn(begun.next)).status).toBe(400);
      // The same confirmation does not count for the other address.
      expect(codeOf(await press(linkTo(begun[first])))).toEqual(expired);
      expect(codeOf(await typed(begun[first], await typedTo(begun[first])))).toEqual(expired);
      expect(await addressOf(begun.token)).toBe(begun.old);
      const whole = await press(linkTo(begun[second]));
      expect([whole.status, typeof whole.body.access_token]).toEqual([200, "string"]);
      expect(await addressOf(begun.token)).toBe(begun.next);
      expect([(await logIn(begun.next)).status, (await logIn(begun.old)).status]).toEqual([200, 400]);
      const [row] = await backend().sql("select count(*)::int as n from public.profiles where email = $1", [
        begun.next,
      ]);
      expect(row).toEqual({ n: 1 });
    }
  });

  test("B9 P1 typed codes count like links, each for the address that it was sent to", async () => {
    const { old, next, token } = await begin();
    expect(codeOf(await typed(next, await typedTo(old)))).toEqual(expired);
    const half = await typed(old, await typedTo(old));
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

  test("B9 S13 the user's devices show which confirmation is pending, and when the change is done", async () => {
    for (const first of ["old", "next"] as const) {
      const begun = await begin();
      const second = first === "old" ? "next" : "old";
      expect(await accountOf(begun.old)).toEqual({ ...nothing, new_email: begun.next, new_email_waits: "both" });
      await press(linkTo(begun[first]));
      const waits = second === "old" ? "old" : "new";
      expect(await accountOf(begun.old)).toEqual({ ...nothing, new_email: begun.next, new_email_waits: waits });
      await press(linkTo(begun[second]));
      expect([await accountOf(begun.old), await accountOf(begun.next)]).toEqual([undefined, nothing]);
    }
  });

  test("B9 P1 after cancelling neither link works; only the owner can cancel", long, async () => {
    const begun = await begin();
    const stranger = await signUp();
    expect(await cancel(stranger.token)).toEqual([200, false]);
    expect((await cancel(""))[0]).toBe(401);
    expect((await accountOf(begun.old))?.new_email_waits).toBe("both");
    await press(linkTo(begun.old));
    expect(await cancel(begun.token)).toEqual([200, true]);
    expect(await accountOf(begun.old)).toEqual(nothing);
    expect(codeOf(await press(linkTo(begun.next)))).toEqual(expired);
    expect(codeOf(await typed(begun.next, await typedTo(begun.next)))).toEqual(expired);
    expect([await addressOf(begun.token), await cancel(begun.token)]).toEqual([begun.old, [200, false]]);
    // A new change can start afterwards.
    const again = await inTime(() =>
      call("/user", { email: begun.next, current_password: password }, { token: begun.token, method: "PUT" }),
    );
    expect(again.status).toBe(200);
    expect((await accountOf(begun.old))?.new_email_waits).toBe("both");
  });

  test("T3 S4 by default sign-up sends a confirmation and signs users in; the link verifies the address for every device", async () => {
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
      const linksTo = () => open.mail.messages.flatMap((mail) => (mail.to === email ? linkIn(mail.text) : []));
      expect([await state(), linksTo().length]).toEqual([email, 1]);
      // Signs out and in again, also with a password.
      const again = await ask("/token?grant_type=password", { email, password });
      expect(again.status).toBe(200);
      expect((await ask("/token?grant_type=refresh_token", { refresh_token: again.body.refresh_token })).status).toBe(
        200,
      );
      expect((await inTime(() => ask("/resend", { type: "signup", email }))).status).toBe(200);
      const [first = "", second = ""] = linksTo();
      expect(codeOf(await press(first, open))).toEqual(expired);
      expect(await state()).toBe(email);
      expect((await press(second, open)).body.access_token).toBeDefined();
      expect(await state()).toBe("");
      // The address is taken, so no e-mail is sent.
      expect((await ask("/signup", { email, password })).body.error_code).toBe("user_already_exists");
      expect([await state(), linksTo().length]).toEqual(["", 2]);
    } finally {
      await open.stop();
    }
  });

  test("B9 T3 a mistyped, never verified address need not confirm a change", async () => {
    const open = await start({ allowUnverifiedEmailSignIns: true });
    const ask = callOf(open);
    try {
      const [email, next] = [newAddress(), newAddress()];
      const { body } = await ask("/signup", { email, password, data: { name: "Mia Mistyped" } });
      const changed = await ask(
        "/user",
        { email: next, current_password: password },
        { token: body.access_token ?? "", method: "PUT" },
      );
      expect(changed.status).toBe(200);
      const sent = open.mail.messages.slice(1);
      expect(sent.map((mail) => mail.to)).toEqual([next]);
      await press(linkIn(sent[0]?.text), open);
      expect(await open.sql("select email, unverified_email, new_email from public.accounts")).toEqual([
        { email: next, unverified_email: "", new_email: "" },
      ]);
    } finally {
      await open.stop();
    }
  });

  test(
    "B9 P1 a change that began before the address was verified does not take the account from its owner",
    long,
    async () => {
      const open = await start({ allowUnverifiedEmailSignIns: true });
      const ask = callOf(open);
      const mailed = (to: string) =>
        linkIn(open.mail.messages.findLast((mail) => mail.to === to && isAuthMail(mail))?.text);
      try {
        const [owner, thief] = [newAddress(), newAddress()];
        const made = await ask("/signup", { email: owner, password, data: { name: "Theo Thief" } });
        const put = { token: made.body.access_token ?? "", method: "PUT" };
        await ask("/user", { email: thief, current_password: password }, put);
        // The owner of the mailbox takes the account, and every session of the thief ends.
        await ask("/recover", { email: owner });
        const byLink = (await press(mailed(owner), open)).body.access_token ?? "";
        await ask("/user", { password: "owners horse 1" }, { token: byLink, method: "PUT" });
        expect(codeOf(await press(mailed(thief), open))).toEqual(expired);
        // Another e-mail about it asks the owner, too.
        await inTime(() => ask("/resend", { type: "email_change", email: owner }));
        expect((await press(mailed(thief), open)).body.msg).toContain("other email");
        const login = await ask("/token?grant_type=password", { email: owner, password: "owners horse 1" });
        expect([login.status, login.body.user?.email]).toEqual([200, owner]);
        expect((await press(mailed(owner), open)).status).toBe(200);
      } finally {
        await open.stop();
      }
    },
  );

  test("B9 P1 both confirmations at once change it once", async () => {
    const { old, next, token } = await begin();
    const [one, other] = [await typedTo(old), await typedTo(next)];
    const both = await Promise.all([typed(old, one), typed(next, other), typed(old, one)]);
    expect(both.filter(({ body }) => body.access_token).length).toBe(1);
    expect(await addressOf(token)).toBe(next);
  });

  test("B9 P1 starting another change voids the earlier one, including its confirmations", long, async () => {
    const { old, next, token } = await begin();
    const [earlier, given] = [linkTo(next), linkTo(old)];
    await press(given);
    const other = newAddress();
    expect(
      (await inTime(() => call("/user", { email: other, current_password: password }, { token, method: "PUT" })))
        .status,
    ).toBe(200);
    expect(codeOf(await press(earlier))).toEqual(expired);
    await confirmBoth({ old, next: other, token });
  });

  test("B9 P1 confirmations expire after an hour; a new request mails only the unconfirmed address", long, async () => {
    const { old, next, token } = await begin();
    const stale = linkTo(next);
    await press(linkTo(old));
    const before = backend().mail.messages.filter(({ to }) => to === old).length;
    const again = () => call("/resend", { type: "email_change", email: old });
    expect((await again()).status).toBe(200);
    expect(backend().mail.messages.filter(({ to }) => to === old).length).toBe(before);
    expect(codeOf(await press(stale))).toEqual(expired);
    const later = (time: string) =>
      backend().sql(
        `update auth.users set email_change_sent_at = email_change_sent_at - interval '${time}' where email = $1`,
        [old],
      );
    await later("61 minutes");
    expect(codeOf(await press(linkTo(next)))).toEqual(expired);
    // By now the old confirmation has expired as well.
    expect((await inTime(again)).status).toBe(200);
    await confirmBoth({ old, next, token });
  });

  test(
    "B9 P1 an address that another user registered first stays theirs; an old recovery link is void after the change",
    long,
    async () => {
      const { old, next, token } = await begin();
      await signUp(next);
      await press(linkTo(old));
      const rejected = await call("/verify", { type: "email_change", email: next, token: await typedTo(next) });
      expect(codeOf(rejected)).toEqual([422, "email_exists"]);
      expect(await addressOf(token)).toBe(old);
      const again = await inTime(() =>
        call("/user", { email: next, current_password: password }, { token, method: "PUT" }),
      );
      expect(codeOf(again)).toEqual([422, "email_exists"]);

      const second = await begin();
      await call("/recover", { email: second.old });
      const recovery = linkTo(second.old);
      const link = backend().mail.messages.findLast(
        ({ to, text }) => to === second.old && text?.includes("email_change"),
      )?.text;
      await press(linkIn(link));
      await press(linkTo(second.next));
      expect(await addressOf(second.token)).toBe(second.next);
      expect(codeOf(await press(recovery))).toEqual(expired);
    },
  );
});
