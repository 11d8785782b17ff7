import { Trans, useLingui } from "@lingui/react/macro";
import { Children, type ReactNode } from "react";
import type { Build } from "#sync/schema/build-functions.ts";
import { Section } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import type { BuildPlatform } from "../build-action.ts";
import { linkKind, webAddress } from "../build-links.ts";
import { AndroidSteps } from "./install-steps.tsx";

interface InstallHelpProps {
  release: Build;
  platform: BuildPlatform;
  children?: ReactNode;
}

export function InstallHelp({ release, platform, children }: InstallHelpProps) {
  const { t } = useLingui();
  return (
    <Section title={t`How to install it`}>
      {release.kind === "link" ? (
        <LinkHelp text={release.link_url} />
      ) : (
        <FileHelp release={release} platform={platform} />
      )}
      {children}
    </Section>
  );
}

interface PointsProps {
  numbered?: boolean;
  /** One point each. */
  children: ReactNode;
}

function Points({ numbered = false, children }: PointsProps) {
  const List = numbered ? "ol" : "ul";
  return (
    <List className={cx("flex max-w-prose flex-col gap-2 ps-5 text-sm", numbered ? "list-decimal" : "list-disc")}>
      {Children.map(children, (point) => point && <li>{point}</li>)}
    </List>
  );
}

function LinkHelp({ text }: { text: string }) {
  const url = webAddress(text);
  switch (url ? linkKind(url) : "web") {
    case "testflight":
      return (
        <Points numbered>
          <Trans>Install TestFlight from Apple's App Store. It is free and made by Apple.</Trans>
          <Trans>Open the link on the same iPhone, iPad or Mac, and tap Accept, then Install.</Trans>
          <Trans>
            If TestFlight says that the beta is full or takes no new testers, only the developer can change that. Ask
            them.
          </Trans>
        </Points>
      );
    case "play_testing":
      return (
        <Points numbered>
          <Trans>Open the link with the Google account that you use on your phone, and become a tester.</Trans>
          <Trans>Follow “Download it on Google Play”. It can take some minutes until the app appears there.</Trans>
          <Trans>
            If Google says that the app is not available to you, the developer has to add the address of that account to
            the testers.
          </Trans>
        </Points>
      );
    case "play_store":
    case "app_store":
      return (
        <Points>
          <Trans>The store installs it and keeps it up to date.</Trans>
        </Points>
      );
    default:
      return (
        <Points>
          <Trans>It opens in the browser. The instructions there come from the developer.</Trans>
        </Points>
      );
  }
}

function FileHelp({ release, platform }: { release: Build; platform: BuildPlatform }) {
  switch (platform) {
    case "android":
      return (
        <>
          <AndroidSteps />
          <Points>
            <Trans>
              “App not installed” usually means that the app is already installed, signed with another key. Uninstall
              that one first. This deletes its data.
            </Trans>
            <Trans>
              Google now asks developers to register their apps. On phones in Brazil, Indonesia, Singapore and Thailand,
              and everywhere from 2027, an app that is not registered may be blocked, or take a day to allow. The
              developer can register it, or give you the build through Google Play.
            </Trans>
          </Points>
        </>
      );
    case "ios":
      return <IosHelp release={release} />;
    case "macos":
      return (
        <>
          <Points>
            <Trans>
              macOS stops apps that Apple has not checked (notarized). Try to open it once, then go to System Settings,
              Privacy &amp; Security, and choose Open Anyway.
            </Trans>
            <Trans>A Mac that your company or school manages may not allow this. Use another one.</Trans>
          </Points>
          <CheckIt release={release} commands={[`shasum -a 256 ${fileName(release)}`]} />
        </>
      );
    case "windows":
      return (
        <>
          <Points>
            <Trans>
              Windows may say that it protected your PC (SmartScreen). It does so for every program that few people use.
              Check the file first, then choose More info and Run anyway.
            </Trans>
            <Trans>
              A PC in S mode, or one with Smart App Control turned on, does not run such programs, and there is no way
              around it. Use another one.
            </Trans>
          </Points>
          <CheckIt
            release={release}
            commands={[`Get-FileHash ${fileName(release)}`, `certutil -hashfile ${fileName(release)} SHA256`]}
          />
        </>
      );
    default:
      return (
        <Points>
          <Trans>
            Save the file and open it. Its requirements are in the notes, or in the instructions of the test.
          </Trans>
        </Points>
      );
  }
}

function IosHelp({ release }: { release: Build }) {
  const named = release.signing_kind === "ad_hoc" || release.signing_kind === "development";
  return (
    <Points>
      {named && (
        <Trans>
          Open this page in Safari on the iPhone or iPad, tap Install and confirm. Nothing seems to happen then: the app
          appears on the home screen after a while.
        </Trans>
      )}
      {named && (
        <Trans>
          It works only on devices that the developer has registered. If it says that it cannot be installed, yours is
          not among them: testers can add it on this page, or ask the developer for a TestFlight link.
        </Trans>
      )}
      {release.signing_kind === "development" && (
        <Trans>Turn on Developer Mode first: Settings, Privacy &amp; Security, Developer Mode.</Trans>
      )}
      {release.signing_kind === "enterprise" && (
        <Trans>
          After installing, trust the company: Settings, General, VPN &amp; Device Management. It is for that company's
          own people.
        </Trans>
      )}
      {!named && release.signing_kind !== "enterprise" && (
        <Trans>
          An iPhone installs apps from TestFlight or Apple's App Store. It cannot install this file: ask the developer
          for a TestFlight link.
        </Trans>
      )}
    </Points>
  );
}

/** Quoted for a shell: the name is untrusted, and users paste the command. */
const fileName = ({ file_name: name }: Build): string =>
  /^[\w.() -]+$/.test(name) && !name.startsWith("-") ? `"${name}"` : "…";

function CheckIt({ release, commands }: { release: Build; commands: readonly string[] }) {
  if (release.sha256 === "") return null;
  return (
    <div className="flex max-w-prose flex-col gap-2 text-sm">
      <h3 className="font-semibold text-base">
        <Trans>Check that the file is the developer's</Trans>
      </h3>
      <p>
        <Trans>In the folder of the file, this command shows its checksum:</Trans>
      </p>
      {commands.map((command) => (
        <code key={command} className="block break-all rounded-md bg-sunken px-3 py-2">
          {command}
        </code>
      ))}
      <p>
        <Trans>It has to be the same as this one:</Trans>
      </p>
      <code className="block break-all rounded-md bg-sunken px-3 py-2">{release.sha256}</code>
    </div>
  );
}
