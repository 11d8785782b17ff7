import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { FileArchive, File as FileIcon, FileImage, FileText, FileVideo, Folder, type LucideIcon } from "lucide-react";
import { type Column, column, DataTable, type Sort } from "#ui/data-table.tsx";
import { DateText, FileSize } from "#ui/formatted-values.tsx";
import type { Entry } from "./folder-entries.ts";

interface FileTableProps {
  entries: readonly Entry[];
  selected: string | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (path: string) => void;
  onSelect: (file: string) => void;
}

export function FileTable({ entries, selected, sort, onSort, onOpen, onSelect }: FileTableProps) {
  const { t } = useLingui();
  const columns: readonly Column<Entry>[] = [
    column("name", t`Name`, { primary: true, sortable: true, className: "lg:w-1/2 lg:max-w-0" }, (entry) => (
      <Name
        entry={entry}
        selected={entry.kind === "file" && entry.file.id === selected}
        onPress={() => (entry.kind === "folder" ? onOpen(entry.path) : onSelect(entry.file.id))}
      />
    )),
    column(
      "size",
      t`Size`,
      { sortable: true, align: "end", className: "lg:whitespace-nowrap tabular-nums" },
      (entry) => <FileSize bytes={entry.kind === "folder" ? entry.size : entry.file.size_bytes} />,
    ),
    column("type", t`Type`, { sortable: true }, (entry) =>
      entry.kind === "folder" ? (
        <span className="break-normal">
          <Plural value={entry.files} one="Folder with # file" other="Folder with # files" />
        </span>
      ) : (
        <span className="break-all">{entry.file.content_type}</span>
      ),
    ),
    column("date", t`Uploaded`, { sortable: true, className: "lg:whitespace-nowrap" }, (entry) => (
      <DateText value={entry.kind === "folder" ? entry.at : entry.file.uploaded_at} />
    )),
  ];
  return (
    <DataTable
      caption={t`Files`}
      columns={columns}
      rows={entries}
      keyOf={(entry) => entry.key}
      sort={sort}
      onSort={onSort}
    />
  );
}

const icons: readonly [begins: string, icon: LucideIcon][] = [
  ["image/", FileImage],
  ["video/", FileVideo],
  ["text/", FileText],
  ["application/pdf", FileText],
  ["application/json", FileText],
  ["application/zip", FileArchive],
  ["application/vnd.android", FileArchive],
];
const iconOf = (type: string) => icons.find(([begins]) => type.startsWith(begins))?.[1] ?? FileIcon;

function Name({ entry, selected, onPress }: { entry: Entry; selected: boolean; onPress: () => void }) {
  const Icon = entry.kind === "folder" ? Folder : iconOf(entry.file.content_type);
  return (
    <button
      type="button"
      aria-pressed={entry.kind === "file" ? selected : undefined}
      onClick={onPress}
      className="tap -mx-2 inline-flex max-w-full items-center gap-2.5 rounded-md px-2 py-1 text-start font-semibold hover:text-accent aria-pressed:text-accent"
    >
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 break-all">{entry.name}</span>
      {entry.kind === "folder" && (
        <span className="sr-only">
          <Trans>Folder</Trans>
        </span>
      )}
    </button>
  );
}
