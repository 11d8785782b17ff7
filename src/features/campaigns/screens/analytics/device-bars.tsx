import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Application } from "../../../../../sync/schema/applications.ts";
import type { Feedback } from "../../../../../sync/schema/feedback.ts";
import { Bars } from "../../../../ui/bars.tsx";
import { platformLabel } from "../../labels.ts";
import { platformOf, shares, systemOf } from "./figures.ts";

const SHOWN = 8;

interface DeviceBarsProps {
  reports: readonly Feedback[];
  applications: readonly Application[];
}

/** What the reports were made on. */
export function DeviceBars({ reports, applications }: DeviceBarsProps) {
  const { t } = useLingui();
  const devicesOf = new Map(applications.map((a) => [a.tester_id, a.card.devices]));
  const platforms = shares(
    reports.map((r) => platformOf(r, devicesOf.get(r.tester_id) ?? [])),
    6,
  );
  const systems = reports.map((r) => systemOf(r, devicesOf.get(r.tester_id) ?? []));
  const devices = shares(
    reports.map((r) => r.device.trim() || t`Not specified`),
    SHOWN,
  );
  const names = { ...platformLabel, unknown: msg`Unknown` };
  return (
    <>
      <Bars
        title={t`By platform`}
        bars={platforms.map(({ key, value }) => ({
          key,
          label: t(names[key as keyof typeof names]),
          tone: "info" as const,
          value,
        }))}
      />
      {systems.some((system) => system !== "") && (
        <Bars
          title={t`By operating system`}
          bars={shares(
            systems.map((system) => system || t`Not specified`),
            SHOWN,
          ).map(({ key, value }) => ({
            key: key || "other",
            label: key || t`Other`,
            tone: "info" as const,
            value,
          }))}
        />
      )}
      <Bars
        title={t`By device`}
        bars={devices.map(({ key, value }) => ({
          key: key || "other",
          label: key || t`Other`,
          tone: "info" as const,
          value,
        }))}
      />
    </>
  );
}
