// Rejected changes, overruled texts and rejected files, with reason and actions. Only the user
// removes entries.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import {
  canDecideAgain,
  isDecision,
  isLost,
  lostSendAll,
  rejectedDiscard,
  rejectedRetry,
  restoreText,
  retryPendingItem,
} from "../../sync/mutations/outbox.ts";
import { labelOf, type RejectedChange, rejectedChanges, rowOfChange } from "../../sync/queries/outbox.ts";
import { rejectedItems } from "../../sync/queries/pending-items.ts";
import { lostCode } from "../../sync/schema/rejections.ts";
import { rejectionText } from "../features/sync/failures.ts";
import { collectionLabel, pendingKindLabel } from "../features/sync/labels.ts";
import { useMutationToast } from "../features/sync/use-mutation-toast.ts";
import { useQuery, useQueryOr } from "../state/query.ts";
import { personOf, useSession } from "../state/session.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { DateText } from "../ui/formatted-values.tsx";
import { Notice } from "../ui/notice.tsx";
import { showToast } from "../ui/toast.tsx";
import { rejectedDecision, rejectedValues } from "./rejected-change-values.ts";
import { editableColumns, RejectedEdit } from "./rejected-edit.tsx";
import type { LabeledValue } from "./rejected-preferences.ts";

