// File Storage for admins: any owner's files, loaded per folder and cached while offline. Admins
// upload only to their storage.
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { usePerson } from "#state/session.ts";
import { useStatus } from "#state/status.ts";
import { type RemoteList, useRemoteList } from "#state/use-online-query.ts";
import { adminFiles, type FileEntry } from "#sync/schema/admin-functions.ts";
import type { Sort } from "#ui/data-table.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useUrlText } from "#ui/use-url-text.ts";
import { Browse } from "./browse.tsx";
import type { Entry } from "./folder-entries.ts";
import { OwnerSelect } from "./owner-select.tsx";
import { StorageFrame, useStorageSearch } from "./storage-frame.tsx";

type Answer = NonNullable<(typeof adminFiles.answer)["~types"]>["output"];

const entryOf = (path: string, { name, file, ...rest }: FileEntry): Entry =>
  file
    ? { kind: "file", key: file.id, name, file }
    : { kind: "folder", key: `${name}/`, name, path: path === "" ? name : `${path}/${name}`, ...rest };

export function AllStorage() {
  const person = usePerson();
  const online = useStatus("online");
  const [search, change] = useStorageSearch();
  const [sort, setSort] = useState<Sort>({ key: "name", direction: "asc" });
  const { owner = person.id, path = "", q = "" } = search;
  const [text, setText] = useUrlText(q, (next) => change({ q: next || undefined }));
  const wanted = { owner, path, search: q.trim() };
  const asked = useRemoteList(adminFiles, { ...wanted, sort: sort.key, direction: sort.direction, limit: 100 });
  const list = fitting(asked, wanted, online);
  const answer = list.state === "ready" ? list.data : null;
  const mine = owner === person.id;
  // A typed file path opens its folder.
  const file = answer?.file ?? list.rows.find((one) => one.file?.id === search.file)?.file ?? undefined;
  return (
    <StorageFrame
      owner={owner}
      description={<Trans>The builds, assets and documents of every organization, and your own.</Trans>}
      usage={answer ?? (list.state === "loading" ? "loading" : null)}
      notices={answer && <OnlineQueryStates remote={list} failed={null} />}
      owners={
        <OwnerSelect
          owner={mine ? null : { id: owner, name: answer?.owner_name ?? "" }}
          onChange={(id) => change({ owner: id ?? undefined, path: undefined, file: undefined, q: undefined })}
        />
      }
      changes
      mayUpload={mine}
      onChanged={list.reload}
    >
      {({ onSelect, onOpen, ...actions }) => (
        <Browse
          entries={list.rows.map((entry) => entryOf(answer?.path ?? path, entry))}
          path={answer?.path ?? path}
          file={file}
          q={text}
          onSearch={setText}
          sort={sort}
          onSort={setSort}
          states={
            answer ? undefined : (
              <OnlineQueryStates
                remote={list}
                failed={<Trans>Failed to load files</Trans>}
                loading={<SkeletonList rows={4} className="h-14" />}
              />
            )
          }
          more={<LoadMore onMore={list.more} />}
          mayUpload={mine}
          mayDelete
          onOpen={onOpen}
          onSelect={(id) => (id === undefined && answer?.file ? onOpen(answer.path) : onSelect(id))}
          onDeleted={() => {
            if (answer?.file) onOpen(answer.path);
            else onSelect(undefined);
            list.reload();
          }}
          {...actions}
        />
      )}
    </StorageFrame>
  );
}

/** Ignores results for another folder. */
function fitting(
  list: RemoteList<Answer>,
  { owner, path, search }: { owner: string; path: string; search: string },
  online: boolean,
): RemoteList<Answer> {
  if (list.state !== "ready") return list;
  const { data } = list;
  const same = data.owner === owner && (data.path === path || data.file?.file_name === path);
  // While loading, keep the previous results; offline there will be no new ones.
  if (same && (data.search === search || (online && !list.old))) return list;
  const { reload } = list;
  return { state: online ? "loading" : "offline", rows: [], more: null, reload };
}
