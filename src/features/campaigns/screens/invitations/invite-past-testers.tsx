// Invites testers whom the organization accepted before: selected ones, or all matches of a filter.
// Sends after a preview.
import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ListChecks, UserRoundCheck } from "lucide-react";
import { useState } from "react";
import { karmaLabel } from "#features/common/account-labels.ts";
import { useServerCall } from "#features/common/use-server-call.ts";
import { platformName } from "#features/organizations/platform-name.ts";
import {
  isFiltered,
  noFilters,
  peopleFilter,
  platformsOfDevices,
  type TesterFilters,
} from "#features/organizations/tester-filters.ts";
import { usePastTesters, useTesterGroups } from "#features/organizations/use-past-testers.ts";
import { CallFailed } from "#features/organizations/widgets/call-failed.tsx";
import { PastTesterFilters } from "#features/organizations/widgets/past-tester-filters.tsx";
import { PastTesterName } from "#features/organizations/widgets/past-tester-name.tsx";
import { TesterCount } from "#features/organizations/widgets/tester-count.tsx";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import type { Campaign } from "#sync/schema/campaigns.ts";
import {
  type InvitedPastTesters,
  invitePastTesters,
  type PastTester,
  PEOPLE_AT_ONCE,
  type PeopleFilter,
} from "#sync/schema/past-tester-functions.ts";
import { waveLimits } from "#sync/schema/wave-functions.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { Notice } from "#ui/notice.tsx";
import { inviteFailure } from "../../invitation-labels.ts";
import { type InvitingProps, SendInvitations } from "./send-invitations.tsx";

interface InvitePastTestersProps extends InvitingProps {
  onInvited: () => void;
}

