// Chooses the app of a campaign and the release for its testers. An unpublished release becomes
// available to accepted testers only.
import { Trans, useLingui } from "@lingui/react/macro";
import { useWatch } from "react-hook-form";
import { endOf } from "#features/catalog/build-action.ts";
import { linkKind, webAddress } from "#features/catalog/build-links.ts";
import { linkLabel } from "#features/catalog/labels.ts";
import { useOrganization } from "#state/organization.ts";
import { useQuery, useQueryOr } from "#state/query.ts";
import { appsOfOrganization } from "#sync/queries/apps.ts";
import { releasesOf } from "#sync/queries/releases.ts";
import type { Release } from "#sync/schema/releases.ts";
import { TextLink } from "#ui/button.tsx";
import { FormField } from "#ui/form/form.tsx";
import { Select } from "#ui/inputs.tsx";
import { useNow } from "#ui/use-now.ts";
import type { CampaignFormApi } from "./tab-props.ts";

export function ReleasePicker({ form }: { form: CampaignFormApi }) {
  const { t } = useLingui();
  const appId = useWatch({ control: form.control, name: "app_id" });
  const apps = useQuery(appsOfOrganization(useOrganization().org_id));
  const chosen = useWatch({ control: form.control, name: "release_id" });
  const now = useNow();
  // Ended releases are listed only if already selected, and disabled.
  const releases = useQueryOr(appId === "" ? null : releasesOf(appId), []).filter(
    (r) => (r.kind === "link" || r.file_path !== "") && (endOf(r, now) === null || r.id === chosen),
  );
  const statusName = {
    ...{ draft: t`draft`, published: t`published`, withdrawn: t`withdrawn`, expired: t`expired` },
    removed: t`file removed`,
  };
  const linkName = (release: Release): string => {
    const url = release.kind === "link" ? webAddress(release.link_url) : null;
    return url ? t(linkLabel[linkKind(url)]) : "";
  };
  if (apps.state !== "ready") return null;
  if (apps.data.length === 0) {
    return (
      <p className="text-muted text-sm">
        <Trans>
          You have no apps here yet. <TextLink to="/developer/apps">Add one with its build</TextLink>, or enter a link.
        </Trans>
      </p>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="app_id" label={t`App`} optional>
        {({ onChange, ...field }) => (
          <Select
            placeholder={t({ message: "None", context: "feminine" })}
            options={apps.data.map((app) => ({ value: app.id, label: app.title }))}
            {...field}
            onChange={(event) => {
              // A release belongs to one app.
              form.setValue("release_id", "", { shouldDirty: true });
              const app = apps.data.find(({ id }) => id === event.target.value);
              if (app) form.setValue("platform", app.platform, { shouldDirty: true });
              return onChange(event);
            }}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="release_id"
        label={t`Build`}
        optional
        help={appId !== "" && releases.length === 0 ? t`This app has no version with a file or link yet.` : undefined}
      >
        {(field) => (
          <Select
            key={`${appId}|${releases.length}`}
            disabled={releases.length === 0}
            placeholder={t({ message: "None", context: "feminine" })}
            options={releases.map((release) => ({
              value: release.id,
              label: [release.version, statusName[endOf(release, now) ?? release.status], linkName(release)]
                .filter(Boolean)
                .join(" · "),
            }))}
            {...field}
          />
        )}
      </FormField>
    </div>
  );
}
