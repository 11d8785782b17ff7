import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { languageNames, languages } from "../../../../../sync/schema/languages.ts";
import { useLocale } from "../../../../i18n/use-locale.ts";
import { Field } from "../../../../ui/field.tsx";
import { Select } from "../../../../ui/inputs.tsx";
import { cannedReplies } from "./canned-replies.ts";

interface CannedPickerProps {
  kind: keyof typeof cannedReplies;
  onPick: (text: string) => void;
}

/** Puts a ready reply into the text beside it, in the language that the tester reads. */
export function CannedPicker({ kind, onPick }: CannedPickerProps) {
  const { t } = useLingui();
  const [own] = useLocale();
  const [language, setLanguage] = useState(own);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-2">
      <Field label={t`Canned reply`} labelHidden optional>
        <Select
          value=""
          placeholder={t`Insert a canned reply…`}
          options={cannedReplies[kind].map((reply, index) => ({ value: String(index), label: reply[language] }))}
          onChange={(event) => {
            const reply = cannedReplies[kind][Number(event.target.value)];
            if (reply && event.target.value !== "") onPick(reply[language]);
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
  );
}
