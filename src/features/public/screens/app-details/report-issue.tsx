// "Report Issue" requires an account, so that admins can ask questions. Visitors sign in first.
import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Flag } from "lucide-react";
import type { ReactNode } from "react";
import { Issue } from "#features/flags/widgets/flag-button.tsx";
import { personOf, useSession } from "#state/session.ts";
import type { App } from "#sync/schema/apps.ts";
import type { MenuEntry } from "#ui/menu-entry.ts";
import { useSearchChange } from "#ui/use-search-change.ts";

const route = getRouteApi("/_store/apps/$appId");

/** @returns the menu entry, and the dialog that it opens */
export function useReportIssue(app: App): { entry: MenuEntry; issue: ReactNode } {
  const person = personOf(useSession());
  const [{ report = false }, change] = useSearchChange(route);
  const entry = { key: "report", icon: Flag, label: <Trans>Report Issue</Trans> };
  if (!person) {
    return {
      entry: { ...entry, link: { to: "/login", search: { redirect: `/apps/${app.id}?report=true` } } },
      issue: null,
    };
  }
  const open = (shown: boolean) => change({ report: shown || undefined });
  return {
    entry: { ...entry, opensDialog: true, onSelect: () => open(true) },
    issue: (
      <Issue
        thing={{ content_type: "app", content_id: app.id, title: app.title }}
        open={report}
        onClose={() => open(false)}
      />
    ),
  };
}
