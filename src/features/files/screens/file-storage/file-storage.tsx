// File Storage of the current organization. Browsing works offline; uploading and deleting need a
// network.
import { Trans } from "@lingui/react/macro";
import { RoleNotice } from "#features/organizations/widgets/role-notice.tsx";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { useList } from "#state/list.ts";
import { useCan, useOrganization } from "#state/organization.ts";
import { useStatus } from "#state/status.ts";
import { storedFiles } from "#sync/queries/files.ts";
import type { StoredFile } from "#sync/schema/files.ts";
import { Notice } from "#ui/notice.tsx";
import { usageOf } from "./folder-entries.ts";
import { OwnFiles } from "./own-files.tsx";
import { StorageFrame, useStorageSearch } from "./storage-frame.tsx";

const none: StoredFile[] = [];
/** The list is a live query, so there is nothing to refresh. */
const follows = () => undefined;

export function FileStorage() {
  const online = useStatus("online");
  const [search] = useStorageSearch();
  const list = useList(storedFiles(), ["files"]);
  const { org_id: owner, name, personal } = useOrganization();
  const manages = useCan("manage");
  const files = (list.state === "ready" ? list.data : none).filter((file) => file.owner_id === owner);
  return (
    <StorageFrame
      owner={owner}
      description={
        personal ? (
          <Trans>Your own builds, assets and documents. The list works offline.</Trans>
        ) : (
          <Trans>The builds, assets and documents of {name}. The list works offline.</Trans>
        )
      }
      usage={list.state === "ready" ? usageOf(files) : list.state === "loading" ? "loading" : null}
      notices={
        <>
          {!online && (
            <Notice>
              <Trans>You are offline: this is the last list received. Uploading and deleting need a connection.</Trans>
            </Notice>
          )}
          {list.state === "ready" && <MissingRows of={["files"]} />}
          <RoleNotice needs="manage" />
        </>
      }
      changes={manages}
      mayUpload={manages}
      onChanged={follows}
    >
      {(actions) =>
        list.state === "ready" ? (
          <OwnFiles
            key={owner}
            files={files}
            path={search.path ?? ""}
            selected={search.file}
            manages={manages}
            {...actions}
          />
        ) : (
          <ListStates list={list} row="h-14" />
        )
      }
    </StorageFrame>
  );
}
