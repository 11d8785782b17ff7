// The four-tab campaign form (S16), for a new campaign and for an existing one. Next checks the tab
// it leaves; tabs can be opened directly; what is wrong when it is sent is shown on the tab where
// it stands.
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import type { Campaign } from "../../../../../sync/schema/campaigns.ts";
import type { Failure } from "../../../../state/store.ts";
import { Button } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/cx.ts";
import { useForm } from "../../../../ui/form/use-form.ts";
import { FormBar } from "../../../../ui/form-bar.tsx";
import { Tabs } from "../../../../ui/tabs.tsx";
import { FormFailure } from "../../../sync/widgets/form-end.tsx";
import { type FormTab, formTabs } from "../../search.ts";
import { BasicTab } from "./basic-tab.tsx";
import {
  type CampaignFormIn,
  type CampaignFormOut,
  campaignForm,
  type FormLimits,
  fieldsOf,
} from "./campaign-values.ts";
import { DetailsTab } from "./details-tab.tsx";
import { FormPreview } from "./form-preview.tsx";
import { RequirementsTab } from "./requirements-tab.tsx";
import { RestoredDraftNotice, type RestoredDraftProps } from "./restored-draft-notice.tsx";
import { RewardsTab } from "./rewards-tab.tsx";
import { TemplatePicker } from "./template-picker.tsx";

export interface CampaignFormProps {
  defaults: CampaignFormIn;
  /** Name of the draft: what is typed is saved under it until it is sent. */
  draft: string;
  /** The campaign is there already. */
  existing?: boolean;
  limits: FormLimits;
  tab: FormTab;
  onTab: (tab: FormTab) => void;
  onSend: (values: CampaignFormOut) => Promise<{ ok: true } | { ok: false; error: Failure }>;
  sendLabel: ReactNode;
  /** Offers the built-in templates. */
  withTemplates?: boolean;
  /** A published campaign's promises stay as they are. */
  published?: boolean;
  currency: Campaign["currency"];
  /** Said when the form was filled in from its draft. */
  restored: Pick<RestoredDraftProps, "dropLabel" | "children">;
  /** The draft is deleted: the form begins anew. */
  onRestart: () => void;
}

export function CampaignForm(props: CampaignFormProps) {
  const { defaults, draft, limits, tab, onTab, onSend, sendLabel, published = false, currency } = props;
  const { t } = useLingui();
  const form = useForm<CampaignFormIn, CampaignFormOut>({
    schema: campaignForm(limits),
    defaults,
    draft: { key: draft },
    existing: props.existing ?? false,
    onSubmit: onSend,
  });

  const at = formTabs.indexOf(tab);
  const last = at === formTabs.length - 1;
  const focusAt = useRef<keyof CampaignFormIn>(undefined);
  // With the tab itself, before anybody can type there: later, it would take the focus from where
  // they are by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the tab changes, and then only.
  useLayoutEffect(() => {
    if (focusAt.current) form.setFocus(focusAt.current);
    focusAt.current = undefined;
  }, [tab]);
  /** A hidden field takes no focus: `field` gets it when its tab is shown. */
  const open = (to: FormTab | undefined, field?: keyof CampaignFormIn) => {
    if (!to) return;
    if (to === tab) {
      if (field) form.setFocus(field);
      return;
    }
    focusAt.current = field;
    onTab(to);
  };
  const next = async () => {
    if (!(await form.trigger([...fieldsOf[tab]], { shouldFocus: true }))) return;
    const following = formTabs[at + 1];
    open(following, following && fieldsOf[following][0]);
  };
  /**
   * The whole form: the first tab with an error is opened, and its first wrong field gets the
   * focus.
   */
  const send = async () => {
    if (await form.trigger()) return form.send();
    const wrong = formTabs.find((one) => fieldsOf[one].some((name) => form.getFieldState(name).invalid));
    open(wrong, wrong && fieldsOf[wrong].find((one) => form.getFieldState(one).invalid));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (last || published ? send() : next());
  };
  const names = { basic: t`Basic Info`, details: t`Details`, rewards: t`Rewards`, requirements: t`Requirements` };
  const panels = { basic: BasicTab, details: DetailsTab, rewards: RewardsTab, requirements: RequirementsTab };
  const { isSubmitting, errors } = form.formState;

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <form noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-6">
        {form.restored && (
          <RestoredDraftNotice
            {...props.restored}
            onDrop={() => {
              form.discard();
              props.onRestart();
            }}
          />
        )}
        {props.withTemplates && tab === "basic" && <TemplatePicker form={form} />}
        <Tabs
          label={t`Parts of the campaign`}
          value={tab}
          onChange={(to) => open(to)}
          tabs={formTabs.map((value, index) => ({
            value,
            label: (
              <>
                <span aria-hidden className="hidden text-muted tabular-nums sm:inline">
                  {index + 1}
                </span>
                {names[value]}
              </>
            ),
            badge: fieldsOf[value].some((name) => errors[name]) ? (
              <span className="size-2 rounded-full bg-danger">
                <span className="sr-only">
                  <Trans>has errors</Trans>
                </span>
              </span>
            ) : (
              fieldsOf[value].some((name) => form.meanwhile?.(name)) && (
                <span className="size-2 rounded-full bg-caution">
                  <span className="sr-only">
                    <Trans>was changed elsewhere</Trans>
                  </span>
                </span>
              )
            ),
          }))}
        >
          {/* All four stay on the page: a field that is gone would neither keep its text as typed
              nor be checked. */}
          {formTabs.map((one) => {
            const Panel = panels[one];
            return (
              <div key={one} hidden={one !== tab} className={cx("flex-col gap-5", one === tab && "flex")}>
                <Panel form={form} published={published} currency={currency} />
              </div>
            );
          })}
        </Tabs>
        <FormFailure form={form} />
        <FormBar>
          <Button disabled={at === 0} onClick={() => open(formTabs[at - 1])}>
            <Trans>Previous Step</Trans>
          </Button>
          <div className="flex flex-wrap gap-3">
            {!last && (
              <Button
                variant={published ? "secondary" : "primary"}
                type={published ? "button" : "submit"}
                onClick={published ? () => void next() : undefined}
              >
                <Trans>Next Step</Trans>
              </Button>
            )}
            {(last || published) && (
              <Button type="submit" variant="primary" pending={isSubmitting}>
                {sendLabel}
              </Button>
            )}
          </div>
        </FormBar>
      </form>
      <FormPreview form={form} currency={currency} joined={limits.fewestTesters} />
    </div>
  );
}
