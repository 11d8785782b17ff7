import { Trans } from "@lingui/react/macro";
import { Inbox } from "lucide-react";
import { type ReactNode, useState } from "react";
import { HiddenBadge } from "#features/common/widgets/hidden-badge.tsx";
import { FlaggedItem } from "#features/flags/widgets/flagged-item.tsx";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { type RemoteList, useRemoteList } from "#state/use-online-query.ts";
import type { RemotePage, UserList, UserListRow } from "#sync/schema/admin-functions.ts";
import type { SqlFunction } from "#sync/schema/functions.ts";
import { TextButton, TextLink } from "#ui/button.tsx";
import { type Columns, DataTable } from "#ui/data-table.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

export interface OfUser {
  userId: string;
}

interface TableProps<L extends UserList> {
  fn: SqlFunction<RemotePage<UserListRow<L>>>;
  list: L;
  userId: string;
  label: string;
  empty: ReactNode;
  columns: Columns<UserListRow<L>>;
}

export function Table<L extends UserList>({ fn, list, userId, label, empty, columns }: TableProps<L>) {
  const remote = useRemoteList(fn, { user_id: userId, list, limit: 20 });
  return (
    <Pages list={remote} empty={empty}>
      <DataTable caption={label} columns={columns} rows={remote.rows} keyOf={(row) => row.id} />
    </Pages>
  );
}

interface PagesProps {
  list: RemoteList<RemotePage<unknown>>;
  empty: ReactNode;
  children: ReactNode;
}

export const Pages = ({ list, empty, children }: PagesProps) => (
  <RemoteRows
    list={list}
    failed={<Trans>The list could not be loaded</Trans>}
    empty={<EmptyState icon={Inbox} title={empty} />}
  >
    {children}
  </RemoteRows>
);

/** The status, marked if the item is hidden. */
export const State = ({ hidden, children }: { hidden: boolean; children: ReactNode }) => (
  <span className="flex flex-wrap gap-2 max-md:justify-end">
    {children}
    {hidden && <HiddenBadge />}
  </span>
);

/** Hides the label of an empty cell on a phone. */
export const unlessEmpty = "max-md:has-[>span:last-child:empty]:hidden";

export const CampaignLink = ({ id, children }: { id: string; children: string }) => (
  <TextLink to="/admin/campaigns" search={{ campaign: id }} className="wrap-anywhere">
    {children}
  </TextLink>
);

/** Opens a dialog, because admins have no report page. */
export function ReportLink({ id, title }: { id: string; title: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextButton data-opens opensDialog onClick={() => setOpen(true)}>
        {title}
      </TextButton>
      {open && (
        <Dialog open steady title={title} onClose={() => setOpen(false)}>
          <FlaggedItem flag={{ content_type: "feedback", content_id: id }} />
        </Dialog>
      )}
    </>
  );
}
