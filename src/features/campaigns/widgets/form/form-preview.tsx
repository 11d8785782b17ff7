import { Trans } from "@lingui/react/macro";
import { type ComponentProps, useId } from "react";
import { useWatch } from "react-hook-form";
import { useOrganization } from "#state/organization.ts";
import { useQueryOr } from "#state/query.ts";
import { appById } from "#sync/queries/apps.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import type { Task } from "#sync/schema/tasks.ts";
import { minutesOfAll, requiredOfAll } from "#sync/tasks/outcome.ts";
import { Button } from "#ui/button.tsx";
import { CampaignCard } from "../campaign-card.tsx";
import type { CampaignFormApi } from "./tab-props.ts";

interface FormPreviewProps {
  form: CampaignFormApi;
  currency: Campaign["currency"];
  joined: number;
}

export function FormPreview({ form, currency, joined }: FormPreviewProps) {
  const values = useWatch({ control: form.control });
  const headingId = useId();
  const organization = useOrganization();
  const app = useQueryOr(values.app_id ? appById(values.app_id) : null, null);
  // Cast: values of a watched form are partial by their type only.
  const required = requiredOfAll((values.tasks ?? []) as Task[]);
  const shown: ComponentProps<typeof CampaignCard>["campaign"] = {
    id: "preview",
    org_id: organization.org_id,
    developer_name: organization.name,
    app_id: values.app_id || null,
    icon_path: app?.icon_path ?? "",
    title: values.title?.trim() ?? "",
    description: values.description?.trim() ?? "",
    category: values.category ?? "productivity",
    platform: values.platform ?? "all",
    end_date: values.end_date ?? "",
    max_testers: values.max_testers || 0,
    effort_minutes: values.effort_minutes || null,
    required_tasks: required.length,
    task_minutes: minutesOfAll(required),
    reward_model: values.reward_model ?? "testing",
    reward_amount_cents: values.reward_amount_cents || 0,
    currency,
    requirements: values.requirements ?? "",
    auto_select: values.auto_select ?? true,
    published_at: null,
    testers_joined: joined,
  };
  return (
    <aside aria-labelledby={headingId} className="beside flex flex-col gap-3">
      <h2 id={headingId} className="font-semibold text-muted text-sm">
        <Trans>What testers will see</Trans>
      </h2>
      {/* A grid, because the card aligns its parts with its parent's rows. */}
      <div inert className="grid">
        <CampaignCard
          campaign={shown}
          headingLevel={3}
          action={
            <Button variant="primary">
              <Trans>Apply Now</Trans>
            </Button>
          }
        />
      </div>
    </aside>
  );
}
