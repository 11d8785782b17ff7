// The parts of an app's store page: summary, screenshots, release notes, versions. Also used by the
// developer's preview.
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { usePicture } from "#state/use-public-image.ts";
import type { App } from "#sync/schema/apps.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Badge, Chip } from "#ui/badge.tsx";
import { TextLink } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Fact } from "#ui/fact.tsx";
import { Count, DateText, FileSize } from "#ui/formatted-values.tsx";
import { NamedPicture } from "#ui/picture.tsx";
import { platformLabel } from "../../common/campaign-labels.ts";
import { VersionChip } from "./version-chip.tsx";

export function AppSummary({ app, version, title }: { app: App; version: string; title: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="min-w-0 flex-1 basis-64">
      {title}
      <p className="text-muted text-sm">
        {app.status === "published" ? (
          <TextLink to="/organizations/$orgId" params={{ orgId: app.org_id }}>
            {app.developer_name}
          </TextLink>
        ) : (
          app.developer_name
        )}
      </p>
      <p className="mt-2 flex flex-wrap gap-1.5">
        <Chip>{t(platformLabel[app.platform])}</Chip>
        <Chip>{app.type}</Chip>
        <VersionChip version={version} />
      </p>
    </div>
  );
}

/** @param release the downloadable one; undefined if there is none */
export function AppFacts({ app, release }: { app: App; release: Release | undefined }) {
  const { t } = useLingui();
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4 text-sm">
      <Fact label={t`Size`}>{release && release.size_bytes > 0 ? <FileSize bytes={release.size_bytes} /> : "–"}</Fact>
      <Fact label={t`Downloads`}>
        <Count value={app.downloads} />
      </Fact>
    </dl>
  );
}

const SheetHeading = ({ children }: { children: ReactNode }) => <h2 className="text-base">{children}</h2>;

export function AppDetails({ app, release }: { app: App; release: Release | undefined }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-6">
      {app.screenshots.length > 0 && <Screenshots app={app} atOnce />}
      <section className="flex flex-col gap-2">
        <SheetHeading>
          <Trans>Description</Trans>
        </SheetHeading>
        <p className="max-w-prose whitespace-pre-wrap break-words">{app.description || "…"}</p>
      </section>
      {app.requirements.length > 0 && (
        <section className="flex flex-col gap-2">
          <SheetHeading>
            <Trans>System requirements</Trans>
          </SheetHeading>
          <ul className="list-disc ps-5 text-sm">
            {app.requirements.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      )}
      <dl className="grid max-w-4xl gap-4 border-line border-t pt-5 text-sm sm:grid-cols-3">
        <Fact label={t`Upload date`}>
          {release ? <DateText value={release.published_at ?? release.created_at} absolute /> : "–"}
        </Fact>
        <Fact label={t`Compatibility`}>{app.compatibility || "–"}</Fact>
        <Fact label={t`File size`}>
          {release && release.size_bytes > 0 ? <FileSize bytes={release.size_bytes} /> : "–"}
        </Fact>
      </dl>
    </div>
  );
}

interface ScreenshotsProps {
  app: Pick<App, "title" | "screenshots">;
  /** Loads the first screenshot with high priority, since it is above the fold. */
  atOnce?: boolean;
}

/** Scrolls horizontally; the name and tabindex make it keyboard accessible. */
export function Screenshots({ app, atOnce = false }: ScreenshotsProps) {
  const { t } = useLingui();
  const { title } = app;
  // Render in order: an unloaded picture has no width and would shift those after it.
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const first = app.screenshots.findIndex((path) => !settled.has(path));
  const shown = first === -1 ? app.screenshots.length : first;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
      tabIndex={0}
      aria-label={t`Screenshots of ${title}`}
      className="-mx-4 overflow-x-auto px-4 pb-2 md:-mx-1 md:px-1"
    >
      <ul className="flex w-max gap-3">
        {app.screenshots.map((path, index) => (
          <Shot
            key={path}
            path={path}
            label={t`Screenshot ${index + 1} of ${title}`}
            waits={index > shown}
            atOnce={atOnce && index === 0}
            onSettled={() => setSettled((before) => new Set(before).add(path))}
          />
        ))}
      </ul>
    </section>
  );
}

interface ShotProps {
  path: string;
  label: string;
  /** True until all previous pictures have loaded. */
  waits: boolean;
  atOnce: boolean;
  /** Called after loading or failing. */
  onSettled: () => void;
}

function Shot({ path, label, waits, atOnce, onSettled }: ShotProps) {
  const url = usePicture("app-content", path);
  return (
    <li
      className={cx(
        // An auto row would take the picture's height, and the box would clip it.
        "grid h-80 min-w-36 grid-rows-[100%] place-items-center overflow-hidden rounded-md border border-line bg-sunken",
        waits && "invisible",
      )}
    >
      {url && (
        <NamedPicture
          src={url}
          name={label}
          loading={atOnce ? "eager" : "lazy"}
          fetchPriority={atOnce ? "high" : "auto"}
          onLoad={onSettled}
          onMissing={onSettled}
          className="h-full w-auto max-w-[min(36rem,calc(100vw-3rem))] object-contain"
        />
      )}
    </li>
  );
}

export function AppChangelog({ release }: { release: Release | undefined }) {
  const version = release?.version ?? "";
  if (!release) {
    return (
      <p className="text-muted">
        <Trans>No version has been published yet.</Trans>
      </p>
    );
  }
  return (
    <section className="flex flex-col gap-2">
      <SheetHeading>
        <Trans>What's New in {version}</Trans>
      </SheetHeading>
      <p className="max-w-prose whitespace-pre-wrap break-words">{release.notes || "…"}</p>
    </section>
  );
}

interface AppVersionsProps {
  releases: readonly Release[];
  action?: (release: Release) => ReactNode;
}

export function AppVersions({ releases, action }: AppVersionsProps) {
  return (
    <section className="flex flex-col gap-2">
      <SheetHeading>
        <Trans>Version History</Trans>
      </SheetHeading>
      <ol className="flex max-w-4xl flex-col divide-y divide-line">
        {releases.map((release, index) => (
          <li key={release.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4">
            <div className="min-w-0 flex-1 basis-64">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-semibold">{release.version}</span>
                {index === 0 && (
                  <Badge tone="accent">
                    <Trans>Latest</Trans>
                  </Badge>
                )}
                <span className="text-muted text-sm">
                  <DateText value={release.published_at ?? release.created_at} absolute />
                </span>
              </p>
              <p className="mt-1 max-w-prose whitespace-pre-wrap break-words text-sm">{release.notes}</p>
            </div>
            {action?.(release)}
          </li>
        ))}
      </ol>
    </section>
  );
}
