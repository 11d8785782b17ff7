// The four-tab form for new and existing campaigns. Next validates its tab; any tab can be opened
// directly; submitting opens the first tab with an error.
import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useLayoutEffect, useRef } from "react";
import { SaveBar } from "#features/sync/widgets/form-end.tsx";
import { FormFailure } from "#features/sync/widgets/form-failure.tsx";
import type { Failure } from "#state/store.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { useForm } from "#ui/form/use-form.ts";
import { FormBar } from "#ui/form-bar.tsx";
import { Tabs } from "#ui/tabs.tsx";
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
import { RestoredDraftNotice } from "./restored-draft-notice.tsx";
import { RewardsTab } from "./rewards-tab.tsx";
import { TemplatePicker } from "./template-picker.tsx";

export interface CampaignFormProps {
  defaults: CampaignFormIn;
  draft: string;
  /** True when editing a saved campaign. */
  existing?: boolean;
  limits: FormLimits;
  tab: FormTab;
  onTab: (tab: FormTab) => void;
  onSend: (values: CampaignFormOut) => Promise<{ ok: true } | { ok: false; error: Failure }>;
  /** Locks the terms of a published campaign. */
  published?: boolean;
  currency: Campaign["currency"];
  /** New campaigns only: resets the form after its draft was deleted. */
  onRestart?: () => void;
}

export function CampaignForm(props: CampaignFormProps) {
  const { defaults, draft, limits, tab, onTab, onSend, existing = false, published = false, currency } = props;
  const { t } = useLingui();
  const form = useForm<CampaignFormIn, CampaignFormOut>({
    schema: campaignForm(limits),
    defaults,
    draft: { key: draft },
    existing,
    onSubmit: onSend,
  });

  const at = formTabs.indexOf(tab);
  const last = at === formTabs.length - 1;
  const focusAt = useRef<keyof CampaignFormIn>(undefined);
  // In a layout effect, before the user can type: later it would steal the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the tab changes
  useLayoutEffect(() => {
    if (focusAt.current) form.setFocus(focusAt.current);
    focusAt.current = undefined;
  }, [tab]);
  /** Hidden fields cannot take the focus, so `field` gets it after its tab is shown. */
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
  const send = async () => {
    if (await form.trigger()) return form.send();
    const wrong = formTabs.find((one) => fieldsOf[one].some((name) => form.getFieldState(name).invalid));
    open(wrong, wrong && fieldsOf[wrong].find((one) => form.getFieldState(one).invalid));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (last || existing ? send() : next());
  };
  const names = { basic: t`Basic Info`, details: t`Details`, rewards: t`Rewards`, requirements: t`Requirements` };
  const panels = { basic: BasicTab, details: DetailsTab, rewards: RewardsTab, requirements: RequirementsTab };
  const { isSubmitting, errors } = form.formState;
  const previous = (
    <Button disabled={at === 0} onClick={() => open(formTabs[at - 1])}>
      <Trans>Previous Step</Trans>
    </Button>
  );

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <form noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-6">
        {form.restored && props.onRestart && (
          <RestoredDraftNotice
            onDrop={() => {
              form.discard();
              props.onRestart?.();
            }}
          />
        )}
        {!existing && tab === "basic" && <TemplatePicker form={form} />}
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
              fieldsOf[value].some((name) => form.concurrentChange?.(name)) && (
                <span className="size-2 rounded-full bg-caution">
                  <span className="sr-only">
                    <Trans>was changed elsewhere</Trans>
                  </span>
                </span>
              )
            ),
          }))}
        >
          {/* All tabs stay mounted, because an unmounted field loses its raw text and its
              validation. */}
          {formTabs.map((one) => {
            const Panel = panels[one];
            return (
              <div key={one} hidden={one !== tab} className={cx("flex-col gap-5", one === tab && "flex")}>
                <Panel form={form} published={published} currency={currency} />
              </div>
            );
          })}
        </Tabs>
        {existing ? (
          <>
            <div className="flex flex-wrap justify-between gap-3">
              {previous}
              {!last && (
                <Button onClick={() => void next()}>
                  <Trans>Next Step</Trans>
                </Button>
              )}
            </div>
            <SaveBar form={form} />
          </>
        ) : (
          <>
            <FormFailure form={form} />
            <FormBar>
              {previous}
              <Button type="submit" variant="primary" pending={last && isSubmitting}>
                {last ? <Trans>Create Campaign</Trans> : <Trans>Next Step</Trans>}
              </Button>
            </FormBar>
          </>
        )}
      </form>
      <FormPreview form={form} currency={currency} joined={limits.fewestTesters} />
    </div>
  );
}
