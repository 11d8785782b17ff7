import { Trans } from "@lingui/react/macro";
import { LanguageSwitch } from "#features/site/widgets/language-switch.tsx";
import { ThemeSwitch } from "#features/site/widgets/theme-switch.tsx";
import type { Person } from "#state/session.ts";
import { useKeepLanguage } from "../../use-sync-language.ts";
import { Part } from "./account-section.tsx";

export function Language({ person }: { person: Person }) {
  const keep = useKeepLanguage(person);
  return (
    <Part
      id="language"
      title={<Trans>Language and theme</Trans>}
      lead={
        <Trans>
          Your language is part of your account and is used in emails too. The theme applies to this device only.
        </Trans>
      }
    >
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <span className="rounded-md border border-line-strong">
          <LanguageSwitch onChoose={keep} />
        </span>
        <ThemeSwitch />
      </div>
    </Part>
  );
}
