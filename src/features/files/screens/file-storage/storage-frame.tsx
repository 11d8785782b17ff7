// What stands around the files of a storage: how full it is, and sending more.
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Notice } from "../../../../ui/notice.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { Tabs } from "../../../../ui/tabs.tsx";
import { type StorageSearch, storageSearch } from "../../search.ts";
import { CleanButton } from "./clean-button.tsx";
import type { Usage } from "./folder-entries.ts";
import { Quota } from "./quota.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { Upload } from "./upload.tsx";

/** The screen's search parameters, and their setter. */
export function useStorageSearch(): [StorageSearch, (what: StorageSearch) => void] {
  const search: StorageSearch = useSearch({ strict: false, select: storageSearch });
  const navigate = useNavigate();
  const change = (what: StorageSearch) =>
    // Cast: the screen stands under two routes, whose common search the router cannot know.
    void navigate({ to: ".", search: (old) => ({ ...old, ...what }) as never, resetScroll: false });
  return [search, change];
}

/** What the list of files does with the screen around it. */
export interface StorageActions {
  onOpen: (path: string) => void;
  onSelect: (file: string | undefined) => void;
  onDrop: (files: readonly File[]) => void;
  onUpload: () => void;
}

interface StorageFrameProps {
  description: ReactNode;
  owner: string;
  /** Null: it cannot be had now. */
  usage: Usage | "loading" | null;
  /** Between the header and how full it is. */
  notices: ReactNode;
  /** Beside how full it is. */
  owners?: ReactNode;
  /** Files can be deleted and, with `mayUpload`, sent. */
  changes: boolean;
  mayUpload: boolean;
  /** The files were changed, or asked for anew. */
  onChanged: () => void;
  children: (actions: StorageActions) => ReactNode;
}

export function StorageFrame({ description, owner, usage, notices, owners, children, ...rest }: StorageFrameProps) {
  const { changes, mayUpload, onChanged } = rest;
  const { t } = useLingui();
  const [search, change] = useStorageSearch();
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const { path = "" } = search;
  const tab = (changes && search.tab) || "browse";
  const upload = () => change({ tab: "upload" });
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t`File Storage`}
        description={description}
        actions={
          <>
            <RefreshButton owner={owner} onRefreshed={onChanged} />
            {usage && changes && (
              <CleanButton owner={owner} usage={usage === "loading" ? null : usage} onCleaned={onChanged} />
            )}
          </>
        }
      />
      {notices}
      <div className="flex flex-wrap items-end justify-between gap-4">
        {usage === "loading" ? <Skeleton className="h-8 w-full sm:w-80" /> : usage && <Quota usage={usage} />}
        {owners}
      </div>
      <Tabs
        label={t`File Storage`}
        value={tab}
        onChange={(value) => change({ tab: value === "upload" ? "upload" : undefined })}
        tabs={[
          { value: "browse", label: t`Browse Files` },
          ...(changes ? [{ value: "upload", label: t`Upload Files` }] : []),
        ]}
      >
        {tab === "upload" && !mayUpload ? (
          <Notice>
            <Trans>Files are uploaded to your own storage. Choose “Me” above.</Trans>
          </Notice>
        ) : tab === "upload" ? (
          <Upload chosen={chosen} onChoose={setChosen} path={path} owner={owner} onUploaded={onChanged} />
        ) : (
          children({
            onOpen: (to) => change({ path: to || undefined, file: undefined }),
            onSelect: (file) => change({ file }),
            onDrop: (dropped) => {
              setChosen(dropped);
              upload();
            },
            onUpload: upload,
          })
        )}
      </Tabs>
    </div>
  );
}
