import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import type { CallFailure } from "../../../../sync/transport/result.ts";
import { Notice } from "../../../ui/notice.tsx";
import { organizationFailure } from "../labels.ts";

interface CallFailedProps {
  failure: CallFailure | null;
  /** Default: the words for a call about an organization. */
  textOf?: (failure: CallFailure) => MessageDescriptor;
  className?: string;
}

/** Why the server did not do it. Nothing while it has not refused. */
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
