import type { FieldValues } from "react-hook-form";
import type { CallFailure, FailureOf, Result } from "#sync/transport/result.ts";
import { callServer } from "../../state/call-server.ts";
import type { Transport } from "../../state/sync.ts";
import { type Form, type FormOptions, useForm } from "../../ui/form/use-form.ts";

interface CallFormOptions<I extends FieldValues, O> extends Omit<FormOptions<I, O>, "onSubmit"> {
  call: (transport: Transport, values: O) => Promise<Result<unknown, CallFailure | FailureOf<"invalid">>>;
  onDone: (values: O) => void;
}

export const useCallForm = <I extends FieldValues, O>(options: CallFormOptions<I, O>): Form<I, O> =>
  useForm<I, O>({
    ...options,
    onSubmit: async (values) => {
      const done = await callServer((transport) => options.call(transport, values));
      if (done.ok) options.onDone(values);
      return done.ok ? { ok: true } : done;
    },
  });
