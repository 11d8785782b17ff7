import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { karmaLabel } from "#features/common/account-labels.ts";
import { reasonLabel } from "#features/common/report-labels.ts";
import { trimmed } from "#sync/inputs/single-line.ts";
import { type Feedback, reasonCode } from "#sync/schema/feedback.ts";
import { RadioGroup } from "#ui/checkbox-radio-switch.tsx";
import { Field } from "#ui/field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/inputs.tsx";
import { useTextDraft } from "#ui/use-text-draft.ts";
import { tooLong } from "../../reply-rules.ts";
import { draftName } from "./draft-name.ts";
import { DuplicatePicker } from "./duplicate-picker.tsx";
import { canBeKnown, KnownOffer } from "./known-offer.tsx";
import { ReplyPicker } from "./reply-picker.tsx";

type Reason = Exclude<Feedback["reason_code"], "">;
const reasons = reasonCode.options.filter((code): code is Reason => code !== "");

interface RejectDialogProps {
  reports: readonly Feedback[];
  all: readonly Feedback[];
  startWith: Reason | null;
  onClose: () => void;
  /** @param known also publishes the original as a known issue */
  onReject: (input: { reason_code: Reason; reason: string; duplicate_of: string | null }, known: boolean) => void;
}

export function RejectDialog({ reports, all, startWith, onClose, onReject }: RejectDialogProps) {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  const name = useId();
  const [code, setCode] = useState<Reason | null>(startWith);
  const { text: reason, change: setReason, forget } = useTextDraft(`review-reject:${draftName(reports)}`);
  const [other, setOther] = useState<string | null>(null);
  const [known, setKnown] = useState(false);
  const [tried, setTried] = useState(false);
  const needsWords = code === "other" && trimmed(reason) === "";
  const needsOther = code === "duplicate" && other === null;
  const long = tooLong(reason, reports);
  const original = code === "duplicate" ? all.find(({ id }) => id === other) : undefined;
  const submit = () => {
    setTried(true);
    if (!code || needsWords || needsOther || long) return;
    forget();
    const duplicate_of = code === "duplicate" ? other : null;
    onReject({ reason_code: code, reason: trimmed(reason), duplicate_of }, known && canBeKnown(original));
  };
  const rejected = new Set(reports.map((r) => r.id));
  return (
    <FormDialog
      size="md"
      onSubmit={submit}
      onClose={onClose}
      title={
        startWith === "duplicate" ? (
          <Trans>Mark as duplicate</Trans>
        ) : (
          <Plural value={reports.length} one="Reject this report" other="Reject # reports" />
        )
      }
      submitLabel={
        code === "duplicate" ? (
          <Plural value={reports.length} one="Reject as duplicate" other="Reject # as duplicates" />
        ) : (
          <Plural value={reports.length} one="Reject report" other="Reject # reports" />
        )
      }
      tone="danger"
    >
      {reports.length === 1 && <p className="line-clamp-2 text-muted">{reports[0]?.summary}</p>}
      {startWith !== "duplicate" && (
        <Field label={t`Reason`} group error={tried && !code ? t`Choose a reason.` : undefined}>
          <RadioGroup
            name={name}
            value={code}
            onChange={setCode}
            options={reasons.map((value) => ({ value, label: t(reasonLabel[value]) }))}
          />
        </Field>
      )}
      {code === "duplicate" && (
        <DuplicatePicker
          about={reports[0]?.summary ?? ""}
          candidates={all.filter((r) => !rejected.has(r.id))}
          value={other}
          onChange={setOther}
          error={tried && needsOther ? t`Choose the report that this one duplicates.` : undefined}
        />
      )}
      <KnownOffer original={original} duplicates={reports} checked={known} onChange={setKnown} />
      {code && (
        <ReplyPicker
          kind={code === "duplicate" ? "duplicate" : "reject"}
          reports={reports}
          text={reason}
          onChange={setReason}
        />
      )}
      {code && (
        <Field
          label={t`Message to the tester`}
          optional={code !== "other"}
          error={
            tried && needsWords
              ? t`Say why, so that the tester understands it.`
              : long
                ? t`With the names filled in, this is longer than 2,000 characters.`
                : undefined
          }
          help={
            code === "duplicate"
              ? t`A duplicate counts as a reproduction of the other report. It earns no reward and costs no ${karma}.`
              : t`The tester sees the reason and your message. A rejection lowers their ${karma}.`
          }
        >
          <TextArea rows={3} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  );
}
