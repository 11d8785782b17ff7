import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useController, useWatch } from "react-hook-form";
import * as v from "valibot";
import { lazyMessage } from "#i18n/i18n.ts";
import { accentFor } from "#lib/accent.ts";
import { oneLine } from "#sync/inputs/single-line.ts";
import type { Setting } from "#sync/schema/settings.ts";
import { concurrentChangeNote } from "#ui/form/concurrent-change-note.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { BrandPicture } from "./brand-picture.tsx";
import { SectionForm, SettingControl, useSectionForm } from "./section-form.tsx";

const hex = /^#[0-9a-f]{6}$/i;
const schema = v.object({
  primary_colour: v.pipe(v.string(), v.transform(oneLine), v.regex(hex, lazyMessage(msg`A colour like #3b82f6.`))),
  logo_path: v.string(),
  favicon_path: v.string(),
});

export function BrandingTab({ setting }: { setting: Setting }) {
  const { t } = useLingui();
  const form = useSectionForm(setting, schema);
  const { control } = form;
  const colour = String(useWatch({ control, name: "primary_colour" }));
  const logo = useController({ control, name: "logo_path" }).field;
  const favicon = useController({ control, name: "favicon_path" }).field;
  return (
    <SectionForm form={form}>
      <SettingControl form={form} name="primary_colour" help={t`Lightened or darkened where it would be hard to read.`}>
        {({ value, onChange, ...field }) => (
          <span className="flex flex-wrap items-center gap-3">
            <input
              type="color"
              aria-label={t`Choose a colour`}
              value={hex.test(value) ? value : "#3b82f6"}
              onChange={(event) => onChange(event.target.value)}
              className="h-11 w-14 shrink-0 rounded-md border border-line-strong bg-raised p-1"
            />
            <TextInput
              {...field}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              spellCheck={false}
              className="max-w-32 tabular-nums"
            />
            {hex.test(colour) && <Swatches colour={colour} />}
          </span>
        )}
      </SettingControl>
      <BrandPicture
        kind="logo"
        note={concurrentChangeNote(form, "logo_path")}
        help={t`Recommended: 200 × 40 pixels, PNG or SVG.`}
        field={logo}
      />
      <BrandPicture
        kind="favicon"
        note={concurrentChangeNote(form, "favicon_path")}
        help={t`Recommended: 32 × 32 pixels, ICO or PNG.`}
        field={favicon}
      />
    </SectionForm>
  );
}

/** Contrast samples in both themes. Round, because a rectangle with text looks like a button. */
function Swatches({ colour }: { colour: string }) {
  const { t } = useLingui();
  const names = { light: t`Light`, dark: t`Dark` };
  return (
    <span aria-hidden className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-sm">
      <Trans>Preview</Trans>
      {(["light", "dark"] as const).map((theme) => {
        const { accent, on } = accentFor(colour, theme);
        return (
          <span key={theme} className="inline-flex items-center gap-1.5">
            <span
              style={{ background: accent, color: on }}
              className="grid size-8 place-items-center rounded-full font-semibold"
            >
              Aa
            </span>
            {names[theme]}
          </span>
        );
      })}
    </span>
  );
}
