import type { ReactNode } from "react";
import type { RemoteList } from "#state/use-online-query.ts";
import type { RemotePage } from "#sync/schema/admin-functions.ts";
import { LoadMore } from "#ui/load-more.tsx";
import { OnlineQueryStates } from "./online-query-states.tsx";

interface RemoteRowsProps {
  list: RemoteList<RemotePage<unknown>>;
  failed: ReactNode;
  empty: ReactNode;
  children?: ReactNode;
}

/** A list from the server in all its states. */
export const RemoteRows = ({ list, failed, empty, children }: RemoteRowsProps) => (
  <>
    <OnlineQueryStates remote={list} failed={failed} />
    {list.state === "ready" && list.rows.length === 0 && empty}
    {list.rows.length > 0 && children}
    <LoadMore onMore={list.more} />
  </>
);
