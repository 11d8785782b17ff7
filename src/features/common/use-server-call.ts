// Server calls triggered by a button, with pending state and error.
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { CallFailure, CallResult } from "#sync/transport/result.ts";
import { callServer } from "../../state/call-server.ts";
import type { Transport } from "../../state/sync.ts";
import { showToast } from "../../ui/toast.tsx";
import { organizationFailure } from "../common/organization-failures.ts";

export type Call<T> = (transport: Transport) => CallResult<T>;

export interface ServerCall {
  pending: boolean;
  failure: CallFailure | null;
  run<T>(call: Call<T>): CallResult<T>;
}

export function useServerCall(): ServerCall {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  return {
    pending,
    failure,
    async run(call) {
      setPending(true);
      setFailure(null);
      const done = await callServer(call);
      setPending(false);
      if (!done.ok) setFailure(done.error);
      return done;
    },
  };
}

/** `useServerCall` for menu items: shows the result as a toast. */
export function useServerAction(onEnd: () => void, textOf = organizationFailure) {
  const { t } = useLingui();
  const { pending, run } = useServerCall();
  const act = async (call: Call<unknown>, success: string) => {
    const done = await run(call);
    const rejection = done.ok ? "" : t(textOf(done.error));
    showToast(done.ok ? { title: success } : { tone: "danger", title: t`Error`, description: rejection });
    onEnd();
  };
  return { pending, act };
}

/**
 * `useServerAction` after a confirmation: `question(call, success)` returns the props of its
 * ConfirmDialog.
 */
export function useAskedAction(onChanged: () => void, textOf = organizationFailure) {
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  const { pending, act } = useServerAction(() => {
    onClose();
    onChanged();
  }, textOf);
  return {
    ...{ pending, act, ask: () => setOpen(true) },
    question: (call: Call<unknown>, success: string) => ({
      ...{ open, onClose, pending, onConfirm: () => void act(call, success) },
    }),
  };
}
