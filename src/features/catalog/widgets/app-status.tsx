import { Trans } from "@lingui/react/macro";
import type { App } from "../../../../sync/schema/apps.ts";
import type { Release } from "../../../../sync/schema/releases.ts";
import { Badge } from "../../../ui/badge.tsx";

/**
 * `hidden` is what an admin does to a published app; `unpublished` and `withdrawn` its developer.
 */
export function AppStatus({ status }: { status: App["status"] | Release["status"] }) {
  if (status === "published") {
    return (
      <Badge tone="positive">
        <Trans>Published</Trans>
      </Badge>
    );
  }
  if (status === "hidden") {
    return (
      <Badge tone="danger">
        <Trans>Hidden by an admin</Trans>
      </Badge>
    );
  }
  if (status === "unpublished") {
    return (
      <Badge tone="caution">
        <Trans>Unpublished</Trans>
      </Badge>
    );
  }
  if (status === "withdrawn") {
    return (
      <Badge tone="caution">
        <Trans context="release">Withdrawn</Trans>
      </Badge>
    );
  }
  return (
    <Badge>
      <Trans>Draft</Trans>
    </Badge>
  );
}
