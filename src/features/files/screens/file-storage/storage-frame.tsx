import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Notice } from "#ui/notice.tsx";
import { Page } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { type StorageSearch, storageSearch } from "../../search.ts";
import { CleanButton } from "./clean-button.tsx";
import type { Usage } from "./folder-entries.ts";
import { Quota } from "./quota.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { Upload } from "./upload.tsx";

export function useStorageSearch(): [StorageSearch, (what: StorageSearch) => void] {
  const search: StorageSearch = useSearch({ strict: false, select: storageSearch });
  const navigate = useNavigate();
  const change = (what: StorageSearch) =>
    // Cast: two routes render this screen, and the router cannot type their common search
    // parameters.
    void navigate({ to: ".", search: (old) => ({ ...old, ...what }) as never, resetScroll: false });
  return [search, change];
}

/** Callbacks between the file list and its layout. */
export interface StorageActions {
  onOpen: (path: string) => void;
  onSelect: (file: string | undefined) => void;
  onDrop: (files: readonly File[]) => void;
  onUpload: () => void;
}

interface StorageFrameProps {
  description: ReactNode;
  owner: string;
  usage: Usage | "loading" | null;
  notices: ReactNode;
  owners?: ReactNode;
  /** Enables deleting, and with `mayUpload` uploading. */
  changes: boolean;
  mayUpload: boolean;
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
    <Page
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
    >
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
    </Page>
  );
}
