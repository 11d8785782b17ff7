import { Trans } from "@lingui/react/macro";
import { useWatch } from "react-hook-form";
import { useQueryOr } from "#state/query.ts";
import { useRemote } from "#state/use-online-query.ts";
import { newestBuild, releasesOf } from "#sync/queries/releases.ts";
import { launchCodes } from "#sync/schema/release-functions.ts";
import { TextLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { useNow } from "#ui/use-now.ts";
import { NEWEST } from "./campaign-values.ts";
import type { TabProps } from "./tab-props.ts";

/** Shown when a task asks for a launch code that the campaign's build does not have. */
export function MissingLaunchCode({ form }: Pick<TabProps, "form">) {
  const now = useNow();
  const [tasks, appId, releaseId] = useWatch({ control: form.control, name: ["tasks", "app_id", "release_id"] });
  const asks = appId !== "" && tasks.some(({ evidence }) => evidence.code);
  const codes = useRemote(launchCodes, asks ? { app_id: appId } : null, ["apps", appId]);
  const releases = useQueryOr(asks ? releasesOf(appId) : null, []);
  const build = releaseId === NEWEST ? newestBuild(releases, now) : releases.find(({ id }) => id === releaseId);
  if (!asks || !build || codes.state !== "ready" || codes.data.some(({ release_id }) => release_id === build.id))
    return null;
  const { version } = build;
  return (
    <Notice tone="caution">
      <Trans>
        A task asks for a launch code, but {version} has none. Until you{" "}
        <TextLink to="/developer/apps/$appId" params={{ appId }} search={{ tab: "releases" }}>
          store it with the release
        </TextLink>
        , typed codes are not compared.
      </Trans>
    </Notice>
  );
}
