import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import type { CallFailure } from "#sync/transport/result.ts";
import { Notice } from "#ui/notice.tsx";
import { organizationFailure } from "../../common/organization-failures.ts";

interface CallFailedProps {
  failure: CallFailure | null;
  /** Defaults to the texts of organization calls. */
  textOf?: (failure: CallFailure) => MessageDescriptor;
  className?: string;
}

export function CallFailed({ failure, textOf = organizationFailure, className }: CallFailedProps) {
  const { t } = useLingui();
  return (
    failure && (
      <Notice tone="danger" live {...(className ? { className } : {})}>
        {t(textOf(failure))}
      </Notice>
    )
  );
}
