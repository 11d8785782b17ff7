// Payouts: exported for PayPal, then marked as paid or failed. Works offline; the server updates
// the ledger. Payouts decided before this device's first sync are listed from the server.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { Banknote, Download } from "lucide-react";
import { useState } from "react";
import { ExportCsv } from "#features/sync/widgets/export-csv.tsx";
import { ListStates } from "#features/sync/widgets/list-states.tsx";
import { LongQueue } from "#features/sync/widgets/long-queue.tsx";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { matches } from "#lib/text-match.ts";
import { useList, withListed } from "#state/list.ts";
import { useRemoteList } from "#state/use-online-query.ts";
import { allPayouts } from "#sync/queries/admin.ts";
import { adminPayouts } from "#sync/schema/admin-functions.ts";
import type { Payout } from "#sync/schema/payouts.ts";
import { Button } from "#ui/button.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { EmptyList } from "#ui/no-match.tsx";
import { Page } from "#ui/page-header.tsx";
import { SearchInput } from "#ui/search-input.tsx";
import { useSearchChange } from "#ui/use-search-change.ts";
import { useUrlText } from "#ui/use-url-text.ts";
import { MarkAllPaid } from "./mark-all-paid.tsx";
import { PayoutTable } from "./payout-table.tsx";
import { amountOf, savePayPalFiles } from "./paypal-file.ts";

const route = getRouteApi("/_signed-in/admin/payouts");
type Search = ReturnType<typeof route.useSearch>;

const fits = (payout: Payout, show: Search["show"]) => show === "all" || payout.status === (show ?? "requested");

const exported = ({ id, status, currency, ...p }: Payout) => ({
  ...{ id, status, amount: amountOf({ amount_cents: p.amount_cents, currency }), currency, reason: p.reason },
  ...{ tester_id: p.tester_id, tester: p.tester_name, paypal_email: p.paypal_email },
  ...{ requested_at: p.requested_at, decided_at: p.decided_at ?? "" },
});

export function Payouts() {
  const { t } = useLingui();
  const list = useList(allPayouts(), ["payouts"]);
  const [{ q = "", show }, change] = useSearchChange(route);
  const [text, setText, clearSearch] = useUrlText(q, (next) => change({ q: next || undefined }));
  const all = list.state === "ready" ? list.data : [];
  const found = all.filter((p) => matches(q, p.tester_name, p.paypal_email));
  const shown = found.filter((p) => fits(p, show));
  const requested = shown.filter((p) => p.status === "requested");
  const [inFile, setInFile] = useState<ReadonlySet<string> | null>(null);
  const waiting = found.filter((p) => p.status === "requested").length;
  const pills = [
    { value: "all" as const, label: t({ message: "All", context: "payouts" }) },
    { value: undefined, label: t({ message: "Requested", context: "payouts" }), count: waiting },
    { value: "paid" as const, label: t({ message: "Paid", context: "payouts" }) },
    { value: "failed" as const, label: t({ message: "Failed", context: "payouts" }) },
  ];
  return (
    <Page
      title={t`Payouts`}
      description={<Trans>Payouts that testers have requested.</Trans>}
      actions={
        <>
          {show !== undefined && (
            <ExportCsv fn={adminPayouts} request={{ show, search: q.trim() }} name="payouts" exported={exported} />
          )}
          <Button
            variant="primary"
            icon={Download}
            disabled={requested.length === 0}
            onClick={() => {
              setInFile(new Set(requested.map(({ id }) => id)));
              void savePayPalFiles(requested);
            }}
          >
            <Trans>Export for PayPal</Trans>
          </Button>
          <MarkAllPaid payouts={requested} exported={inFile} />
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <SearchInput value={text} onChange={setText} label={t`Search by tester or address`} className="md:max-w-md" />
        <FilterPills label={t`Status`} value={show} onChange={(show) => change({ show })} pills={pills} />
      </div>
      {list.state !== "ready" && <ListStates list={list} row="h-14" />}
      {list.state === "ready" &&
        (show === undefined ? (
          <>
            {shown.length > 0 && <MissingRows of={["payouts"]} />}
            <LongQueue waiting={all.filter((p) => p.status === "requested").length} />
            <PayoutList payouts={shown} q={q} onClear={clearSearch} />
          </>
        ) : (
          <DecidedPayouts here={shown} show={show} q={q} onClear={clearSearch} />
        ))}
    </Page>
  );
}

interface PayoutListProps {
  payouts: readonly Payout[];
  q: string;
  onClear: () => void;
}

function PayoutList({ payouts, q, onClear }: PayoutListProps) {
  if (payouts.length > 0) return <PayoutTable payouts={payouts} />;
  return (
    <EmptyList q={q} noMatch={<Trans>No payouts match your search</Trans>} onClear={onClear}>
      <SyncedEmptyState of={["payouts"]} icon={Banknote} title={<Trans>No payouts here</Trans>}>
        <Trans>Testers request payouts under Rewards once they have earned something.</Trans>
      </SyncedEmptyState>
    </EmptyList>
  );
}

interface DecidedPayoutsProps extends Omit<PayoutListProps, "payouts"> {
  here: readonly Payout[];
  show: NonNullable<Search["show"]>;
}

function DecidedPayouts({ here, show, q, onClear }: DecidedPayoutsProps) {
  const remote = useRemoteList(adminPayouts, { show, search: q.trim(), limit: 50 });
  const listed = remote.rows.filter((p) => fits(p, show) && matches(q, p.tester_name, p.paypal_email));
  const payouts = withListed(here, listed, (p) => p.requested_at);
  // Wait for the server's payouts, which are sorted in between.
  const known = remote.state === "ready" || (remote.state !== "loading" && payouts.length > 0);
  return (
    <>
      <OnlineQueryStates remote={remote} failed={<Trans>The decided payouts could not be loaded</Trans>} />
      {known && <PayoutList payouts={payouts} q={q} onClear={onClear} />}
      <LoadMore onMore={remote.more} />
    </>
  );
}
