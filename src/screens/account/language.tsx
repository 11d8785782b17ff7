import { Trans } from "@lingui/react/macro";
import { useKeepLanguage } from "../../domain/keep-language.ts";
import { LanguageSwitch } from "../../domain/language-switch.tsx";
import { ThemeSwitch } from "../../domain/theme-switch.tsx";
import type { Person } from "../../store/session.ts";
import { Part } from "./part.tsx";

export function Language({ person }: { person: Person }) {
  const keep = useKeepLanguage(person);
  return (
    <Part
      id="language"
      title={<Trans>Language and theme</Trans>}
      lead={<Trans>The language goes with your account: emails come in it too. The theme is for this device.</Trans>}
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
