import { Trans, useLingui } from "@lingui/react/macro";
import { AtSign, BookmarkPlus } from "lucide-react";
import { useState } from "react";
import { useSharedItems } from "#features/common/use-shared-items.ts";
import { useMutationToast } from "#features/sync/use-mutation-toast.ts";
import { useLocale } from "#i18n/use-locale.ts";
import { useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { savedReplyKeep } from "#sync/mutations/account.ts";
import { accountById } from "#sync/queries/profile.ts";
import type { Feedback } from "#sync/schema/feedback.ts";
import { characters } from "#sync/schema/fields.ts";
import { languageNames, languages } from "#sync/schema/languages.ts";
import { type ReplyVariable, replyLimits, replyVariables, type SavedReply } from "#sync/schema/replies.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Select } from "#ui/inputs.tsx";
import { Menu } from "#ui/menu.tsx";
import { showToast } from "#ui/toast.tsx";
import { cannedReplies, joined } from "./canned-replies.ts";

interface ReplyPickerProps {
  kind: SavedReply["kind"];
  /** Reports of one campaign. */
  reports: readonly Pick<Feedback, "org_id">[];
  text: string;
  onChange: (text: string) => void;
}

/**
 * Inserts a saved or built-in reply in the tester's language, and saves the typed text as a reply.
 */
export function ReplyPicker({ kind, reports, text, onChange }: ReplyPickerProps) {
  const { t } = useLingui();
  const person = usePerson();
  const [own] = useLocale();
  const [language, setLanguage] = useState(own);
  const keep = useMutationToast(savedReplyKeep);
  const saved = Object.values(useQueryOr(accountById(person.id), null)?.saved_replies ?? {});
  const shared = useSharedItems("reply", reports[0]?.org_id ?? "").entries;
  const fitting = (list: readonly SavedReply[]) =>
    list.filter((one) => one.kind === kind && one.language === language).map((one) => one.text);
  const [mine, ours] = [fitting(saved), fitting(shared.map(({ value }) => value))];
  const ready = cannedReplies[kind].map((reply) => reply[language]);
  const replies = [...mine, ...ours, ...ready];
  const isOurs = (index: number) => index >= mine.length && index < mine.length + ours.length;
  const words = text.trim();
  const save = async () => {
    const done = await keep(person.id, crypto.randomUUID(), { kind, language, text: words });
    if (done.ok) showToast({ title: t`Reply saved. You can change it in your account settings.` });
  };
  const variableName: Record<ReplyVariable, string> = {
    ...{ tester: t`The tester’s name`, report: t`The report’s summary`, campaign: t`The campaign’s title` },
  };
  const canSave =
    words !== "" &&
    characters(words) <= replyLimits.text &&
    !replies.includes(words) &&
    saved.length < replyLimits.saved;
  return (
    <div className="flex flex-col gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-2">
        <Field label={t`Saved reply`} labelHidden optional>
          <Select
            value=""
            placeholder={t`Insert a saved reply…`}
            options={replies.map((reply, index) => ({
              value: String(index),
              label: reply,
              ...(isOurs(index) ? { group: shared[0]?.organization.name ?? "" } : {}),
            }))}
            onChange={(event) => {
              const reply = event.target.value === "" ? undefined : replies[Number(event.target.value)];
              if (reply) onChange(joined(text, reply));
            }}
          />
        </Field>
        <Field label={t`Language of the reply`} labelHidden optional>
          <Select
            lang={language}
            value={language}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={(event) => setLanguage(languages.find((one) => one === event.target.value) ?? own)}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={BookmarkPlus} disabled={!canSave} onClick={() => void save()}>
          <Trans>Save as my reply</Trans>
        </Button>
        <Menu
          label={t`Insert a name`}
          text={t`Insert a name`}
          icon={AtSign}
          items={replyVariables.map((name) => ({
            key: name,
            label: variableName[name],
            // Placeholders are filled in per report when the decision is sent.
            onSelect: () => onChange(`${text}${text === "" || text.endsWith(" ") ? "" : " "}{${name}} `),
          }))}
        />
      </div>
    </div>
  );
}
