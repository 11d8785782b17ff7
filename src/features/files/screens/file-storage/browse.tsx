// The files at a path: folders, search, the way up, and the details of the chosen one beside them.
// Files can be dropped here.
import { Trans, useLingui } from "@lingui/react/macro";
import { FolderOpen, FolderX, House, UploadCloud } from "lucide-react";
import { useState } from "react";
import type { StoredFile } from "../../../../../sync/schema/files.ts";
import { Button } from "../../../../ui/button.tsx";
import type { Sort } from "../../../../ui/data-table.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { NoMatch } from "../../../../ui/no-match.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { DropArea } from "./drop-area.tsx";
import { FileDetails } from "./file-details.tsx";
import { FileTable } from "./file-table.tsx";
import { type EntrySort, entriesAt, sortEntries } from "./folder-entries.ts";
import { PathBar } from "./path-bar.tsx";

interface BrowseProps {
  files: readonly StoredFile[];
  path: string;
  selected: string | undefined;
  /** An admin looks into the storage of others and adds nothing; some roles only read. */
  mayUpload: boolean;
  mayDelete: boolean;
  onOpen: (path: string) => void;
  onSelect: (file: string | undefined) => void;
  onDrop: (files: readonly File[]) => void;
  onUpload: () => void;
}

export function Browse({
  files,
  path,
  selected,
  mayUpload,
  mayDelete,
  onOpen,
  onSelect,
  onDrop,
  onUpload,
}: BrowseProps) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const [sort, setSort] = useState<Sort>({ key: "name", direction: "asc" });
  const entries = sortEntries(entriesAt(files, path, q), sort.key as EntrySort, sort.direction);
  const file = files.find((one) => one.id === selected);
  // The path of a file, typed in full, is where it lies.
  const go = (to: string) => {
    const named = files.find((one) => one.file_name === to);
    onOpen(named ? to.split("/").slice(0, -1).join("/") : to);
    if (named) onSelect(named.id);
  };
  return (
    <div className="flex flex-col gap-4">
      <PathBar path={path} onOpen={go} />
      <SearchInput label={t`Search files`} value={q} onChange={setQ} className="md:max-w-md" />
      <div className="flex flex-col items-start gap-6 lg:flex-row">
        <DropArea disabled={!mayUpload} onFiles={onDrop} className="w-full min-w-0 flex-1 max-lg:order-last">
          {entries.length > 0 ? (
            <FileTable
              entries={entries}
              selected={selected}
              sort={sort}
              onSort={setSort}
              onOpen={onOpen}
              onSelect={onSelect}
            />
          ) : q !== "" ? (
            <NoMatch title={<Trans>No files found</Trans>} clear="search" onClear={() => setQ("")} />
          ) : path !== "" ? (
            // There are no empty folders: each exists by the files in it.
            <EmptyState
              icon={FolderX}
              title={<span className="break-all">{t`There is no folder “${path}”`}</span>}
              action={
                <Button icon={House} onClick={() => onOpen("")}>
                  <Trans>Back to the root</Trans>
                </Button>
              }
            >
              <Trans>A folder exists only while it contains files. Check the path, or start at the root.</Trans>
            </EmptyState>
          ) : (
            <EmptyState
              icon={FolderOpen}
              title={<Trans>No files yet</Trans>}
              action={
                mayUpload && (
                  <Button icon={UploadCloud} onClick={onUpload}>
                    <Trans>Upload Files</Trans>
                  </Button>
                )
              }
            >
              {mayUpload && (
                <span className="hidden pointer-fine:inline">
                  <Trans>Drop files here, or choose them under Upload Files.</Trans>
                </span>
              )}
            </EmptyState>
          )}
        </DropArea>
        {file && <FileDetails key={file.id} file={file} mayDelete={mayDelete} onClose={() => onSelect(undefined)} />}
      </div>
    </div>
  );
}
