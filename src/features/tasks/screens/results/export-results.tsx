import { Trans, useLingui } from "@lingui/react/macro";
import { Download, FileCode, FileJson, Table } from "lucide-react";
import { fileName } from "#features/reports/exports.ts";
import { dayOf } from "#i18n/format.ts";
import { now } from "#lib/clock.ts";
import { reportError } from "#lib/error-log.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Release } from "#sync/schema/releases.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { saveFile } from "#ui/save-file.ts";
import { showToast } from "#ui/toast.tsx";
import { resultsToCsv, resultsToCtrf, resultsToJUnit } from "../../exports.ts";

interface ExportResultsProps {
  campaign: Campaign;
  tasks: readonly Task[];
  takers: readonly Application[];
  releases: readonly Release[];
}

export function ExportResults({ campaign, tasks, takers, releases }: ExportResultsProps) {
  const { t } = useLingui();
  const versions = new Map(releases.map(({ id, version }) => [id, version]));
  const { title } = campaign;
  const files = [
    {
      ...{ ending: "csv", type: "text/csv", icon: Table, label: t`CSV, for spreadsheets` },
      text: () => resultsToCsv(tasks, takers, versions),
    },
    {
      ...{ ending: "xml", type: "application/xml", icon: FileCode, label: t`JUnit XML, for CI` },
      text: () => resultsToJUnit(title, tasks, takers, versions),
    },
    {
      ...{ ending: "json", type: "application/json", icon: FileJson, label: t`CTRF JSON, for test reports` },
      text: () => resultsToCtrf(title, tasks, takers, versions, new Date(now()).toISOString()),
    },
  ];
  const save = async ({ ending, type, text }: (typeof files)[number]) => {
    try {
      saveFile(fileName(campaign, dayOf(now()), ending), new Blob([await text()], { type }));
    } catch (error) {
      reportError(error);
      showToast({ tone: "danger", title: t`The file could not be created.` });
    }
  };
  return (
    <Menu
      label={t`Export results`}
      text={<Trans>Export</Trans>}
      icon={Download}
      items={files.map((file) => menuEntry(file.ending, file.icon, file.label, () => void save(file)))}
    />
  );
}
