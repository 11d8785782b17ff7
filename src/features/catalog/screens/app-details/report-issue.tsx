// "Report Issue" (S26). The admins need somebody to ask back: signed out it leads to the login and
// comes back here.
import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Flag } from "lucide-react";
import type { App } from "../../../../../sync/schema/apps.ts";
import { personOf, useSession } from "../../../../state/session.ts";
import { LinkButton } from "../../../../ui/button.tsx";
import { IssueButton } from "../../../flags/widgets/flag-button.tsx";

const route = getRouteApi("/_store/apps/$appId");

export function ReportIssue({ app }: { app: App }) {
  const person = personOf(useSession());
  const { report = false } = route.useSearch();
  const navigate = route.useNavigate();
  if (!person) {
    return (
      <LinkButton
        icon={Flag}
        variant="ghost"
        size="sm"
        to="/login"
        search={{ redirect: `/apps/${app.id}?report=true` }}
      >
        <Trans>Report Issue</Trans>
      </LinkButton>
    );
  }
  return (
    <IssueButton
      thing={{ content_type: "app", content_id: app.id, title: app.title }}
      variant="ghost"
      size="sm"
      open={report}
      onOpen={(open) =>
        void navigate({ search: (old) => ({ ...old, report: open || undefined }), replace: true, resetScroll: false })
      }
    >
      <Trans>Report Issue</Trans>
    </IssueButton>
  );
}
