// The applicants of a campaign. Counts free spots like the server, so that disabled buttons explain
// the reason.
import { Trans, useLingui } from "@lingui/react/macro";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { LayoutGrid, Smartphone, Table2, UserPlus } from "lucide-react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useToday } from "#features/common/campaign-rules.ts";
import { useCampaignSearch } from "#features/common/use-campaign-search.ts";
import { MissingRows } from "#features/sync/widgets/missing-rows.tsx";
import { useRejectedChanges } from "#features/sync/widgets/rejected-change-notice.tsx";
import { SyncedEmptyState } from "#features/sync/widgets/synced-empty-state.tsx";
import { matches } from "#lib/text-match.ts";
import { useCan } from "#state/organization.ts";
import { useQuery, useQueryOr } from "#state/query.ts";
import { applicantsOf } from "#sync/queries/applications.ts";
import { appById } from "#sync/queries/apps.ts";
import type { Application } from "#sync/schema/applications.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { useWide } from "#ui/use-wide.ts";
import { ViewSwitch } from "#ui/view-switch.tsx";
import { RowList } from "#ui/virtual-list.tsx";
import { applicantsStatusLabel } from "../../labels.ts";
import { ApplicantCard } from "./applicant-card.tsx";
import { ApplicantFilters } from "./applicant-filters.tsx";
import { answersMatch, fitsFully, isWaiting, sortApplicants, spotsOf } from "./applicant-list-rules.ts";
import { ApplicantTable } from "./applicant-table.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { CampaignDevices } from "./campaign-devices.tsx";
import { CompactApplicant } from "./compact-applicant.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { NudgeTesters } from "./nudge-testers.tsx";
import { useApplicantView } from "./use-applicant-view.ts";

const route = getRouteApi("/_signed-in/developer/campaigns/$campaignId/");
const shownStatuses = ["pending", "accepted", "rejected", "completed", "withdrawn", "removed"] as const;

export function Applicants({ campaign }: { campaign: Campaign }) {
  const { devices } = route.useSearch();
  const navigate = useNavigate({ from: "/developer/campaigns/$campaignId/" });
  const read = useQuery(applicantsOf(campaign.id));
  const manages = useCan("manage", campaign.org_id);
  const opener = useRef<HTMLButtonElement>(null);
  const wereOpen = useRef(false);
  const areOpen = devices === true && manages;
  // Restore the focus when the user returns from the devices view.
  useEffect(() => {
    if (wereOpen.current && !areOpen) opener.current?.focus();
    wereOpen.current = areOpen;
  }, [areOpen]);
  if (areOpen) {
    return (
      <CampaignDevices
        campaign={campaign}
        onBack={() => void navigate({ search: (old) => ({ ...old, devices: undefined }), replace: true })}
      />
    );
  }
  if (read.state === "error") return <ErrorState onRetry={() => window.location.reload()} />;
  if (read.state === "loading") return <SkeletonList />;
  if (read.data.length === 0) return <NobodyYet campaign={campaign} />;
  return <ApplicantList campaign={campaign} applicants={read.data} devicesButton={opener} />;
}

function NobodyYet({ campaign }: { campaign: Campaign }) {
  return (
    <SyncedEmptyState of={["applications"]} icon={UserPlus} title={<Trans>No applicants yet</Trans>}>
      {campaign.status === "draft" ? (
        <Trans>Testers can apply once the campaign is published.</Trans>
      ) : campaign.hidden ? (
        <Trans>An admin has hidden this campaign. Testers cannot apply until it is shown again.</Trans>
      ) : campaign.visibility === "private" && campaign.status === "active" ? (
        <Trans>Only testers you invite can see this campaign and apply.</Trans>
      ) : (
        <Trans>Applicants appear here with their devices, experience and answers.</Trans>
      )}
    </SyncedEmptyState>
  );
}

interface ApplicantListProps {
  campaign: Campaign;
  applicants: readonly Application[];
  devicesButton: RefObject<HTMLButtonElement | null>;
}

