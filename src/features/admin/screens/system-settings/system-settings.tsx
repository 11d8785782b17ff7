// System Settings in five tabs. Changes apply to all users after sync. An unsaved section shows the
// built-in defaults.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { hasDraft } from "#lib/drafts.ts";
import { useQuery } from "#state/query.ts";
import { allSettings } from "#sync/queries/settings.ts";
import type { Setting } from "#sync/schema/settings.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Notice } from "#ui/notice.tsx";
import { Page } from "#ui/page-header.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { settingSectionLabel } from "../../labels.ts";
import { BrandingTab } from "./branding.tsx";
import { GeneralTab } from "./general.tsx";
import { NotificationsTab } from "./notifications.tsx";
import { PaymentsTab } from "./payments.tsx";
import { CurrentSetting, sectionDraft } from "./section-form.tsx";
import { SecurityTab } from "./security.tsx";

const route = getRouteApi("/_signed-in/admin/settings");
type Section = Setting["section"];

const tabs: { readonly [S in Section]: (props: { setting: Setting }) => ReactNode } = {
  general: GeneralTab,
  security: SecurityTab,
  notifications: NotificationsTab,
  payments: PaymentsTab,
  branding: BrandingTab,
};

const sections = Object.keys(tabs) as Section[];

export function SystemSettings() {
  const { t } = useLingui();
  const [{ tab = "general" }, change] = useSearchChange(route);
  const read = useQuery(allSettings());
  const setting = read.state === "ready" ? read.data.find((s) => s.section === tab) : undefined;
  const Form = tabs[tab];
  return (
    <Page title={t`System Settings`}>
      <Tabs
        label={t`Sections`}
        value={tab}
        onChange={(value) => change({ tab: value === "general" ? undefined : value })}
        tabs={sections.map((value) => ({
          value,
          label: t(settingSectionLabel[value]),
          // The open tab shows its unsaved fields at the bottom.
          badge: value !== tab && hasDraft(sectionDraft(value)) && (
            <span className="size-2 rounded-full bg-caution">
              <span className="sr-only">
                <Trans>has unsaved changes</Trans>
              </span>
            </span>
          ),
        }))}
      >
        {read.state === "error" && <ErrorState onRetry={() => window.location.reload()} />}
        {read.state !== "error" && !setting && <SkeletonList rows={4} className="h-16" />}
        {setting && (
          <div className="flex max-w-2xl flex-col gap-6">
            {setting.saved_at === null && (
              <Notice>
                <Trans>
                  These are the defaults, and none is in effect yet. A change takes effect when you save it. Save
                  without a change to put them all into effect.
                </Trans>
              </Notice>
            )}
            <CurrentSetting value={setting}>
              <Form key={tab} setting={setting} />
            </CurrentSetting>
          </div>
        )}
      </Tabs>
    </Page>
  );
}
