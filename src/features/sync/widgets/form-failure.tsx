import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { AuthFailure } from "#state/session.ts";
import type { Failure } from "#state/store.ts";
import type { Form } from "#ui/form/use-form.ts";
import { Notice } from "#ui/notice.tsx";
import { useReveal } from "#ui/use-reveal.ts";
import { failureText } from "../failures.ts";

export interface FormFailureProps {
  form: Pick<Form<Record<string, unknown>>, "failure">;
  title?: ReactNode;
  action?: ReactNode;
  className?: string;
}

export function FormFailure({ form, ...rest }: FormFailureProps) {
  const { t } = useLingui();
  const failure = form.failure as Failure | AuthFailure | null;
  const notice = useReveal(failure);
  return (
    failure && (
      <Notice ref={notice} tone="danger" live {...rest}>
        {t(failureText(failure))}
      </Notice>
    )
  );
}
