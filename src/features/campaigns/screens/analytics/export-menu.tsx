import { Trans, useLingui } from "@lingui/react/macro";
import { Braces, Download, FileText, Table } from "lucide-react";
import { fileName, toCsv, toJson, toMarkdown } from "#features/reports/exports.ts";
import { dayOf, formatDate } from "#i18n/format.ts";
import { now } from "#lib/clock.ts";
import { reportError } from "#lib/error-log.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import type { Release } from "#sync/schema/releases.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { menuEntry } from "#ui/menu-entry.ts";
import { saveFile } from "#ui/save-file.ts";
import { showToast } from "#ui/toast.tsx";

const kinds = [
  { ending: "csv", type: "text/csv", icon: Table },
  { ending: "json", type: "application/json", icon: Braces },
  { ending: "md", type: "text/markdown", icon: FileText },
] as const;
type Ending = (typeof kinds)[number]["ending"];

interface ExportMenuProps {
  campaign: Campaign;
  reports: readonly Feedback[];
  releases: readonly Release[];
}

export function ExportMenu({ campaign, reports, releases }: ExportMenuProps) {
  const { t, i18n } = useLingui();
  const names = {
    csv: t`CSV, for spreadsheets`,
    json: t`JSON, for scripts`,
    md: t`Markdown, one issue per report`,
  };
  const textOf = async (ending: Ending): Promise<string> => {
    const exportedAt = new Date(now()).toISOString();
    const versions = new Map(releases.map(({ id, version }) => [id, version]));
    if (ending === "csv") return toCsv(reports, versions);
    if (ending === "json") return toJson(campaign, reports, versions, exportedAt);
    return toMarkdown(reports, { t, date: (at) => formatDate(at, i18n.locale), versions });
  };
  const save = (ending: Ending, type: string) =>
    textOf(ending).then(
      (text) => saveFile(fileName(campaign, dayOf(now()), ending), new Blob([text], { type })),
      (error: unknown) => {
        reportError(error);
        showToast({ tone: "danger", title: t`The file could not be created.` });
      },
    );
  return (
    <>
      <span className="hidden gap-2 lg:flex">
        {kinds.map(({ ending, type, icon }) => (
          <Button key={ending} icon={icon} title={names[ending]} onClick={() => void save(ending, type)}>
            {ending === "md" ? "Markdown" : ending.toUpperCase()}
          </Button>
        ))}
      </span>
      <span className="lg:hidden">
        <Menu
          label={t`Export reports`}
          text={<Trans>Export</Trans>}
          icon={Download}
          items={kinds.map(({ ending, type, icon }) =>
            menuEntry(ending, icon, names[ending], () => void save(ending, type)),
          )}
        />
      </span>
    </>
  );
}
