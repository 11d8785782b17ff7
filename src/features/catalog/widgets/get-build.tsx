// "Get the build": on the device that it is for it fetches, installs or opens it; on any other one
// it shows how to come there.
import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink, QrCode as QrIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Downloadable } from "../../../../sync/uploads/downloads.ts";
import { AnchorButton, Button, type ButtonSize } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useNow } from "../../../ui/use-now.ts";
import {
  type BuildAction,
  type BuildEnd,
  type BuildFile,
  type BuildPlatform,
  buildAction,
  linkAction,
} from "../build-action.ts";
import { linkKind } from "../build-links.ts";
import { openLinkLabel } from "../labels.ts";
import { useDownloads } from "../use-build-download.ts";
import { userDevice } from "../user-device.ts";
import { BuildDownload } from "./build-download.tsx";
import { isHere } from "./download-state.tsx";
import { InstallButton } from "./install-button.tsx";
import { OtherDevice } from "./other-device.tsx";

/** Where a QR code leads. */
const buildAddress = (releaseId: string): string => `${window.location.origin}/b/${releaseId}`;

interface Look {
  variant?: "primary" | "secondary";
  size?: ButtonSize;
}

interface GetBuildProps extends Look {
  release: Downloadable & BuildFile;
  platform: BuildPlatform;
  /** What it is called among the builds that are kept. */
  title: string;
  /** Of the button that downloads, whatever device this is. */
  label?: ReactNode;
  /** The way to the other device stands on the page, in place of behind a button. */
  spread?: boolean;
  /** Beside the button. */
  children?: ReactNode;
  /** It was fetched, or opened, here. */
  onFetched?: () => void;
}

export function GetBuild(props: GetBuildProps) {
  const {
    release,
    platform,
    title,
    label,
    spread = false,
    children,
    onFetched,
    variant = "primary",
    size = "md",
  } = props;
  const action = buildAction(release, platform, userDevice(), useNow());
  const address = buildAddress(release.id);
  const look = { variant, size };
  const download = (own: Look, text: ReactNode, first?: ReactNode) => (
    <BuildDownload
      release={release}
      title={title}
      label={text}
      first={first}
      {...own}
      {...(onFetched && { onSaved: onFetched })}
    >
      {children}
    </BuildDownload>
  );
  if (action.do === "download") return download(look, label);
  if (action.do === "open" || (action.do === "elsewhere" && action.link !== null)) {
    return (
      <LinkWays action={action} url={release.link_url} address={address} spread={spread} onOpened={onFetched} {...look}>
        {children}
      </LinkWays>
    );
  }
  if (action.do === "install") {
    return (
      <div className="flex flex-col gap-3">
        <InstallButton {...look} releaseId={release.id} onBegun={onFetched} />
        {children && <Beside>{children}</Beside>}
      </div>
    );
  }
  if (action.do === "ended") {
    return (
      <Ended why={action.why} release={release} title={title} size={size}>
        {children}
      </Ended>
    );
  }
  if (action.do !== "elsewhere") {
    return (
      <div className="flex flex-col gap-3">
        <WhyNot action={action} />
        {/* For whoever can make something of the file. */}
        {action.do === "never" && action.why !== "no_app"
          ? download({ variant: "secondary", size }, label ?? <Trans>Download anyway</Trans>)
          : children && <Beside>{children}</Beside>}
      </div>
    );
  }
  const way = <WayElsewhere {...look} runsOn={action.runsOn} url={address} spread={spread} />;
  const here: Look = { variant: "secondary", size: "md" };
  const anyway = label ?? <Trans>Download anyway</Trans>;
  if (!spread) return download(here, anyway, way);
  return (
    <div className="flex flex-col gap-4">
      {way}
      {download(here, anyway)}
    </div>
  );
}

const Beside = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-2">{children}</div>
);

interface GetLinkProps extends Look {
  url: URL;
  onOpened?: () => void;
}

/** A build that has no page of its own: its link, for the device that can follow it. */
export const GetLink = ({ url, ...rest }: GetLinkProps) => (
  <LinkWays action={linkAction(url, userDevice())} url={url.href} address={url.href} {...rest} />
);

interface OpenLinkProps extends Look {
  url: string;
  onOpened?: (() => void) | undefined;
}

interface LinkWaysProps extends OpenLinkProps {
  action: BuildAction;
  /** What is opened on another device. */
  address: string;
  spread?: boolean;
  children?: ReactNode;
}

