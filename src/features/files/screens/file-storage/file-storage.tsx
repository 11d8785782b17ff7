// File Storage (S22) of the chosen organization, and of admins: browsing works offline from the
// rows on this device; uploading and deleting need the network and say so. An admin can look into
// everybody's.
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import * as v from "valibot";
import { storedFiles } from "../../../../../sync/queries/files.ts";
import type { StoredFile } from "../../../../../sync/schema/files.ts";
import { useFileOwners } from "../../../../state/files.ts";
import { useList } from "../../../../state/list.ts";
import { useCan, useOrganization } from "../../../../state/organization.ts";
import { usePerson } from "../../../../state/session.ts";
import { useStatus } from "../../../../state/status.ts";
import { Notice } from "../../../../ui/notice.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { Tabs } from "../../../../ui/tabs.tsx";
import { RoleNotice } from "../../../organizations/widgets/role-notice.tsx";
import { ListStates } from "../../../sync/widgets/list-states.tsx";
import { type StorageSearch, storageSearch } from "../../search.ts";
import { Browse } from "./browse.tsx";
import { CleanButton } from "./clean-button.tsx";
import { OwnerSelect } from "./owner-select.tsx";
import { Quota } from "./quota.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { Upload } from "./upload.tsx";

const none: StoredFile[] = [];
const nobody: string[] = [];

export function FileStorage() {
  const { t } = useLingui();
  const person = usePerson();
  const { online } = useStatus();
  const search: StorageSearch = useSearch({ strict: false, select: (search) => v.parse(storageSearch, search) });
  const navigate = useNavigate();
  const change = (what: StorageSearch) =>
    // Cast: the screen stands under two routes, whose common search the router cannot know.
    void navigate({ to: ".", search: (old) => ({ ...old, ...what }) as never, resetScroll: false });
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const list = useList(storedFiles());
  const all = list.state === "ready" ? list.data : none;
  const admin = person.role === "admin";
  const ids = admin ? [...new Set(all.map((file) => file.owner_id))].sort() : nobody;
  const names = useFileOwners(ids);
  const organization = useOrganization();
  const manages = useCan("manage");
  const { name } = organization;
  const owner = admin ? (search.owner ?? person.id) : organization.org_id;
  const files = all.filter((file) => file.owner_id === owner);
  const changes = admin || manages;
  const mayUpload = admin ? owner === person.id : manages;
  const { path = "" } = search;
  const tab = (changes && search.tab) || "browse";
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t`File Storage`}
        description={
          admin || organization.personal ? (
            <Trans>Your own builds, assets and documents. The list works offline.</Trans>
          ) : (
            <Trans>The builds, assets and documents of {name}. The list works offline.</Trans>
          )
        }
        actions={
          <>
            <RefreshButton owner={owner} />
            {list.state === "ready" && changes && <CleanButton owner={owner} files={files} />}
          </>
        }
      />
      {!online && (
        <Notice>
          <Trans>You are offline: this is the last list received. Uploading and deleting need a connection.</Trans>
        </Notice>
      )}
      {!admin && <RoleNotice needs="manage" />}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Quota files={files} />
        {admin && (
          <OwnerSelect
            ids={ids}
            names={names}
            me={person.id}
            value={owner}
            onChange={(id) => change({ owner: id === person.id ? undefined : id, path: undefined, file: undefined })}
          />
        )}
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
          <Upload chosen={chosen} onChoose={setChosen} path={path} owner={owner} />
        ) : list.state !== "ready" ? (
          <ListStates list={list} row="h-14" />
        ) : (
          <Browse
            key={owner}
            files={files}
            path={path}
            selected={search.file}
            mayUpload={mayUpload}
            mayDelete={changes}
            onOpen={(to) => change({ path: to || undefined, file: undefined })}
            onSelect={(file) => change({ file })}
            onDrop={(dropped) => {
              setChosen(dropped);
              change({ tab: "upload" });
            }}
            onUpload={() => change({ tab: "upload" })}
          />
        )}
      </Tabs>
    </div>
  );
}
