import { useLingui } from "@lingui/react/macro";
import type { AuthFailure } from "../../state/session.ts";
import { syncIfThere } from "../../state/sync.ts";
import { invalid, useForm } from "../../ui/form/use-form.ts";
import { failureText } from "../sync/failures.ts";
import { factorCode } from "./totp-schema.ts";

type Sync = NonNullable<Awaited<ReturnType<typeof syncIfThere>>>;
type Outcome = { ok: true } | { ok: false; error: AuthFailure } | undefined;

export function useCodeForm(send: (sync: Sync, code: string) => Promise<Outcome>) {
  const { t } = useLingui();
  return useForm({
    schema: factorCode,
    defaults: { code: "" },
    onSubmit: async ({ code }) => {
      const sync = await syncIfThere();
      if (!sync) return { ok: false, error: { type: "offline" } };
      const done = await send(sync, code);
      if (!done || done.ok || done.error.type !== "wrong_code") return done;
      return invalid("code", t(failureText(done.error)));
    },
  });
}
