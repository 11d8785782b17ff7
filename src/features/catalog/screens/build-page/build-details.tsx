import { Trans, useLingui } from "@lingui/react/macro";
import type { Build } from "#sync/schema/build-functions.ts";
import { FactLine, FactList } from "#ui/fact.tsx";
import { DateText, FileSize } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { androidVersion } from "../../android-versions.ts";
import { isTooOld } from "../../build-action.ts";
import { linkKind, webAddress } from "../../build-links.ts";
import { linkLabel } from "../../labels.ts";
import { userDevice } from "../../user-device.ts";
import { Checksum } from "../../widgets/checksum.tsx";

function neededSystem({ platform, min_os }: Build): string | null {
  if (min_os === "") return null;
  if (platform === "ios") return `iOS ${min_os}`;
  const version = platform === "android" ? androidVersion(Number(min_os)) : null;
  return version && `Android ${version}`;
}

export function TooOld({ release }: { release: Build }) {
  const device = userDevice();
  const needed = neededSystem(release);
  if (!needed || !isTooOld(release, device)) return null;
  const own = `${release.platform === "ios" ? "iOS" : "Android"} ${device.version}`;
  return (
    <Notice tone="caution" title={<Trans>This device cannot run it</Trans>}>
      <Trans>
        The build needs {needed} or later, and this device has {own}. Update it if you can, or use another one.
      </Trans>
    </Notice>
  );
}

export function BuildDetails({ release }: { release: Build }) {
  const { t } = useLingui();
  const url = release.kind === "link" ? webAddress(release.link_url) : null;
  const needed = neededSystem(release);
  return (
    <div className="flex max-w-3xl flex-col gap-3">
      <FactList>
        {url && <FactLine label={<Trans>Where it is</Trans>}>{t(linkLabel[linkKind(url)])}</FactLine>}
        {release.kind === "file" && release.file_path !== "" && (
          <>
            <FactLine label={<Trans>File</Trans>}>
              <span className="break-all">{release.file_name}</span>
            </FactLine>
            <FactLine label={<Trans>Size</Trans>}>
              <FileSize bytes={release.size_bytes} />
            </FactLine>
          </>
        )}
        {needed && (
          <FactLine label={<Trans>Runs on</Trans>}>
            <Trans>{needed} and later</Trans>
          </FactLine>
        )}
        {release.package_id !== "" && (
          <FactLine label={<Trans>Package</Trans>}>
            <span className="break-all">{release.package_id}</span>
          </FactLine>
        )}
        {release.build_number !== "" && <FactLine label={<Trans>Build number</Trans>}>{release.build_number}</FactLine>}
        {release.published_at && (
          <FactLine label={<Trans>Published</Trans>}>
            <DateText value={release.published_at} absolute />
          </FactLine>
        )}
        {release.signing_expires_at && (
          <FactLine label={<Trans>Runs until</Trans>}>
            <DateText value={release.signing_expires_at} absolute />
          </FactLine>
        )}
        {release.expires_at && (
          <FactLine label={<Trans>Available until</Trans>}>
            <DateText value={release.expires_at} absolute />
          </FactLine>
        )}
      </FactList>
      {release.sha256 !== "" && (
        <p className="text-muted">
          <Checksum value={release.sha256} />
        </p>
      )}
    </div>
  );
}