export function RejectedList() {
  const changes = useQueryOr(rejectedChanges(), []);
  const items = useQueryOr(rejectedItems(), []);
  const retryItem = useMutationToast(retryPendingItem);
  const { t } = useLingui();
  if (changes.length + items.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm">
        <Trans>Needs attention</Trans>
      </h3>
      {changes.some(({ kind, code }) => kind === "rejected" && code === lostCode) && (
        <LostNotice count={changes.filter(isLost).length} />
      )}
      <ul className="flex flex-col gap-3">
        {changes.map((entry) => (
          <li key={entry.key} className="flex flex-col gap-2 rounded-lg border border-line p-3 text-sm">
            <Entry entry={entry} />
          </li>
        ))}
        {items.map((item) => (
          <li key={item.key} className="flex flex-col items-start gap-2 rounded-lg border border-line p-3 text-sm">
            <p className="line-clamp-2 break-words">
              <span className="font-semibold">{t(pendingKindLabel[item.kind])}</span> {item.name}
            </p>
            <p className="text-danger">{t(rejectionText(item.failure))}</p>
            <Button size="sm" onClick={() => void retryItem(item.key)}>
              <Trans>Retry</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The server was restored from a backup: offers to resend lost rows. */
function LostNotice({ count }: { count: number }) {
  const sendAll = useMutationToast(lostSendAll);
  const [sending, setSending] = useState(false);
  const onSend = async () => {
    setSending(true);
    await sendAll();
    setSending(false);
  };
  return (
    <Notice
      tone="caution"
      title={<Trans>The server was restored from a backup</Trans>}
      action={
        <Button size="sm" pending={sending} onClick={() => void onSend()}>
          <Trans>Send all again</Trans>
        </Button>
      }
    >
      <Plural
        value={count}
        one="# item you wrote is no longer on the server. It is still on this device."
        other="# items you wrote are no longer on the server. They are still on this device."
      />
    </Notice>
  );
}

/** The texts of a change; empty if it has none. */
function textOf(entry: RejectedChange): string {
  if (entry.kind === "recovered") return entry.text;
  const words = [
    "title",
    "summary",
    "description",
    "details",
    "steps",
    "message",
    "body",
    "reason",
    "bio",
    "instructions",
  ];
  const parts = words.map((name) => entry.doc[name]).filter((part) => typeof part === "string" && part.trim() !== "");
  return parts.join("\n\n");
}

function Words({ text }: { text: string }) {
  return (
    <p className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2">{text}</p>
  );
}

function TwoSides({ kept, yours }: { kept: ReactNode; yours: ReactNode }) {
  return (
    <dl className="grid gap-2 md:grid-cols-2">
      <Side title={<Trans>Current version</Trans>}>{kept}</Side>
      <Side title={<Trans>Your version</Trans>}>{yours}</Side>
    </dl>
  );
}

function Side({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Compare({ entry }: { entry: RejectedChange }) {
  const now = useQuery(rowOfChange(entry));
  const kept = now.state === "ready" ? now.data : null;
  return (
    <TwoSides
      kept={kept ? <Words text={String(kept[entry.field] ?? "")} /> : <Trans>It is no longer there.</Trans>}
      yours={<Words text={entry.text} />}
    />
  );
}

function Because({ entry }: { entry: RejectedChange }) {
  return isDecision(entry) ? (
    <Trans>Two decisions were made at the same time. The one that reached the server first counts.</Trans>
  ) : entry.code === lostCode ? (
    <Trans>The server was restored from a backup and has a different text; this is what you had written.</Trans>
  ) : (
    <Trans>This was also changed on another device. That version was kept; this is what you had written.</Trans>
  );
}

function Entry({ entry }: { entry: RejectedChange }) {
  const { t, i18n } = useLingui();
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  const retry = useMutationToast(entry.kind === "rejected" ? rejectedRetry : restoreText);
  const discard = useMutationToast(rejectedDiscard);
  const now = useQuery(rowOfChange(entry));
  const row = now.state === "ready" ? now.data : null;
  const decision = rejectedDecision(entry, row, i18n.locale);
  const lost = decision?.mine ?? (entry.kind === "rejected" ? rejectedValues(entry, row, i18n.locale) : []);
  const lines = (values: readonly LabeledValue[]) =>
    values
      .map(({ label, part, value }) => {
        const of = part ? ` (${t(part)})` : "";
        return `${t(label)}${of}: ${typeof value === "string" ? value : t(value)}`;
      })
      .join("\n");
  const isDeletion = entry.kind === "rejected" && entry.doc._deleted === true;
  const text = isDeletion ? "" : lost.length > 0 ? lines(lost) : textOf(entry);
  const person = personOf(useSession());
  const again =
    !isDecision(entry) ||
    (row !== null && person !== null && canDecideAgain(entry, { owner: person.id, role: person.role }, row));

  const onCopy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => showToast({ title: t`Copied` }),
      () => showToast({ tone: "danger", title: t`This browser does not allow copying. Select the text instead.` }),
    );
  };
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 break-words font-semibold">
          <span className="font-normal text-muted">{t(collectionLabel[entry.collection])}</span> {labelOf(entry.doc)}
        </p>
        <span className="text-muted text-xs">
          <DateText value={entry.at} />
        </span>
      </div>
      <p className={entry.kind === "rejected" ? "text-danger" : "text-caution"}>
        {entry.kind === "rejected" ? t(rejectionText(entry.code)) : <Because entry={entry} />}
      </p>
      {isDeletion ? (
        <p>
          <Trans>You deleted this.</Trans>
        </p>
      ) : decision ? (
        <TwoSides
          kept={decision.kept ? <Words text={lines(decision.kept)} /> : <Trans>It is no longer there.</Trans>}
          yours={<Words text={text} />}
        />
      ) : entry.kind === "recovered" ? (
        <Compare entry={entry} />
      ) : (
        text !== "" && <Words text={text} />
      )}
      <div className="flex flex-wrap gap-2">
        {again && (
          <Button size="sm" onClick={() => void retry(entry.key)}>
            {entry.kind === "rejected" ? (
              <Trans>Retry</Trans>
            ) : isDecision(entry) ? (
              <Trans>Repeat this decision</Trans>
            ) : (
              <Trans>Put my text back</Trans>
            )}
          </Button>
        )}
        {editableColumns(entry).length > 0 && (
          <Button size="sm" opensDialog onClick={() => setEditing(true)}>
            <Trans>Edit</Trans>
          </Button>
        )}
        {text !== "" && (
          <Button size="sm" onClick={() => void onCopy()}>
            <Trans>Copy</Trans>
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          opensDialog={!isDeletion}
          onClick={() => (isDeletion ? void discard(entry.key) : setAsking(true))}
        >
          <Trans>Discard</Trans>
        </Button>
      </div>
      <RejectedEdit entry={entry} open={editing} onClose={() => setEditing(false)} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void discard(entry.key)}
        title={<Trans>Discard what you wrote?</Trans>}
        confirmLabel={<Trans>Discard text</Trans>}
      >
        <Trans>It exists nowhere else. This cannot be undone.</Trans>
      </ConfirmDialog>
    </>
  );
}
