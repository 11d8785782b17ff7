// "Get the build": downloads, installs or opens it on the right device. Elsewhere it shows how to
// get there.
import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink, QrCode as QrIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { shortCode } from "#sync/schema/short-codes.ts";
import type { Downloadable } from "#sync/uploads/downloads.ts";
import { AnchorButton, Button, type ButtonSize } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { type MenuEntry, menuEntry } from "#ui/menu-entry.ts";
import { useNow } from "#ui/use-now.ts";
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
import { EndedNotice, WhyNot } from "./build-notices.tsx";
import { isHere } from "./download-state.tsx";
import { InstallButton } from "./install-button.tsx";
import { OtherDevice } from "./other-device.tsx";

/** Target of the QR code. Short, because people also type it. */
const buildAddress = (releaseId: string): string => `${window.location.origin}/b/${shortCode(releaseId)}`;

interface Look {
  variant?: "primary" | "secondary";
  size?: ButtonSize;
}

type Rest = (entries: readonly MenuEntry[]) => ReactNode;

interface GetBuildProps extends Look {
  release: Downloadable & BuildFile;
  platform: BuildPlatform;
  title: string;
  /** Label of the download button on any device. */
  label?: ReactNode;
  /** Shows the instructions for other devices on the page instead of behind a button. */
  spread?: boolean;
  /** Renders the secondary actions; by default one button each. */
  rest?: Rest;
  children?: ReactNode;
  /** Called after the build was downloaded or opened here. */
  onFetched?: () => void;
}

export function GetBuild(props: GetBuildProps) {
  const {
    release,
    platform,
    title,
    label,
    spread = false,
    rest,
    children,
    onFetched,
    variant = "primary",
    size = "md",
  } = props;
  const action = buildAction(release, platform, userDevice(), useNow());
  const address = buildAddress(release.id);
  const look = { variant, size };
  const beside = rest ? rest([]) : children;
  const download = (own: Look, text: ReactNode, first?: ReactNode) => (
    <BuildDownload
      release={release}
      title={title}
      label={text}
      first={first}
      rest={rest}
      {...own}
      {...(onFetched && { onSaved: onFetched })}
    >
      {children}
    </BuildDownload>
  );
  if (action.do === "download") return download(look, label);
  if (action.do === "open" || (action.do === "elsewhere" && action.link !== null)) {
    return (
      <LinkWays {...{ action, address, spread, rest, ...look }} url={release.link_url} onOpened={onFetched}>
        {children}
      </LinkWays>
    );
  }
  if (action.do === "install") {
    return (
      <Beside>
        <InstallButton {...look} releaseId={release.id} onBegun={onFetched} />
        {beside}
      </Beside>
    );
  }
  if (action.do === "ended") {
    return (
      <Ended why={action.why} release={release} title={title} size={size} rest={rest}>
        {children}
      </Ended>
    );
  }
  if (action.do !== "elsewhere") {
    return (
      <div className="flex flex-col gap-3">
        <WhyNot action={action} />
        {/* Developers may still want the file. */}
        {action.do === "never" && action.why !== "no_app"
          ? download({ variant: "secondary", size }, label ?? <Trans>Download anyway</Trans>)
          : beside && <Beside>{beside}</Beside>}
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

/** A build without a page: opens its link on a suitable device. */
export const GetLink = ({ url, ...rest }: GetLinkProps) => (
  <LinkWays action={linkAction(url, userDevice())} url={url.href} address={url.href} {...rest} />
);

interface OpenLinkProps extends Look {
  url: string;
  onOpened?: (() => void) | undefined;
}

interface LinkWaysProps extends OpenLinkProps {
  action: BuildAction;
  address: string;
  spread?: boolean;
  rest?: Rest | undefined;
  children?: ReactNode;
}

function LinkWays({ action, url, address, spread = false, onOpened, rest, children, ...look }: LinkWaysProps) {
  if (action.do !== "elsewhere") {
    return (
      <Beside>
        <OpenLink {...look} url={url} onOpened={onOpened} />
        {rest ? rest([]) : children}
      </Beside>
    );
  }
  const way = <WayElsewhere {...look} runsOn={action.runsOn} url={address} spread={spread} />;
  return (
    <div className="flex flex-col gap-4">
      {spread && way}
      <Beside>
        {!spread && way}
        {rest ? (
          rest([
            menuEntry("open", ExternalLink, <Trans>Open the link here anyway</Trans>, () => {
              window.open(url, "_blank", "noreferrer");
              onOpened?.();
            }),
          ])
        ) : (
          <>
            <OpenLink url={url} anyway variant="secondary" onOpened={onOpened} />
            {children}
          </>
        )}
      </Beside>
    </div>
  );
}

/** Opens the link of a build. @param anyway although it is for another device */
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

function WayElsewhere({ runsOn, url, spread, ...look }: WayElsewhereProps) {
  const [open, setOpen] = useState(false);
  const way = <OtherDevice url={url} runsOn={runsOn} />;
  if (spread) return way;
  const onPhone = runsOn === "android" || runsOn === "ios";
  const title = onPhone ? <Trans>Install on your phone</Trans> : <Trans>Get the build</Trans>;
  return (
    <>
      <Button icon={QrIcon} {...look} opensDialog onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} size="md">
        {way}
      </Dialog>
    </>
  );
}

interface EndedProps {
  why: BuildEnd;
  release: Downloadable;
  title: string;
  size: ButtonSize;
  rest: Rest | undefined;
  children: ReactNode;
}

/** A downloaded build can still be saved or removed. */
function Ended({ why, release, title, size, rest, children }: EndedProps) {
  const kept = useDownloads().get(release.id);
  const beside = rest ? rest([]) : children;
  return (
    <div className="flex flex-col gap-3">
      <EndedNotice why={why} />
      {isHere(kept) ? (
        <BuildDownload release={release} title={title} variant="secondary" size={size} rest={rest}>
          {children}
        </BuildDownload>
      ) : (
        beside && <Beside>{beside}</Beside>
      )}
    </div>
  );
}
