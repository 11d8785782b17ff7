import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useState } from "react";
import { priorityIcon, priorityLabel, priorityTone } from "#features/common/report-labels.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useQueryOr } from "#state/query.ts";
import { reportsPrioritize, reportsTag } from "#sync/mutations/feedback.ts";
import { tagsOfOrganization } from "#sync/queries/feedback.ts";
import { type Feedback, feedbackLimits, priority as priorities, tagKey } from "#sync/schema/feedback.ts";
import { ChipInput } from "#ui/chip-input.tsx";
import { textTone } from "#ui/color-role.ts";
import { cx } from "#ui/cx.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { latinKey } from "#ui/shortcuts.ts";
import { showToast } from "#ui/toast.tsx";
import { Choice } from "./choice.tsx";
import { commonTags } from "./filter.ts";

export interface Triaging {
  kind: "priority" | "tags";
  reports: readonly Feedback[];
}

export function TriageDialogs({ triaging, onClose }: { triaging: Triaging | null; onClose: () => void }) {
  if (!triaging) return null;
  const Shown = triaging.kind === "priority" ? PriorityDialog : TagsDialog;
  return <Shown reports={triaging.reports} onClose={onClose} />;
}

const idsOf = (reports: readonly Feedback[]) => reports.map(({ id }) => id);

interface TriageDialogProps {
  reports: readonly Feedback[];
  onClose: () => void;
}

/** Selects by click or by number key; 0 clears it. */
function PriorityDialog({ reports, onClose }: TriageDialogProps) {
  const { t } = useLingui();
  const prioritize = useMutationToast(reportsPrioritize);
  const given = new Set(reports.map((one) => one.priority));
  const choose = async (priority: Feedback["priority"]) => {
    onClose();
    const done = await prioritize(idsOf(reports), priority);
    if (done.ok) showToast({ title: priority === "" ? t`Priority removed` : t`Priority set` });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey } = event;
    const key = latinKey(event);
    const chosen = /^\d$/.test(key) && !ctrlKey && !metaKey && !altKey ? priorities.options[Number(key)] : undefined;
    if (chosen !== undefined) void choose(chosen);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={<Plural value={reports.length} one="Priority of the report" other="Priority of # reports" />}
    >
      <div className="flex flex-col gap-3">
        <OnlyTheTeam />
        <ul aria-label={t`Priority`} className="flex flex-col gap-0.5">
          {[...priorities.options].reverse().map((one) => {
            const Icon = priorityIcon[one];
            return (
              <Choice
                key={one}
                picture={<Icon aria-hidden className={cx("size-5 shrink-0", textTone[priorityTone[one]])} />}
                current={given.size === 1 && given.has(one)}
                onChoose={() => void choose(one)}
              >
                {t(priorityLabel[one])}
                <span aria-hidden className="ms-auto hidden lg:inline">
                  <Kbd>{String(priorities.options.indexOf(one))}</Kbd>
                </span>
              </Choice>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}

/** Shows the tags that all reports share. Changes apply to each report. */
function TagsDialog({ reports, onClose }: TriageDialogProps) {
  const { t } = useLingui();
  const tag = useMutationToast(reportsTag);
  const used = useQueryOr(tagsOfOrganization(reports[0]?.org_id ?? ""), []);
  const [before] = useState(() => commonTags(reports));
  const [tags, setTags] = useState<readonly string[]>(before);
  const { max, length } = feedbackLimits.tags;
  const has = (list: readonly string[], one: string) => list.some((other) => tagKey(other) === tagKey(one));
  // Reuse the existing spelling of a tag.
  const spelled = (one: string) => used.find((other) => tagKey(other) === tagKey(one)) ?? one;
  const submit = async () => {
    onClose();
    const change = { add: tags.filter((one) => !has(before, one)), remove: before.filter((one) => !has(tags, one)) };
    if (change.add.length + change.remove.length === 0) return;
    const done = await tag(idsOf(reports), change);
    if (done.ok) showToast({ title: t`Tags saved` });
  };
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title={<Plural value={reports.length} one="Tags of the report" other="Tags of # reports" />}
      submitLabel={<Trans>Save tags</Trans>}
    >
      <OnlyTheTeam />
      <Field
        label={t`Tags`}
        help={
          reports.length === 1
            ? t`At most ${max}, of up to ${length} characters. Press Enter after each.`
            : t`These are on all of them. What you add or remove here is added to or removed from each.`
        }
      >
        <ChipInput
          opensHere
          value={tags}
          onChange={(list) => setTags(list.map(spelled))}
          suggestions={used.filter((one) => !has(tags, one))}
          maxLength={length}
          max={max}
        />
      </Field>
    </FormDialog>
  );
}

const OnlyTheTeam = () => (
  <p className="text-muted text-sm">
    <Trans>Only your team sees this. Testers never do.</Trans>
  </p>
);