function ApplicantList({ campaign, applicants, devicesButton }: ApplicantListProps) {
  const { t } = useLingui();
  const [{ q = "", applicants: status, order = "newest", match, fit }, filter] = useCampaignSearch();
  const navigate = useNavigate({ from: "/developer/campaigns/$campaignId/" });
  const rejectedChanges = useRejectedChanges("applications");
  const manages = useCan("manage", campaign.org_id);
  const wide = useWide("48rem");
  const [view, setView] = useApplicantView();
  const whyId = useId();
  // Ids, so that applicants stay in the comparison after a decision.
  const [compared, setCompared] = useState<readonly string[]>([]);
  const [reading, setReading] = useState<string | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());

  const found = applicants.filter(
    (a) =>
      (!match || answersMatch(campaign, a) === (match === "yes")) &&
      (!fit || fitsFully(campaign, a) === (fit === "all")) &&
      matches(q, a.card.name, a.message, ...a.card.expertise, ...a.card.devices.map((d) => `${d.name} ${d.os}`)),
  );
  const shown = sortApplicants(
    campaign,
    found.filter((a) => !status || a.status === status),
    order,
  );
  const countOf = (one: Application["status"]) => found.filter((a) => a.status === one).length;
  const app = useQueryOr(campaign.app_id ? appById(campaign.app_id) : null, null);
  const isForIos = campaign.platform === "ios" || app?.platform === "ios";
  const spots = spotsOf(campaign, applicants, useToday());
  const pending = shown.filter(isWaiting);
  const chosen = pending.filter((a) => picked.has(a.id));
  const toggle = (id: string) =>
    setPicked((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set(old).add(id)));
  const pills = [
    { value: undefined, label: t`Everyone`, count: found.length },
    ...shownStatuses
      .filter((one) => one === status || one === "pending" || countOf(one) > 0)
      .map((value) => ({ value, label: t(applicantsStatusLabel[value]), count: countOf(value) })),
  ];
  const mayPick = (application: Application) => manages && pending.length > 1 && isWaiting(application);
  const cardOf = (application: Application) => ({
    ...{ application, campaign, spots, rejectedChange: rejectedChanges.get(application.id) },
    ...(mayPick(application) ? { picked: picked.has(application.id), onPick: () => toggle(application.id) } : {}),
  });
  const card = (application: Application) =>
    wide ? <ApplicantCard {...cardOf(application)} /> : <CompactApplicant {...cardOf(application)} whyId={whyId} />;
  const read = applicants.find((a) => a.id === reading);
  // Once for the list; wide cards show it individually.
  const closed = (!wide || view === "table") && manages && pending.length > 0 ? spots.closed : null;

  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <MissingRows of={["applications"]} />
      <ApplicantFilters campaign={campaign} spots={spots} filter={{ q, order, match, fit }} onFilter={filter} />
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <FilterPills
            label={t`Status`}
            value={status}
            onChange={(applicants) => filter({ applicants })}
            pills={pills}
          />
        </div>
        {/* On a phone, table rows look like cards, so there is no switch. */}
        <ViewSwitch
          className="max-md:hidden"
          value={view}
          onChange={setView}
          views={[
            { value: "cards", label: t`Cards`, icon: LayoutGrid },
            { value: "table", label: t`Table`, icon: Table2 },
          ]}
        />
      </div>
      {manages && (campaign.status === "active" || isForIos) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
          {campaign.status === "active" && <NudgeTesters campaignId={campaign.id} />}
          {isForIos && (
            <Button
              ref={devicesButton}
              size="sm"
              icon={Smartphone}
              onClick={() => void navigate({ search: (old) => ({ ...old, devices: true }), replace: true })}
            >
              <Trans>iPhones and iPads</Trans>
            </Button>
          )}
        </div>
      )}
      {manages && pending.length > 1 && (
        <BulkBar
          campaign={campaign}
          spots={spots}
          pending={pending}
          chosen={chosen}
          onChoose={(ids) => setPicked(new Set(ids))}
          onCompare={() => setCompared(chosen.map((a) => a.id))}
        />
      )}
      {closed && (
        <p id={whyId} className="text-muted text-sm">
          {t(closed)}
        </p>
      )}
      {shown.length === 0 ? (
        <NoMatch
          title={<Trans>No applicants found</Trans>}
          onClear={() => filter({ q: undefined, applicants: undefined, match: undefined, fit: undefined })}
        />
      ) : view === "table" ? (
        <ApplicantTable
          campaign={campaign}
          applicants={shown}
          spots={spots}
          whyId={whyId}
          order={order}
          onOrder={(next) => filter({ order: next })}
          picked={picked}
          mayPick={mayPick}
          onPick={toggle}
          onOpen={setReading}
        />
      ) : (
        <RowList
          items={shown}
          label={t`Applicants`}
          estimate={wide ? 260 : 108}
          minItemWidth={wide ? 440 : 280}
          render={card}
        />
      )}
      {read && (
        <Dialog open onClose={() => setReading(null)} title={<Trans>Applicant</Trans>}>
          <ApplicantCard {...cardOf(read)} />
        </Dialog>
      )}
      {compared.length > 0 && (
        <CompareDialog
          campaign={campaign}
          applicants={applicants.filter((a) => compared.includes(a.id))}
          spots={spots}
          onClose={() => setCompared([])}
        />
      )}
    </div>
  );
}
