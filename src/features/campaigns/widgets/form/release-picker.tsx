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
import { newestBuild, releasesOf } from "#sync/queries/releases.ts";
import type { Release } from "#sync/schema/releases.ts";
import { TextLink } from "#ui/button.tsx";
import { FormField } from "#ui/form/form.tsx";
import { Select } from "#ui/inputs.tsx";
import { useNow } from "#ui/use-now.ts";
import { NEWEST } from "./campaign-values.ts";
import type { CampaignFormApi, TabProps } from "./tab-props.ts";

export function ReleasePicker({ form, published }: Pick<TabProps, "form" | "published">) {
  const { t } = useLingui();
  const appId = useWatch({ control: form.control, name: "app_id" });
  const apps = useQuery(appsOfOrganization(useOrganization().org_id));
  if (apps.state !== "ready") return null;
  if (apps.data.length === 0) {
    return (
      <p className="text-muted text-sm">
        <Trans>
          You have no apps here yet. <TextLink to="/developer/apps">Upload a build</TextLink>, or enter a link to it
          under Requirements.
        </Trans>
      </p>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField
        form={form}
        name="app_id"
        label={t`App`}
        optional
        help={published ? t`Cannot be changed after publishing.` : undefined}
      >
        {({ onChange, ...field }) => (
          <Select
            {...(published && appId !== "" ? {} : { placeholder: t({ message: "None", context: "feminine" }) })}
            options={apps.data
              .filter(({ id }) => !published || id === appId)
              .map((app) => ({ value: app.id, label: app.title }))}
            {...field}
            onChange={(event) => {
              const app = apps.data.find(({ id }) => id === event.target.value);
              // A release belongs to one app.
              form.setValue("release_id", app ? NEWEST : "", { shouldDirty: true });
              if (app) form.setValue("platform", app.platform, { shouldDirty: true });
              return onChange(event);
            }}
          />
        )}
      </FormField>
      <BuildSelect form={form} appId={appId} />
    </div>
  );
}

function BuildSelect({ form, appId }: { form: CampaignFormApi; appId: string }) {
  const { t } = useLingui();
  const now = useNow();
  const chosen = useWatch({ control: form.control, name: "release_id" });
  const all = useQueryOr(appId === "" ? null : releasesOf(appId), []);
  const newest = newestBuild(all, now)?.version;
  // Ended releases are listed only if already selected, and disabled.
  const releases = all.filter(
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
  const follows = newest
    ? t`Now ${newest}. When you publish another build, testers get it and are notified.`
    : t`This app has no published build yet. Testers get the first one you publish.`;
  return (
    <FormField
      form={form}
      name="release_id"
      label={t`Build`}
      optional
      help={chosen === NEWEST && appId !== "" ? follows : undefined}
    >
      {(field) => (
        <Select
          key={`${appId}|${releases.length}`}
          disabled={appId === ""}
          placeholder={t({ message: "None", context: "feminine" })}
          options={[
            ...(appId === "" ? [] : [{ value: NEWEST, label: t`Always the newest published build` }]),
            ...releases.map((release) => ({
              value: release.id,
              label: [release.version, statusName[endOf(release, now) ?? release.status], linkName(release)]
                .filter(Boolean)
                .join(" · "),
            })),
          ]}
          {...field}
        />
      )}
    </FormField>
  );
}