function LinkWays({ action, url, address, spread = false, onOpened, children, ...look }: LinkWaysProps) {
  if (action.do !== "elsewhere") {
    return (
      <Beside>
        <OpenLink {...look} url={url} onOpened={onOpened} />
        {children}
      </Beside>
    );
  }
  const way = <WayElsewhere {...look} runsOn={action.runsOn} url={address} spread={spread} />;
  return (
    <div className="flex flex-col gap-4">
      {spread && way}
      <Beside>
        {!spread && way}
        <OpenLink url={url} anyway variant="secondary" onOpened={onOpened} />
        {children}
      </Beside>
    </div>
  );
}

/** Follows the link of a build, here. @param anyway it is for another device */
function OpenLink({ url, anyway = false, onOpened, ...look }: OpenLinkProps & { anyway?: boolean }) {
  const { t } = useLingui();
  return (
    <AnchorButton
      href={url}
      target="_blank"
      rel="noreferrer"
      icon={ExternalLink}
      {...look}
      onClick={() => onOpened?.()}
    >
      {anyway ? <Trans>Open the link here anyway</Trans> : t(openLinkLabel[linkKind(new URL(url))])}
    </AnchorButton>
  );
}

interface WayElsewhereProps extends Look {
  runsOn: BuildPlatform;
  url: string;
  spread: boolean;
}

/** A code for the camera of the right device. */
function WayElsewhere({ runsOn, url, spread, ...look }: WayElsewhereProps) {
  const [open, setOpen] = useState(false);
  const way = <OtherDevice url={url} runsOn={runsOn} />;
  if (spread) return way;
  return (
    <>
      <Button icon={QrIcon} {...look} onClick={() => setOpen(true)}>
        <Trans>Get the build</Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={<Trans>Get the build</Trans>} size="md">
        {way}
      </Dialog>
    </>
  );
}

/** Nothing can be fetched: why, and what to do instead. */
function WhyNot({ action }: { action: BuildAction }) {
  switch (action.do) {
    case "nothing":
      return (
        <p className="text-muted">
          <Trans>There is no file to download yet.</Trans>
        </p>
      );
    case "unread":
      return (
        <Notice title={<Trans>The server is still reading this file</Trans>}>
          <Trans>This takes a moment. Come back in a minute.</Trans>
        </Notice>
      );
    case "never":
      return (
        <Notice tone="caution" title={<Trans>No phone can install this file</Trans>}>
          {action.why === "app_store" ? (
            <Trans>It is signed for Apple's App Store. Ask the developer for a TestFlight link.</Trans>
          ) : action.why === "simulator" ? (
            <Trans>It was made for the simulator of Xcode. Ask the developer for a build for devices.</Trans>
          ) : (
            <Trans>It is not an app that a device can install. The developer has to upload another file.</Trans>
          )}
        </Notice>
      );
    default:
      return null;
  }
}

interface EndedProps {
  why: BuildEnd;
  release: Downloadable;
  title: string;
  size: ButtonSize;
  children: ReactNode;
}

/** What is on this device stays: it can still be saved, or removed. */
function Ended({ why, release, title, size, children }: EndedProps) {
  const kept = useDownloads().get(release.id);
  return (
    <div className="flex flex-col gap-3">
      <EndedNotice why={why} />
      {isHere(kept) ? (
        <BuildDownload release={release} title={title} variant="secondary" size={size}>
          {children}
        </BuildDownload>
      ) : (
        children && <Beside>{children}</Beside>
      )}
    </div>
  );
}

function EndedNotice({ why }: { why: BuildEnd }) {
  if (why === "withdrawn") {
    return (
      <Notice tone="caution" title={<Trans>The developer withdrew this build</Trans>}>
        <Trans>Nobody can get it any more. If you have it installed, wait for a newer one before you report.</Trans>
      </Notice>
    );
  }
  if (why === "expired") {
    return (
      <Notice tone="caution" title={<Trans>This build has expired</Trans>}>
        <Trans>Nobody can get it any more, and an installed one may no longer start. Look for a newer one.</Trans>
      </Notice>
    );
  }
  return (
    <Notice tone="caution" title={<Trans>The file of this build was removed to free up space</Trans>}>
      <Trans>It is an old build. Look for a newer one.</Trans>
    </Notice>
  );
}
