// Merges similar reports: keeps one as the original and rejects the others as its duplicates.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { karmaLabel } from "#features/common/account-labels.ts";
import { FeedbackStatus } from "#features/common/widgets/report-badges.tsx";
import { trimmed } from "#sync/inputs/single-line.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Checkbox, RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { Field } from "#ui/field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { useTextDraft } from "#ui/use-text-draft.ts";
import { tooLong } from "../../reply-rules.ts";
import { draftName } from "./draft-name.ts";
import { canBeKnown, KnownOffer } from "./known-offer.tsx";
import { ReplyPicker } from "./reply-picker.tsx";
import { closable, originalOf, type SimilarGroup } from "./similar.ts";

interface MergeDialogProps {
  group: SimilarGroup;
  onClose: () => void;
  /** @param known also publishes the original as a known issue */
  onMerge: (duplicates: readonly Feedback[], original: Feedback, reason: string, known: boolean) => void;
}

export function MergeDialog({ group, onClose, onMerge }: MergeDialogProps) {
  const { t } = useLingui();
  const name = useId();
  const [originalId, setOriginalId] = useState(() => originalOf(group)?.id ?? null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { text: reason, change: setReason, forget } = useTextDraft(`review-merge:${draftName(group)}`);
  const [known, setKnown] = useState(false);
  const [tried, setTried] = useState(false);
  const original = group.find(({ id }) => id === originalId);
  const others = closable(group, original?.id);
  const duplicates = others.filter(({ id }) => !left.has(id));
  const long = tooLong(reason, duplicates);
  const toggle = (id: string) =>
    setLeft((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set(old).add(id)));
  const submit = () => {
    setTried(true);
    if (!original || duplicates.length === 0 || long) return;
    forget();
    onMerge(duplicates, original, trimmed(reason), known && canBeKnown(original));
  };
  return (
    <FormDialog
      size="md"
      onSubmit={submit}
      onClose={onClose}
      title={<Plural value={group.length} one="Merge # report" other="Merge # similar reports" />}
      submitLabel={<Plural value={duplicates.length} one="Close # as a duplicate" other="Close # as duplicates" />}
      tone="danger"
    >
      {original && duplicates.length > 0 && <Consequences original={original} duplicates={duplicates} />}
      <Field label={t`Which one is the original?`} group>
        <RadioGroup
          name={name}
          value={originalId}
          onChange={setOriginalId}
          options={group.map((report) => ({
            value: report.id,
            label: <span className="wrap-anywhere">{report.summary}</span>,
            help: <About report={report} />,
          }))}
        />
      </Field>
      <Field
        label={t`Closed as its duplicates`}
        group
        error={tried && duplicates.length === 0 ? t`Choose at least one duplicate.` : undefined}
      >
        <div className="flex flex-col">
          {others.map((report) => (
            <Checkbox
              key={report.id}
              label={<span className="wrap-anywhere">{report.summary}</span>}
              help={report.tester_name}
              checked={!left.has(report.id)}
              onChange={() => toggle(report.id)}
            />
          ))}
          {others.length === 0 && (
            <p className="py-2 text-muted text-sm">
              <Trans>The others have already been answered and do not change.</Trans>
            </p>
          )}
        </div>
      </Field>
      <KnownOffer original={original} duplicates={duplicates} checked={known} onChange={setKnown} />
      <ReplyPicker kind="duplicate" reports={group} text={reason} onChange={setReason} />
      <Field
        label={t`Message to the testers`}
        optional
        error={long ? t`With the names filled in, this is longer than 2,000 characters.` : undefined}
      >
        <TextArea rows={2} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

const About = ({ report }: { report: Feedback }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {report.tester_name} <DateText value={report.received_at ?? report.captured_at} />
    <FeedbackStatus status={report.status} />
  </span>
);

function Consequences({ original, duplicates }: { original: Feedback; duplicates: readonly Feedback[] }) {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  const { tester_name: tester } = original;
  const testers = new Set(duplicates.map((one) => one.tester_id));
  const others = [...testers].filter((id) => id !== original.tester_id).length;
  return (
    <Notice>
      <ul className="flex list-disc flex-col gap-1 ps-4">
        <li>
          <Plural
            value={testers.size}
            one="# tester will see when the original was sent."
            other="# testers will see when the original was sent."
          />
        </li>
        <li>
          <Trans>A duplicate earns no reward and costs no {karma}.</Trans>
        </li>
        {others > 0 && (
          <li>
            <Plural
              value={others}
              one="The original counts as confirmed by # other tester."
              other="The original counts as confirmed by # other testers."
            />
          </li>
        )}
        {original.status === "submitted" && (
          <li>
            <Trans>The report of {tester} still waits for your answer.</Trans>
          </li>
        )}
      </ul>
    </Notice>
  );
}