export function InvitePastTesters({ campaign, waves, online, onInvited }: InvitePastTestersProps) {
  const { t } = useLingui();
  const [filters, setFilters] = useState<TesterFilters>({});
  const [everybody, setEverybody] = useState(false);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [preview, setPreview] = useState<InvitedPastTesters | null>(null);
  const { pending, failure, run } = useServerCall();
  const people: PeopleFilter = everybody ? { ...peopleFilter(filters), not_in_campaign: campaign.id } : { ids: picked };
  const check = async () => {
    const done = await run((transport) =>
      transport.rpc(invitePastTesters, { campaign: campaign.id, people, send: false }),
    );
    if (done.ok) setPreview(done.value);
  };
  if (preview) {
    const count = Math.min(preview.invited + preview.more, waveLimits.candidates.max);
    return (
      <SendInvitations
        {...{ campaign, waves, online }}
        recipients={people}
        count={count}
        preview={<Preview {...preview} count={count} />}
        sendAll={(transport) => transport.rpc(invitePastTesters, { campaign: campaign.id, people, send: true })}
        sent={t`They get a notification and an email. The invitations are good for 7 days.`}
        onBack={() => setPreview(null)}
        onSent={onInvited}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <CallFailed failure={failure} textOf={inviteFailure} />
      <Choice
        {...{ campaign, filters, everybody, picked }}
        onFilter={(change) => {
          setFilters({ ...filters, ...change });
          setEverybody(false);
        }}
        onEverybody={setEverybody}
        onPick={setPicked}
      />
      {(everybody || picked.length > 0) && (
        <div className="flex flex-wrap items-center justify-end gap-3">
          {!everybody && picked.length > PEOPLE_AT_ONCE && (
            <span className="text-caution text-sm">
              {t`${plural(PEOPLE_AT_ONCE, { one: "At most # can be invited at once.", other: "At most # can be invited at once." })}`}
            </span>
          )}
          <Button
            variant="primary"
            icon={ListChecks}
            disabled={!online || (!everybody && picked.length > PEOPLE_AT_ONCE)}
            pending={pending}
            onClick={() => void check()}
          >
            <Trans>Check selection</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

/** @param count maximum length of a list */
function Preview({ invited, joined, waiting, more, count }: InvitedPastTesters & { count: number }) {
  const left = invited + more - count;
  return (
    <>
      <Notice tone={count > 0 ? "positive" : "caution"} live>
        {count > 0 ? (
          <Plural value={count} one="# tester will be invited." other="# testers will be invited." />
        ) : (
          <Trans>There are no testers to invite.</Trans>
        )}
      </Notice>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-muted text-sm empty:hidden">
        {joined > 0 && (
          <li>
            <Plural
              value={joined}
              one="# already has access to the campaign."
              other="# already have access to the campaign."
            />
          </li>
        )}
        {waiting > 0 && (
          <li>
            <Plural
              value={waiting}
              one="# has been invited before and has not answered yet."
              other="# have been invited before and have not answered yet."
            />
          </li>
        )}
        {left > 0 && (
          <li>
            <Plural
              value={left}
              one="# more does not fit into one list. Invite them afterwards."
              other="# more do not fit into one list. Invite them afterwards."
            />
          </li>
        )}
      </ul>
    </>
  );
}

interface ChoiceProps {
  campaign: Campaign;
  filters: TesterFilters;
  everybody: boolean;
  picked: readonly string[];
  onFilter: (change: TesterFilters) => void;
  onEverybody: (everybody: boolean) => void;
  onPick: (ids: readonly string[]) => void;
}

function Choice({ campaign, filters, everybody, picked, onFilter, onEverybody, onPick }: ChoiceProps) {
  const { t } = useLingui();
  const { list, shown, total } = usePastTesters(campaign.org_id, filters, campaign.id);
  const { groups } = useTesterGroups(campaign.org_id);
  const filtered = isFiltered(filters) || filters.group !== undefined;
  const ready = list.state === "ready";
  if (ready && shown.length === 0 && !filtered) {
    return (
      <EmptyState icon={UserRoundCheck} title={<Trans>No testers to invite yet</Trans>}>
        <Trans>
          Everybody you have accepted to one of your campaigns appears here, except those who have access to this one.
        </Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <PastTesterFilters orgId={campaign.org_id} filters={filters} groups={groups} onChange={onFilter} />
      <OnlineQueryStates remote={list} failed={<Trans>The testers could not be loaded</Trans>} />
      {ready && shown.length === 0 && (
        <NoMatch
          title={<Trans>No testers found</Trans>}
          onClear={() => onFilter({ ...noFilters, group: undefined })}
          clear="both"
        />
      )}
      {ready && shown.length > 0 && (
        <>
          <Checkbox
            className="font-medium"
            checked={everybody}
            onChange={(event) => onEverybody(event.target.checked)}
            label={
              <Trans>
                All in this list: <TesterCount value={total} />
              </Trans>
            }
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, also with the keyboard */}
          <div tabIndex={0} role="group" aria-label={t`Past testers`} className="max-h-80 overflow-y-auto">
            <ul className="divide-y divide-line">
              {shown.map((one) => (
                <li key={one.id} className="[content-visibility:auto] [contain-intrinsic-block-size:3.5rem]">
                  <Line
                    tester={one}
                    checked={everybody || picked.includes(one.id)}
                    disabled={everybody}
                    onChange={() =>
                      onPick(picked.includes(one.id) ? picked.filter((id) => id !== one.id) : [...picked, one.id])
                    }
                  />
                </li>
              ))}
            </ul>
            <LoadMore onMore={list.more} />
          </div>
          {!everybody && picked.length > 0 && (
            <p role="status" className="text-sm">
              <Plural value={picked.length} one="# selected" other="# selected" />
            </p>
          )}
        </>
      )}
    </>
  );
}

interface LineProps {
  tester: PastTester;
  checked: boolean;
  disabled: boolean;
  onChange: () => void;
}

function Line({ tester: { card, tests }, checked, disabled, onChange }: LineProps) {
  const { t } = useLingui();
  const facts = [
    `${t(karmaLabel.title)}: ${card.karma}`,
    t`${plural(tests, { one: "# test with you", other: "# tests with you" })}`,
    ...platformsOfDevices(card.devices).map((one) => platformName(one, t)),
  ];
  return (
    <Checkbox
      checked={checked}
      disabled={disabled}
      onChange={onChange}
      label={
        <span className="flex flex-col gap-0.5">
          <PastTesterName card={card} />
          <span className="text-muted text-sm">{facts.join(" · ")}</span>
        </span>
      }
    />
  );
}
