// Payouts (T8): what testers have asked for. Exported for PayPal, then marked as paid or failed;
// works offline, the ledger follows on the server.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Banknote, Download } from "lucide-react";
import { allPayouts } from "../../../../../sync/queries/admin.ts";
import type { Payout } from "../../../../../sync/schema/payouts.ts";
import { matches } from "../../../../lib/text-match.ts";
import { useList } from "../../../../state/list.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { FilterPills } from "../../../../ui/filter-pills.tsx";
import { EmptyList } from "../../../../ui/no-match.tsx";
import { PageHeader } from "../../../../ui/page-header.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { useUrlText } from "../../../../ui/use-url-text.ts";
import { ListStates } from "../../../sync/widgets/list-states.tsx";
import { MarkAllPaid } from "./mark-all-paid.tsx";
import { PayoutTable } from "./payout-table.tsx";
import { savePayPalFiles } from "./paypal-file.ts";

const route = getRouteApi("/_signed-in/admin/payouts");
type Search = ReturnType<typeof route.useSearch>;

export function Payouts() {
  const { t } = useLingui();
  const list = useList(allPayouts());
  const { q = "", show } = route.useSearch();
  const navigate = useNavigate({ from: "/admin/payouts" });
  const change = (next: Partial<Search>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });
  const [text, setText, clearSearch] = useUrlText(q, (next) => change({ q: next || undefined }));
  const found = (list.state === "ready" ? list.data : []).filter((p) => matches(q, p.tester_name, p.paypal_email));
  const shown = found.filter((p) => show === "all" || p.status === (show ?? "requested"));
  const requested = shown.filter((p) => p.status === "requested");
  const count = (status: Payout["status"]) => found.filter((p) => p.status === status).length;
  const pills = [
    { value: "all" as const, label: t({ message: "All", context: "payouts" }), count: found.length },
    { value: undefined, label: t({ message: "Requested", context: "payouts" }), count: count("requested") },
    { value: "paid" as const, label: t({ message: "Paid", context: "payouts" }), count: count("paid") },
    { value: "failed" as const, label: t({ message: "Failed", context: "payouts" }), count: count("failed") },
  ];
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t`Payouts`}
        description={<Trans>Payouts that testers have requested.</Trans>}
        actions={
          requested.length > 0 && (
            <>
              <Button icon={Download} onClick={() => void savePayPalFiles(requested)}>
                <Trans>Export for PayPal</Trans>
              </Button>
              <MarkAllPaid payouts={requested} />
            </>
          )
        }
      />
      <div className="flex flex-col gap-3">
        <SearchInput value={text} onChange={setText} label={t`Search by tester or address`} className="md:max-w-md" />
        <FilterPills label={t`Status`} value={show} onChange={(show) => change({ show })} pills={pills} />
      </div>
      {list.state !== "ready" && <ListStates list={list} row="h-14" />}
      {shown.length > 0 && <PayoutTable payouts={shown} />}
      {list.state === "ready" && shown.length === 0 && (
        <EmptyList q={q} noMatch={<Trans>No payouts match your search</Trans>} onClear={clearSearch}>
          <EmptyState icon={Banknote} title={<Trans>No payouts here</Trans>}>
            <Trans>Testers request payouts under Rewards once they have earned something.</Trans>
          </EmptyState>
        </EmptyList>
      )}
    </div>
  );
}
