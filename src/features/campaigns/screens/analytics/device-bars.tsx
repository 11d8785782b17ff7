import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { platformLabel } from "#features/common/campaign-labels.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Bars } from "#ui/bars.tsx";
import { platformOf, shares, systemOf } from "./figures.ts";
import { ShareBars } from "./share-bars.tsx";

interface DeviceBarsProps {
  reports: readonly Feedback[];
  applications: readonly Application[];
}

export function DeviceBars({ reports, applications }: DeviceBarsProps) {
  const { t } = useLingui();
  const devicesOf = new Map(applications.map((a) => [a.tester_id, a.card.devices]));
  const platforms = shares(
    reports.map((r) => platformOf(r, devicesOf.get(r.tester_id) ?? [])),
    6,
  );
  // With a single platform, the systems say more.
  const several = platforms.length > 1;
  const systems = reports.map((r) => systemOf(r, devicesOf.get(r.tester_id) ?? []));
  const versioned = systems.some((system) => system !== "");
  const names = { ...platformLabel, unknown: msg`Unknown` };
  return (
    <>
      {(several || !versioned) && (
        <Bars
          title={t`By platform`}
          bars={platforms.map(({ key, value }) => ({
            key,
            label: t(names[key as keyof typeof names]),
            tone: "info" as const,
            value,
          }))}
        />
      )}
      {versioned && <ShareBars title={t`By operating system`} values={systems} />}
      <ShareBars title={t`By device`} values={reports.map((r) => r.device.trim())} />
    </>
  );
}
