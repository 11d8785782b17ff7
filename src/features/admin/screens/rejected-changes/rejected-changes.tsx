// Changes that replication rejected in the last 90 days, by reason and collection, for support
// requests.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { CircleCheckBig } from "lucide-react";
import { collectionLabel } from "#features/sync/labels.ts";
import { RemoteRows } from "#features/sync/widgets/remote-rows.tsx";
import { matches } from "#lib/text-match.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { adminRejections, type Rejection } from "#sync/schema/admin-functions.ts";
import { type CollectionName, schemas } from "#sync/schema/collections.ts";
import { Chip } from "#ui/badge.tsx";
import { type Column, column, DataTable } from "#ui/data-table.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { TableFilters } from "#ui/table-filters.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { reasonText } from "./rejection-reasons.ts";

const route = getRouteApi("/_signed-in/admin/rejections");

/** Readable reason, searchable code, and the server's English message in a disclosure. */
function Why({ rejection: { code, message } }: { rejection: Rejection }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-1 break-words">
      <span>
        {t(reasonText(code))} <code className="text-muted text-xs">{code}</code>
      </span>
      {message !== "" && (
        <details className="text-muted text-sm">
          <summary className="min-h-6 w-fit">
            <Trans>Server message</Trans>
          </summary>
          <p lang="en" className="break-all">
            {message}
          </p>
        </details>
      )}
    </div>
  );
}

const isCollection = (name: string): name is CollectionName => name in schemas;

export function RejectedChanges() {
  const { t } = useLingui();
  const [search, change] = useSearchChange(route);
  const { q = "", code, collection } = search;
  const request = { search: q.trim(), code: code ?? "", collection: collection ?? "", limit: 100 };
  const fits = (r: Rejection) =>
    matches(q, r.message, r.user_name, r.user_email, r.row_id) &&
    (!code || r.code === code) &&
    (!collection || r.collection === collection);
  const list = useRemoteList(adminRejections, request, { fits });
  const groups = list.state === "ready" ? list.data.groups : [];
  const nameOf = (name: string) => (isCollection(name) ? t(collectionLabel[name]) : name);
  const sum = (by: "code" | "collection") => {
    const counts = new Map<string, number>();
    for (const group of groups) counts.set(group[by], (counts.get(group[by]) ?? 0) + group.n);
    return [...counts];
  };
  const codes = sum("code").map(([value, n]) => ({ value, label: `${t(reasonText(value))} · ${value} (${n})` }));
  const collections = sum("collection").map(([value, n]) => ({ value, label: `${nameOf(value)} (${n})` }));
  const columns: Column<Rejection>[] = [
    column("at", t`When`, { primary: true }, (r) => <DateText value={r.at} />),
    column("user", t`User`, (r) => <EmailText value={r.user_name || r.user_email || "–"} />),
    column("collection", t`What`, (r) => <Chip>{nameOf(r.collection)}</Chip>),
    column("why", t`Why`, (r) => <Why rejection={r} />),
  ];
  const filtered = q !== "" || code !== undefined || collection !== undefined;
  return (
    <Page
      title={t`Rejected changes`}
      description={<Trans>Changes from people's devices that the server rejected in the last 90 days.</Trans>}
    >
      <TableFilters
        label={t`Search rejected changes`}
        search={search}
        onChange={change}
        filters={{
          code: { label: t`Reason`, all: t`All reasons`, options: codes },
          collection: { label: t`Kind`, all: t`All kinds`, options: collections },
        }}
      />
      <RemoteRows
        list={list}
        failed={<Trans>The rejected changes could not be loaded</Trans>}
        empty={
          filtered ? (
            <NoMatch
              title={<Trans>No rejected changes match</Trans>}
              onClear={() => change({ q: undefined, code: undefined, collection: undefined })}
            />
          ) : (
            <EmptyState icon={CircleCheckBig} title={<Trans>No rejected changes</Trans>}>
              <Trans>Every change was accepted. Look here when a user says that something did not arrive.</Trans>
            </EmptyState>
          )
        }
      >
        <DataTable caption={t`Rejected changes`} columns={columns} rows={list.rows} keyOf={(r) => r.id} />
      </RemoteRows>
    </Page>
  );
}
