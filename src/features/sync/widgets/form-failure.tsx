import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { AuthFailure } from "#state/session.ts";
import type { Failure } from "#state/store.ts";
import type { Form } from "#ui/form/use-form.ts";
import { Notice } from "#ui/notice.tsx";
import { failureText } from "../failures.ts";

export interface FormFailureProps {
  form: Pick<Form<Record<string, unknown>>, "failure">;
  title?: ReactNode;
  className?: string;
}

export function FormFailure({ form, ...rest }: FormFailureProps) {
  const { t } = useLingui();
  const failure = form.failure as Failure | AuthFailure | null;
  return (
    failure && (
      <Notice tone="danger" live {...rest}>
        {t(failureText(failure))}
      </Notice>
    )
  );
}
