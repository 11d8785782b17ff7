import { useLingui } from "@lingui/react/macro";
import { deviceChoices } from "#features/common/device.ts";
import { DeviceIcon } from "#features/common/widgets/device-icon.tsx";
import { useQueryOr } from "#state/query.ts";
import { usePerson } from "#state/session.ts";
import { profileById } from "#sync/queries/profile.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Field } from "#ui/field.tsx";
import { TextInput } from "#ui/inputs.tsx";
import type { ReportDraft } from "./use-report-draft.ts";

const OFFERED = 5;

export function DeviceField({ draft, campaign }: { draft: ReportDraft; campaign: Campaign | null }) {
  const { t } = useLingui();
  const profile = useQueryOr(profileById(usePerson().id), null);
  const { device } = draft.values;
  const others = deviceChoices(profile, campaign, navigator.userAgent)
    .filter((choice) => choice !== device)
    .slice(0, OFFERED);
  return (
    <Field label={t`Device`} help={t`Where you saw it. Choose one of yours or write another.`} optional>
      <TextInput
        value={device}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => draft.change({ device: event.target.value })}
      />
      {others.length > 0 && (
        <ul aria-label={t`Other devices`} className="flex flex-wrap gap-1.5">
          {others.map((choice) => (
            <li key={choice} className="max-w-full">
              <button
                type="button"
                onClick={() => draft.change({ device: choice })}
                className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-raised px-3 text-sm hover:bg-sunken md:pointer-fine:min-h-8"
              >
                <DeviceIcon device={choice} className="size-4 shrink-0 text-muted" />
                <span className="truncate">{choice}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}
