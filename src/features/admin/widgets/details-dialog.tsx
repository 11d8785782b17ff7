// Details of a campaign or app for admins, with its flags. Loaded from the server; cached while
// offline.
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Remote } from "#state/use-online-query.ts";
import type { AdminCampaignDetails } from "#sync/schema/admin-functions.ts";
import { TextLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Fact } from "#ui/fact.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { FlagCard } from "../../flags/widgets/flag-card.tsx";
import { PersonLink } from "../../flags/widgets/person-link.tsx";
import { OnlineQueryStates } from "../../sync/widgets/online-query-states.tsx";

type Details = Pick<
  AdminCampaignDetails,
  "title" | "description" | "org_id" | "org_name" | "developer_id" | "developer_name" | "created_at" | "flags"
>;

interface DetailsDialogProps<D extends Details> {
  remote: Remote<D | null>;
  title: ReactNode;
  failed: ReactNode;
  onClose: () => void;
  badges: (found: D) => ReactNode;
  facts: (found: D) => ReactNode;
  footer?: (found: D) => ReactNode;
}

export function DetailsDialog<D extends Details>(props: DetailsDialogProps<D>) {
  const { remote, title, failed, onClose, badges, facts, footer } = props;
  const found = remote.state === "ready" ? remote.data : null;
  return (
    <Dialog
      open
      steady
      size="lg"
      title={found?.title ?? title}
      onClose={onClose}
      footer={found && footer ? footer(found) : undefined}
    >
      <div className="flex flex-col gap-5">
        <OnlineQueryStates remote={remote} failed={failed} />
        {remote.state === "ready" && !found && <Trans>This no longer exists.</Trans>}
        {found && (
          <>
            <div className="flex flex-wrap gap-2">{badges(found)}</div>
            <p className="max-w-prose whitespace-pre-wrap break-words">{found.description}</p>
            <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm md:grid-cols-4">
              <Fact label={<Trans>Organization</Trans>}>
                <TextLink to="/organizations/$orgId" params={{ orgId: found.org_id }}>
                  {found.org_name}
                </TextLink>
              </Fact>
              <Fact label={<Trans>Developer</Trans>}>
                <PersonLink id={found.developer_id} name={found.developer_name} />
              </Fact>
              <Fact label={<Trans>Created</Trans>}>
                <DateText value={found.created_at} absolute />
              </Fact>
              {facts(found)}
            </dl>
            <Flags flags={found.flags} reload={remote.reload} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Flags of the item. Open ones link to the flags page, where decisions are made. */
function Flags({ flags, reload }: { flags: Details["flags"]; reload: () => void }) {
  const navigate = useNavigate();
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-base">
        <Trans>Flags</Trans>
      </h3>
      {flags.length === 0 && (
        <p className="text-muted text-sm">
          <Trans>There are no flags.</Trans>
        </p>
      )}
      {flags.map((flag) => (
        <FlagCard
          key={flag.id}
          flag={flag}
          onServer={reload}
          onReview={() => void navigate({ to: "/admin/flags", search: { flag: flag.id } })}
        />
      ))}
    </section>
  );
}
