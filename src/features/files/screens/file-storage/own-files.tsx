import { useState } from "react";
import type { StoredFile } from "#sync/schema/files.ts";
import type { Sort } from "#ui/data-table.tsx";
import { Browse } from "./browse.tsx";
import { type EntrySort, entriesAt, sortEntries } from "./folder-entries.ts";
import type { StorageActions } from "./storage-frame.tsx";

interface OwnFilesProps extends StorageActions {
  files: readonly StoredFile[];
  path: string;
  selected: string | undefined;
  manages: boolean;
}

export function OwnFiles({ files, path, selected, manages, onOpen, onSelect, ...actions }: OwnFilesProps) {
  const [q, setQ] = useState("");
  const [sort, setSort] = useState<Sort>({ key: "name", direction: "asc" });
  // A typed file path opens its folder.
  const go = (to: string) => {
    const named = files.find((one) => one.file_name === to);
    onOpen(named ? to.split("/").slice(0, -1).join("/") : to);
    if (named) onSelect(named.id);
  };
  return (
    <Browse
      entries={sortEntries(entriesAt(files, path, q), sort.key as EntrySort, sort.direction)}
      path={path}
      file={files.find((one) => one.id === selected)}
      q={q}
      onSearch={setQ}
      sort={sort}
      onSort={setSort}
      mayUpload={manages}
      mayDelete={manages}
      onOpen={go}
      onSelect={onSelect}
      onDeleted={() => onSelect(undefined)}
      {...actions}
    />
  );
}
