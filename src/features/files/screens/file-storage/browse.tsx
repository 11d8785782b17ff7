import { Trans, useLingui } from "@lingui/react/macro";
import { FolderOpen, FolderX, House, UploadCloud } from "lucide-react";
import type { ReactNode } from "react";
import type { StoredFile } from "#sync/schema/files.ts";
import { Button } from "#ui/button.tsx";
import type { Sort } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { DropArea } from "./drop-area.tsx";
import { FileDetails } from "./file-details.tsx";
import { FileTable } from "./file-table.tsx";
import type { Entry } from "./folder-entries.ts";
import { PathBar } from "./path-bar.tsx";

interface BrowseProps {
  entries: readonly Entry[];
  path: string;
  file: StoredFile | undefined;
  q: string;
  onSearch: (q: string) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Replaces the list while loading or after an error. */
  states?: ReactNode;
  more?: ReactNode;
  /** False for admins in other owners' storage and for read-only roles. */
  mayUpload: boolean;
  mayDelete: boolean;
  onOpen: (path: string) => void;
  onSelect: (file: string | undefined) => void;
  onDeleted: () => void;
  onDrop: (files: readonly File[]) => void;
  onUpload: () => void;
}

export function Browse({ entries, path, file, q, onSearch, sort, onSort, states, more, ...rest }: BrowseProps) {
  const { mayUpload, mayDelete, onOpen, onSelect, onDeleted, onDrop, onUpload } = rest;
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-4">
      <PathBar path={path} onOpen={onOpen} />
      <SearchInput label={t`Search files`} value={q} onChange={onSearch} className="md:max-w-md" />
      <div className="flex flex-col items-start gap-6 lg:flex-row">
        <DropArea disabled={!mayUpload} onFiles={onDrop} className="w-full min-w-0 flex-1 max-lg:order-last">
          {states ??
            (entries.length > 0 ? (
              <>
                <FileTable
                  entries={entries}
                  selected={file?.id}
                  sort={sort}
                  onSort={onSort}
                  onOpen={onOpen}
                  onSelect={onSelect}
                />
                {more}
              </>
            ) : q !== "" ? (
              <NoMatch title={<Trans>No files found</Trans>} clear="search" onClear={() => onSearch("")} />
            ) : path !== "" ? (
              // A folder exists only while it contains files.
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
            ))}
        </DropArea>
        {file && (
          <FileDetails
            key={file.id}
            file={file}
            mayDelete={mayDelete}
            onClose={() => onSelect(undefined)}
            onDeleted={onDeleted}
          />
        )}
      </div>
    </div>
  );
}
